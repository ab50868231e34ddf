"""Who sums over whom, and whether everybody has somebody."""

from flopwatt.model.population import Population

MODELS = Population(
    {"model": ("m", "n", "o"), "run": ("a", "b", "c"), "product": ("p", "q", "r")},
    {("run", "model"): (0, 1, 0), ("product", "model"): (1, -1, 0)},
)


def test_a_product_is_grouped_with_the_runs_of_its_model():
    assert MODELS.group("product", "run", "p") == (1,)
    assert MODELS.group("product", "run", "q") == ()
    assert MODELS.group("product", "run", "r") == (0, 2)
    assert MODELS.members("product", "run").T.tolist() == [[1, -1], [-1, -1], [0, 2]]
    assert MODELS.group("model", "run", "m") == (0, 2)
    assert MODELS.group("plan", "run", "plan") == (0, 1, 2)
    assert MODELS.members("model", "run").T.tolist() == [[0, 2], [1, -1], [-1, -1]]


def test_groups_without_members_and_references_to_nobody_are_not_complete():
    assert MODELS.complete("run", "model")
    assert MODELS.complete("plan", "run")
    assert not MODELS.complete("product", "model")
    assert not MODELS.complete("model", "run")
    assert not Population({"model": ("m",)}, {}).complete("plan", "run")

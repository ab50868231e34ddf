from flopwatt.formulas.caching import input_cost_by_cached_tokens


def test_cached_tokens_are_part_of_the_prompt():
    assert input_cost_by_cached_tokens(1000, 600, 2.0, 0.5) == 400 * 2.0 + 600 * 0.5

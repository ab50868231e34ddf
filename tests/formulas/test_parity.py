import numpy as np

from flopwatt.formulas.parity import parity_tokens


def test_three_times_the_training_tokens_of_all_runs_together():
    runs = np.array([1e12, 2e12]).reshape(2, 1, 1, 1, 1)
    assert parity_tokens(np.full_like(runs, 6.0), runs, 2.0).item() == 9e12

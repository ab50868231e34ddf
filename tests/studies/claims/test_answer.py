from flopwatt.studies.claims.answer import apart


def test_how_far_a_claim_is_off_is_a_factor_or_a_share():
    assert apart(4.59, 0.1641) == "28 times too high"
    assert apart(1.0, 2000.0) == "2,000 times too low"
    assert apart(131.4, 141.1) == "6.9 % too low"
    assert apart(1e30, 1.0) == "1.0e+30 times too high"
    assert apart(0.0, 1.0) == "not to be compared: one of the two is 0"
    assert apart(0.0, 0.0) == ""


def test_values_are_shown_in_the_unit_of_the_claim(answer):
    assert answer("llama", "300 GiB of weights").truth_text == "131 GiB"
    assert answer("llama", "100.25 GB").truth_text == "141.11 GB"
    assert answer("llama", "9 TB per token").truth_text == "328 kB"
    assert answer("llama", "20B").truth_text == "70.6B params"
    assert answer("llama", "64k context").truth_text == "131,072 tokens"

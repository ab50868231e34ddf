import math

import pytest

from flopwatt.formulas.growth import grown_tokens_per_day, growth_factor


def test_growth_compounds_over_the_span():
    assert growth_factor(math.log(1.1), 12) == pytest.approx(1.1**12)
    assert grown_tokens_per_day(1000, 3.0) == 3000

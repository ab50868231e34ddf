"""Guesses of which only half is said."""

import pytest

from flopwatt.studies.run import run_plan

DRAFTS, KEPT, COST = (f"speculation.{name}" for name in ("drafts", "acceptance", "cost"))


def told(plan, **said):
    plan["fleets"]["chat"] |= {f"speculation.{name}": value for name, value in said.items()}
    return [one for one in run_plan(plan).warnings if "speculation" in one.field]


def test_guesses_of_which_none_is_kept(serving):
    (warning,) = told(serving, drafts="3")
    assert (warning.field, warning.given) == (f"fleets.chat.{DRAFTS}", "3")
    assert warning.message.startswith("3 further tokens are guessed in each step, and none is")
    assert f"`{KEPT}: 80 %`" in warning.allowed


@pytest.mark.parametrize("name", ["acceptance", "cost"])
def test_what_is_said_of_no_guesses(serving, name):
    (warning,) = told(serving, **{name: "0.5"})
    assert warning.field == f"fleets.chat.speculation.{name}"
    assert warning.message == "bears on nothing: no tokens are guessed"


def test_both_are_nothing_to_tell(serving):
    assert not told(serving)
    assert not told(serving, drafts="3", acceptance="80 %", cost="0.05")


def test_given_rates_read_no_guesses(serving):
    serving["fleets"]["chat"] |= {"prefill_rate": "20000 tokens/s", "decode_rate": "9000 tokens/s"}
    assert "further tokens" not in " ".join(one.message for one in told(serving, drafts="3"))

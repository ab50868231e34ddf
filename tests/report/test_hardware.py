"""The page of hardware: what is best for each phase, in a sentence and side by side."""

import pytest

from flopwatt.report.hardware import finding, hardware_page, hardware_section
from flopwatt.studies.hardware import study_hardware
from flopwatt.studies.run import run_plan


@pytest.fixture
def both():
    """A run and a product of one model."""
    return {
        "start": "2026-09-01",
        "models": {"m": {"catalog": "llama-3.1-70b"}},
        "training": {
            "base": {
                "accelerator": "H100",
                "gpus": 1024,
                "tokens": "2T tokens",
                "mfu": "40 %",
                "price": "$2.50 per GPU-hour",
            }
        },
        "products": {
            "chat": {"requests": "1M per day", "input_tokens": 2000, "output_tokens": 400}
        },
        "fleets": {"chat": {"accelerator": "8xH100"}},
    }


def test_the_best_for_serving_and_for_training_stand_in_one_sentence(both):
    text = finding(study_hardware(both))
    serving, training = text.split("; ")
    assert serving.startswith("Best for serving chat: ")
    assert serving.endswith(" per million tokens, by one offer alone")
    assert training.startswith("best for training base: ")
    assert " days, $" in training


def test_one_table_sets_them_side_by_side(both, texts):
    page = hardware_page(study_hardware(both))
    assert [table.id for table in page.tables] == [
        *("hardware", "hardware-training-base", "hardware-serving-chat"),
    ]
    rows = texts(page.tables[0])
    assert [row[:2] for row in rows] == [
        *(["serving chat", "cost"], ["serving chat", "energy"]),
        *(["training base", "cost"], ["training base", "energy"]),
    ]
    assert all(row[3].endswith("/Mtoken") or row[3] == "not known" for row in rows[:2])
    day, offers, *_ = page.tables[0].note.splitlines()
    assert day.startswith("Of what could be had on 1 September")
    assert offers.startswith("Offers behind the prices: MI325X 1 (tensorwave alone, 2026-05-18)")


def test_a_plan_that_only_trains(both, texts):
    del both["products"], both["fleets"]
    page = hardware_page(study_hardware(both))
    assert page.title.startswith("Best for training base: ")
    assert len(page.tables) == 2
    assert "Engines" not in page.tables[0].note


def test_a_plan_that_only_serves(both):
    del both["training"]
    page = hardware_page(study_hardware(both))
    assert page.title.startswith("Best for serving chat: ")
    assert "share of the 16-bit peak" not in page.tables[0].note


def test_without_prices_the_fastest_is_the_best(both):
    both["start"] = "2017-01-01"
    text = finding(study_hardware(both))
    assert text == "Nothing that can be had serves chat; nothing that can be had holds base."
    both["start"] = "2023-01-01"
    page = hardware_page(study_hardware(both))
    assert page.tables[0].rows[0][1].text == "time, energy"


def test_a_model_without_a_shape_says_which_line_to_add(both, texts):
    both["models"]["m"] = {"params": "70B"}
    page = hardware_page(study_hardware(both))
    assert page.title.startswith("Best for training base")
    assert page.tables[0].note.splitlines()[-1] == (
        "Not rated: serving chat; to add: `config: models/config.json` or "
        "`catalog: llama-3.1-70b` under models.m"
    )


def test_nothing_to_rate_is_said(plan):
    page = hardware_page(study_hardware(plan))
    assert page.title == "Nothing here can be rated yet."
    assert page.tables[0].rows == ()
    assert page.tables[0].note.startswith("Not rated: training base; to add: ")


def test_no_hardware_makes_a_context_longer(both):
    both["products"]["chat"]["input_tokens"] = 200_000
    text = finding(study_hardware(both))
    assert text.startswith("No hardware serves chat: its calls are beyond the model's context")


def test_what_cannot_be_served_names_the_walls(both):
    both["fleets"]["chat"]["tpot"] = "1 ms"
    text = finding(study_hardware(both))
    assert text.startswith("Nothing that can be had serves chat (TPOT)")


def test_many_works_are_told_in_part(both):
    product = both["products"]["chat"]
    both["products"] = {f"p{i}": dict(product) for i in range(5)}
    both["fleets"] = {}
    assert finding(study_hardware(both)).endswith("; 2 more below.")


def test_a_report_has_the_best_where_a_plan_says_what_it_serves_by(both):
    section = hardware_section(run_plan(both))
    assert section.title == finding(study_hardware(both))
    assert [table.id for table in section.tables] == ["hardware"]
    assert section.tables[0].note.endswith("flopwatt hardware, with the same plan.")
    del both["fleets"]
    both["products"]["chat"]["token_price"] = "$1 per million tokens"
    assert hardware_section(run_plan(both)) is None

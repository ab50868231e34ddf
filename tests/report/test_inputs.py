from flopwatt.report.inputs import input_tables


def test_what_the_plan_says_and_nothing_else(example, texts):
    tables = {table.title: texts(table) for table in input_tables(example("two-products"))}
    assert list(tables) == [
        "base, training", "consumer-app, products", "internal-tool, products", "m70b, models",
        "The plan",
    ]  # fmt: skip
    assert dict(tables["base, training"]) == {
        "tokens": "2T tokens",
        "achieved_flops": "400 TFLOP/s per GPU",
        "price": "$2.50 per GPU-hour",
    }
    assert [row[0] for row in tables["The plan"]] == ["start", "horizon"]


def test_a_range_stands_with_its_value(example):
    rows = {row[0].text: row[1] for row in input_tables(example("start-up"))[0].rows}
    assert (rows["price"].text, rows["price"].range) == ("$2.35 per GPU-hour", "2.00 to 2.95")
    assert rows["price"].key == "training.fine-tune.price"

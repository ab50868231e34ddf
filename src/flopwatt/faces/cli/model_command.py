"""``flopwatt model``: what a model counts, costs and keeps, from its config or the catalog."""

from __future__ import annotations

from typing import Any

import click

from flopwatt.faces.cli.settings import listed, markdown_option, spelled

FEW, EVERY = 20, 10_000  # rows of a table, of the usual report and of a part that is asked for


@click.command("model")
@click.argument("model", required=False)
@click.option("--params", metavar="SIZE", help="In place of MODEL, where only a size is known.")
@click.option("--context", metavar="TOKENS", help="Tokens in a sequence; the model's context.")
@click.option("--source-context", metavar="TOKENS", help="Tokens that its encoder makes.")
@click.option("--batch", metavar="N", help="Sequences worked on at once; 1 unless said.")
@click.option("--dtype", default="", help="Format of the weights, such as fp8, awq or q4_0.")
@click.option("--kv-dtype", default="", help="Format of cached values, such as fp8 or q8_0.")
@click.option("--window-policy", help="What layers with a window keep: windowed or full.")
@click.option("--lora-rank", metavar="R", help="Rank of adapters, to count what they train.")
@click.option("--lora-targets", default="", help="Their matrices: q_proj,v_proj or all-linear.")
@click.option("--tokens", help="Tokens it was trained on: its training arithmetic, by rule.")
@click.option("--claim", metavar="TEXT", help="A number somebody states, to hold against it.")
@click.option("--as", "read_as", default="", help="Read the config as that of another type.")
@click.option("--part", "parts", multiple=True, help="One part of the report; may be repeated.")
@click.option("--explain", "key", metavar="KEY", help="Say where one number comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--list", "as_list", is_flag=True, help="List the model types that can be read.")
@markdown_option
def command(
    model: str | None,
    claim: str | None,
    key: str | None,
    parts: tuple[str, ...],
    as_json: bool,
    as_list: bool,
    **options: Any,
) -> None:
    """Count MODEL: a config.json, the folder of one, or a name of the catalog.

    Parts of the report: params, flops, policy, weights, cache, reading, layers, tensors.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_answer, print_page
    from flopwatt.report import family_page

    if as_list:
        print_page(family_page())
        return
    params = options["params"]
    if model is None and params is None:
        raise click.UsageError("name a model, or the path of its config.json")
    options["lora_targets"] = listed(options["lora_targets"] or "")
    answer = api.read_model(model, parts=parts, claim=claim, **options)
    print_answer(answer, key, as_json, spelled([model], options), EVERY if parts else FEW)

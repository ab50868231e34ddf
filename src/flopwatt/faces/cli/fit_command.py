"""``flopwatt fit``: whether a model fits on some GPUs, to serve it or to train it."""

from __future__ import annotations

from typing import Any

import click

from flopwatt.faces.cli.settings import (
    listed,
    markdown_option,
    read_settings,
    set_option,
    set_words,
    spelled,
)


@click.command("fit")
@click.argument("model", required=False)
@click.option("--on", metavar="GPUS", help="What to hold it on, such as 8xH100.")
@click.option("--params", metavar="SIZE", help="In place of MODEL, where only a size is known.")
@click.option("--tp", help="GPUs that share each layer.")
@click.option("--pp", help="Stages that the layers are divided into.")
@click.option("--ep", help="GPUs that routed experts are divided over.")
@click.option("--dp", help="Replicas, each with sequences of its own.")
@click.option("--dtype", default="", help="Format of the weights, such as fp8, awq or q4_0.")
@click.option("--kv-dtype", default="", help="Format of cached values, such as fp8 or q8_0.")
@click.option("--window-policy", help="What layers with a window keep: windowed or full.")
@click.option("--context", metavar="TOKENS", help="Tokens in a sequence.")
@click.option("--source-context", metavar="TOKENS", help="Tokens that its encoder makes.")
@click.option("--sequences", metavar="N", help="Sequences wanted at once.")
@click.option("--prompt", metavar="TOKENS", help="Tokens of the prompt of one call.")
@click.option("--answer", metavar="TOKENS", help="Tokens that a call writes.")
@click.option("--ttft", metavar="TIME", help="Time to the first token to keep, such as 500ms.")
@click.option("--tpot", metavar="TIME", help="Time per token after it to keep, such as 40ms.")
@click.option("--engine", help="vllm, sglang, tensorrt-llm or other.")
@click.option("--train", metavar="RECIPE", help="Train it: mixed, bf16, adam-8bit, lora, qlora...")
@click.option("--zero", help="ZeRO stage, 0 to 3; 3 is FSDP.")
@click.option("--recompute", help="none, selective or full.")
@click.option("--micro-batch", help="Sequences of one step of one GPU.")
@click.option("--lora-rank", metavar="R", help="Rank of adapters.")
@click.option("--lora-targets", default="", help="Their matrices: q_proj,v_proj or all-linear.")
@click.option("--as", "read_as", default="", help="Read the config as that of another type.")
@click.option("--explain", "key", metavar="KEY", help="Say where one number comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@set_option
@markdown_option
def command(
    model: str | None,
    on: str | None,
    train: str | None,
    key: str | None,
    as_json: bool,
    settings: tuple[str, ...],
    **options: Any,
) -> None:
    """Say whether MODEL fits: a config.json, the folder of one, or a name of the catalog.

    --set takes any other field of a fit, such as --set utilisation=95% or --set training.cp=2.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_answer

    params = options["params"]
    if model is None and params is None:
        raise click.UsageError("name a model, or the path of its config.json")
    given = read_settings(settings)
    options["lora_targets"] = listed(options["lora_targets"] or "")
    answer = api.fit(model, on, train=train, given=given, **options)
    again = {"on": on, "train": train, **options}
    print_answer(answer, key, as_json, [*spelled([model], again), *set_words(settings)])

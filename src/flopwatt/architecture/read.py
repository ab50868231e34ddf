"""From a config to an architecture: the text model that it nests, and the towers beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from flopwatt.architecture.config import Config
from flopwatt.architecture.fragment import is_fragment, read_fragment
from flopwatt.architecture.heads import check_drafts, without_head
from flopwatt.architecture.lacking import Lacking, LackingError
from flopwatt.architecture.nested import EITHER, KINDS, text_config
from flopwatt.architecture.records import Architecture, Stack
from flopwatt.architecture.registry import NATIVE, Family, load_families, load_towers
from flopwatt.architecture.shapes import check_shapes
from flopwatt.problems import PlanError, Problem, nearest

TOWERS = ("vision_config", "audio_config", "visual", "vit_config", "sound_config", "encoder_config")
# what else names a tower, without the sizes of one that is read here
UNREAD = (
    *("img_processor", "audio_processor", "vision_lora", "speech_lora", "mm_vision_tower"),
    *("audio_model_id", "talker_config", "code2wav_config", "vq_config"),
    *("qformer_config", "gen_vision_config", "speech_config", "tts_config", "vision_tower"),
    *("vision_tower_cfg", "mm_projector_cfg"),
)
# fields of models that draft for another: fewer rows in the head, and matrices for its states
DRAFTS = ("draft_vocab_size", "dflash_config")
NEEDED = ("a part of the model cannot be counted", "nothing of the model can be counted")
MOST_MISSING = 30  # no family asks for more fields than that


def read_architecture(config: Config) -> Architecture:
    """The layers and tensors of the model that a config describes.

    Raises PlanError with every field that is missing or cannot be used, or where no family
    reads the model type. Fields that only some answers need are left Lacking in these.
    """
    try:
        found = _read(config)
    except LackingError as error:
        raise PlanError([*config.reading.problems, *_missing(config, error.names)]) from None
    if config.reading.problems:
        raise PlanError(config.reading.problems)
    assumed = tuple(config.reading.assumed.values())
    notes = tuple(config.reading.notes)
    return replace(found, assumed=assumed, notes=notes)


def _read(config: Config) -> Architecture:
    text = text_config(config)
    for key in DRAFTS:
        if text.has(key):
            message = "is a drafter's, which has other layers than its type says"
            text.refuse(key, message, "the config of the model that it drafts for")
    if not text.reading.problems:
        check_drafts(config)
    if config.reading.problems:
        raise PlanError(config.reading.problems)
    found = find_family(text, config).read(text)
    check_shapes(found, text)
    if not text.path:
        found = without_head(found, text)
    further = text.raw("num_nextn_predict_layers")
    told = found.predictor is not None or any("predict" in one for one in config.reading.notes)
    if isinstance(further, int) and further > 0 and not told:
        text.leave_out("its modules that predict further tokens are left out")
    _say_wrapper(text, config)
    count = len(config.reading.notes)
    towers = dict(_towers(config))
    if text.path and not towers and len(config.reading.notes) == count:
        config.leave_out("the config says nothing of towers beside the text model")
    return replace(found, towers={**found.towers, **towers})


def _say_wrapper(text: Config, top: Config) -> None:
    """Tell of a wrapper of an unknown type: its text model is read, and nothing else of it."""
    outer, inner = top.raw("model_type"), str(text.raw("model_type") or "")
    if not text.path or not isinstance(outer, str) or inner.startswith(outer):
        return
    known = outer in KINDS or outer in EITHER or outer in load_towers()
    if not known and outer.lower() not in load_families():
        text.leave_out(
            f"the wrapper {outer} is not known here: its text model is read by its own type, "
            "and what the wrapper changes or adds is left out"
        )


def find_family(text: Config, top: Config) -> Family:
    """The family that reads a model type, or an architecture's name where the type is unknown."""
    families = load_families()
    names = [*_names(text), *_names(top)]
    _check_types(text, top)
    name = next((name for name in names if name.lower() in families), "")
    if name:
        found = families[name.lower()]
        _say_class(text, found, name)
        return found
    given = next(iter(names), "")
    if not given and is_fragment(text):
        return Family("fragment", (), read_fragment)
    if not given:
        message = "the config names no model type, so its layers cannot be told"
        problem = Problem("missing-quantity", message, field="model_type", given="nothing",
                          allowed=_known(families))  # fmt: skip
        text.word("model_type")  # is told of where it holds something else than a text
        raise PlanError(top.reading.problems or [problem])
    problem = Problem(
        "unknown-name",
        "no family of models here is read by this type",
        top.reading.file.place("model_type"),
        "model_type",
        given=given,
        allowed=_known(families),
        nearest=nearest(given, families),
    )
    raise PlanError([problem])


def _check_types(text: Config, top: Config) -> None:
    """Refuse a type that is no text, though an architecture's name may be one."""
    for config in (text, top):
        if not config.reading.problems:
            config.word("model_type")
    if top.reading.problems:
        raise PlanError(top.reading.problems)


def _say_class(text: Config, found: Family, name: str) -> None:
    """Show by which class a model is read, where its type is not known or not said."""
    given = text.raw("model_type", "wrapper")
    listed = text.raw("architectures")
    if isinstance(listed, list) and name in listed:
        kind = next(iter(found.model_types), found.name)
        why = f"a type that {name} is of; the config names " + (
            f"{given}, which is not known here" if given else "none"
        )
        text.assume("model_type", kind, why)


def _known(families: Mapping[str, Family]) -> str:
    types = {name for one in families.values() for name in one.model_types}
    return (
        f"one of {len(types)} types (`flopwatt model --list`); `--as TYPE` reads the same fields "
        "as a type whose layers are alike"
    )


def _names(config: Config) -> Iterable[str]:
    for key in ("model_type", "wrapper"):
        if isinstance(config.data.get(key), str):
            yield config.data[key]
    listed = config.data.get("architectures")
    if isinstance(listed, list):
        yield from (name for name in listed if isinstance(name, str))
    bare = config.raw("model_type") in (None, "transformer")  # all that such files ever say
    if bare and config.has("dim") and config.has("n_layers"):
        yield NATIVE


def _towers(config: Config) -> Iterable[tuple[str, Stack]]:
    """Towers whose sizes the config names; one of an unknown kind is told, not guessed."""
    top: Config | None = config
    while top is not None:
        for key in UNREAD:
            if top.has(key):
                config.leave_out(f"{top.path}{key} is not read here; its weights are left out")
        for key in TOWERS:
            tower = top.child(key)
            stack = _tower(key, tower, top) if tower and tower.data else None
            if stack:
                yield key.removesuffix("_config"), stack
        top = top.child("thinker_config")


def _tower(key: str, tower: Config, top: Config) -> Stack | None:
    """One tower by its own type; by its wrapper's where it has none."""
    above = top.word("model_type") + ("_audio" if key == "audio_config" else "")
    read = load_towers().get(tower.word("model_type") or above)
    if read is None:
        top.leave_out(f"{tower.path}* is of a kind that is not read here; its weights are left out")
        return None
    try:
        return read(tower, top)
    except LackingError as error:
        lacked = ", ".join(sorted(error.names))
        top.leave_out(f"{tower.path}* is left out, as it cannot be counted without {lacked}")
        return None


def _missing(config: Config, names: frozenset[str]) -> Iterable[Problem]:
    """A problem for each field that is missing: those that decide, and those after them.

    What comes after a deciding field is found by reading again with a 1 in its place.
    """
    deciding, others = set(names), frozenset[str]()
    again = replace(config.reading, problems=[], assumed={}, notes=[], stand_ins=deciding)
    for _ in range(MOST_MISSING):
        try:
            others = _lacked(_read(Config(config.data, again, config.path)))
            break
        except LackingError as error:
            if error.names <= deciding:
                break
            deciding |= error.names
        except PlanError:
            break
    told = {problem.field for problem in config.reading.problems}
    for name in sorted((deciding | others) - told):
        holder = name.rpartition(".")[0]
        yield Problem(
            "missing-quantity",
            f"is missing, and {NEEDED[name in deciding]} without it",
            config.reading.file.place(holder),
            name,
            given="nothing",
            allowed="the value that the model was published with",
        )


def _lacked(found: Architecture) -> frozenset[str]:
    """The fields that some tensor lacks."""
    sizes = (tensor.size for tensor in found.tensors())
    return frozenset(name for size in sizes if isinstance(size, Lacking) for name in size.names)

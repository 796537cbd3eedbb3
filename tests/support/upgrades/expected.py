"""What the release of a kept dump made of it: states, answers, exports. Written once, beside the dump."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.support.upgrades import answers, dump, folding
from tests.support.upgrades.scenes import LATER

WHEN = LATER + timedelta(minutes=5)
"""When the upgraded club goes on, and is asked."""

Said = dict[str, Any]


def _place(name: str) -> Path:
    return dump.KEPT / f"{name}.expected.json.gz"


def streams() -> Said:
    """Return what each stream of the log folds to."""
    return {stream: folding.folded(stream) for stream in folding.streams()}


def samples() -> Said:
    """Return how each stored sample is written today, and what it folds to."""
    return {
        place: {
            "event": sample,
            "written": folding.written_again(sample),
            "folded": folding.sample_folded(sample),
        }
        for place, sample in folding.samples()
    }


def write(name: str) -> None:
    """Write what this code makes of the club in the database."""
    _migrations, tables = dump.read(dump.kept(name))
    said = {"streams": streams(), "samples": samples(), "answers": dict(answers.answers(tables))}
    text = json.dumps(said, ensure_ascii=False)
    _place(name).write_bytes(gzip.compress(text.encode(), mtime=0))


def read(name: str) -> Said:
    """Return what that code made of it."""
    return json.loads(gzip.decompress(_place(name).read_bytes()))  # type: ignore[no-any-return]


def lost(then: Mapping[str, int] | None, now: Mapping[str, int] | None, at: str) -> list[str]:
    """Return which values of a state are there less often than they were. A field that has been added is no loss."""
    then, now = then or {}, now or {}
    return [
        f"{at}: {value} was there {many} times, and is {now.get(value, 0)} times"
        for value, many in then.items()
        if now.get(value, 0) < many
    ]


LOG_MOVED = ("I know why: remember the log as it is now", "I know why: accept the log")
"""The button under the warning that the log has moved, then and now."""
FOOT = "Tứ Sắc club"
"""What a page says last of its head, and first of its foot."""


FOR_PEOPLE = {"detail", "words"}
"""Fields of the API with a sentence for people, which are edited; what programs go by, a code and its facts, stays."""


def facts(said: Any, called: str) -> Any:
    """Return what an answer says, whatever its wording: of the API without its sentences for people, and of a page,
    without head and foot, the figures in each of its texts that has some."""
    if called.startswith("API"):
        return _for_programs(said)
    if not (called.startswith("page") and said):
        return said
    words = said[1][1:]
    for button in LOG_MOVED:
        words = words[words.index(button) + 1 :] if button in words else words
    if FOOT in words:
        words = words[: len(words) - 1 - words[::-1].index(FOOT)]
    return [said[0], [found for one in words if (found := _figures(_renamed(one)))]]


FIGURE = re.compile(r"[+−]?\d+(?:,\d{3})*")


def _figures(words: str) -> list[str]:
    """Return the numbers in a text, without the commas between groups of three digits."""
    return [figure.replace(",", "") for figure in FIGURE.findall(words)]


def _for_programs(said: Any) -> Any:
    if isinstance(said, dict):
        return {key: _for_programs(one) for key, one in said.items() if key not in FOR_PEOPLE}
    return [_for_programs(one) for one in said] if isinstance(said, list) else said


def _renamed(words: str) -> str:
    deals = re.sub(r"Deal (\d+) at R(\d+) T(\d+) ", r"Round \2, table \3, deal \1 · ", words)
    return re.sub(r"\bR(\d+) T(\d+) ", r"Round \1, table \2 · ", deals)


def _rules_of_today(said: Said) -> Said:
    """Return a rule set with the names and words that its options have by now (§13.18); anything else as it is."""
    if not {"exposed_triple_points", "trash_only", "declined_king_dies", "penalty"} <= set(said):
        return said
    words = {
        "exposed_triple_points": ("exposed_triple", None),
        "trash_only": ("discards", {True: "trash", False: "any-but-king"}),
        "declined_king_dies": ("drawn_king", {True: "dies", False: "passes-on"}),
        "penalty": ("penalty", {True: "pays-for-all", False: "none"}),
    }
    renamed: Said = {}
    for option, value in said.items():
        if option == "claims":
            renamed |= dict.fromkeys(("win_claim", "khap_claim", "pair_claim"), value)
            continue
        name, means = words.get(option, (option, None))
        renamed[name] = means[value] if means else value
    return renamed


def differences(then: Any, now: Any, at: str = "") -> list[str]:
    """Return what is not as it was, each with its place. A field that has been added is no difference."""
    if isinstance(then, dict) and isinstance(now, dict):
        then = then if "exposed_triple_points" in now else _rules_of_today(then)
        gone = [f"{at}.{key} is gone: {then[key]!r}" for key in then if key not in now]
        return gone + [
            line
            for key in then
            if key in now
            for line in differences(then[key], now[key], f"{at}.{key}")
        ]
    if at.startswith("API") and at.endswith("rule-sets/[1]"):
        named = [one["key"] for one in then]
        now = [one for one in now if one["key"] in named]  # a preset that has been added
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        pairs = enumerate(zip(then, now, strict=True))
        return [line for i, (a, b) in pairs for line in differences(a, b, f"{at}[{i}]")]
    return [] if then == now else [f"{at} was {then!r} and is {now!r}"]

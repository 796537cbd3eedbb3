"""docs/records.md as data: its tables, its presets and its program, which readers and tests ask by name."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from functools import cache
from typing import Any

from tests.support.running_site import PROJECT

Record = dict[str, Any]
PATH = PROJECT / "docs" / "records.md"
TEXT = PATH.read_text(encoding="utf-8")


def part(heading: str) -> str:
    """Return the text below a heading, up to the next one of any level."""
    found = re.search(
        rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", TEXT, re.DOTALL | re.MULTILINE
    )
    assert found, heading
    return found[1]


def first_column(heading: str) -> list[str]:
    """Return the names in the first column of the first table below a heading."""
    table = re.search(r"(?:^\|.*\n)+", part(heading), re.MULTILINE)
    assert table, heading
    return re.findall(r"^\| `(\w+)` \|", table[0], re.MULTILINE)


@cache
def event_fields() -> dict[str, list[str]]:
    rows = re.findall(r"^\| `deal\.([a-z-]+)` \| ([^|]*) \|", part("Events"), re.MULTILINE)
    return {name: re.findall(r"`(\w+)`", fields) for name, fields in rows}


@cache
def words_of(event: str) -> str:
    """Return what the page says of an event: the last column of its row."""
    row = rf"^\| `deal\.{event}` \| [^|]* \| (.*) \|$"
    found = re.search(row, part("Events"), re.MULTILINE)
    assert found, event
    return found[1]


@cache
def formats() -> dict[str, list[str]]:
    """Return each format, lowest first, with the names of what it adds."""
    rows = re.findall(r"^\| `(tusac-deal/\d+)` \| (.*) \|$", part("Formats"), re.MULTILINE)
    return {name: re.findall(r"`([a-z._-]+)`", adds) for name, adds in rows}


def line_fields() -> list[str]:
    table = part("Result").partition("Each line:")[2]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def presets() -> dict[str, Record]:
    (block,) = re.findall(r"```json presets\n(.*?)```", TEXT, re.DOTALL)
    return {rules["key"]: rules for rules in map(json.loads, block.splitlines())}


OWN = "tusac-deal/11"
"""The format of the house's own rules."""
CLAIMS = ("win_claim", "khap_claim", "pair_claim")
OLDER = "Rules before tusac-deal/11"


def options(written: str) -> list[str]:
    """Return the options of a rule set in records of this format, in order."""
    order = list(formats())
    return first_column("Rules" if order.index(written) >= order.index(OWN) else OLDER)


def in_full(rules: Record) -> Record:
    """Return the rules as the newest format says them: what theirs lacks as the preset of their payment has it."""
    if "exposed_triple_points" not in rules:
        return rules
    usual = next(one for one in presets().values() if one["payment"] == rules["payment"])
    full = {**usual, **rules, "exposed_triple": rules["exposed_triple_points"]}
    full["penalty"] = "pays-for-all" if rules["penalty"] else "none"
    full |= dict.fromkeys(CLAIMS, rules["claims"])
    full["discards"] = "trash" if rules["trash_only"] else "any-but-king"
    full["drawn_king"] = "dies" if rules["declined_king_dies"] else "passes-on"
    del (
        full["claims"],
        full["exposed_triple_points"],
        full["trash_only"],
        full["declined_king_dies"],
    )
    return {name: full[name] for name in usual}


def is_older(rules: Record) -> bool:
    """Return whether the formats before `OWN` can say these rules in full."""
    if rules["payment"] not in ("amount", "points"):
        return False
    usual = next(one for one in presets().values() if one["payment"] == rules["payment"])
    said = {*first_column(OLDER), *CLAIMS, "exposed_triple", "discards", "drawn_king"}
    if rules["discards"] == "any" or rules["drawn_king"] == "kept":
        return False
    claims = {rules[name] for name in CLAIMS}
    kept = rules["drawn_king"] == "passes-on" and not rules["fourth_to_exposed_triple"]
    if len(claims) > 1 or (claims == {"forced"} and not kept):
        return False
    if any(rules[name] != value for name, value in usual.items() if name not in said):
        return False
    if rules["payment"] == "amount" and (rules["unit"], rules["loser_kongs"]) != (1, "paid"):
        return False
    if rules["payment"] == "points" and rules["penalty"] != "none":
        return False
    return (
        1 <= rules["exposed_triple"] <= 8
        and 1 <= rules["unit"] <= 100
        and rules["loser_kongs"] in ("paid", "deduct")
    )


@cache
def program() -> dict[str, Any]:
    names: dict[str, Any] = {}
    (program,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(program, str(PATH), "exec"), names)
    return names


def name_of(event: Record) -> str:
    return str(event["name"]).removeprefix("deal.")


def kept_seed(secret: str, seat: int) -> str:
    message = f"tusac-kept-seed-1\n{seat}".encode()
    return hmac.new(bytes.fromhex(secret), message, hashlib.sha256).digest()[:16].hex()


def lowest_format(record: Record) -> str:
    order = list(formats())
    at = 0 if is_older(in_full(record["rules"])) else order.index(OWN)
    for number, adds in enumerate(formats().values()):
        fields = [one for one in adds if "." not in one]
        names = [one for one in adds if "." in one]
        for event in record["events"]:
            if fields:
                given = any(event.get(one) is not None for one in fields)
                there = event["name"] in names and given
            else:
                there = event["name"] in names
            at = max(at, number) if there else at
    return order[at]

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


def options(written: str) -> list[str]:
    """Return the options of a rule set in records of this format, in order, without later ones."""
    order = list(formats())
    later = {one for name in order[order.index(written) + 1 :] for one in formats()[name]}
    return [one for one in first_column("Rules") if one not in later]


def in_full(rules: Record) -> Record:
    """Return the rules with the options that their format lacks, as the preset of their payment has them."""
    usual = next(one for one in presets().values() if one["payment"] == rules["payment"])
    return {**usual, **rules}


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
    at = 0
    for number, adds in enumerate(formats().values()):
        fields = [one for one in adds if "." not in one]
        names = [one for one in adds if "." in one]
        if fields and not names and any(one in record["rules"] for one in fields):
            at = number
        for event in record["events"]:
            if fields:
                given = any(event.get(one) is not None for one in fields)
                there = event["name"] in names and given
            else:
                there = event["name"] in names
            at = number if there else at
    return list(formats())[at]

"""The one file that checks records: it runs with Python alone and says what `verify_deal` says."""

import io
import json
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import verifier
from games.engine.recording.notation import rules_to_plain
from games.engine.recording.people import LEFT_OUT, Mask, line_of_people
from games.engine.recording.records import from_line, to_record
from games.engine.rules import OPTIONS, PRESETS, VINAGAMES, objection
from tests.support import record_mutations
from tests.support.record_mutations import written
from tests.support.running_site import PROJECT


def originals():
    """Deals of every sort, each as its line."""
    return [written(json.loads(text)).decode() for text in record_mutations.originals()]


@pytest.fixture
def program(tmp_path):
    path = tmp_path / verifier.NAME
    path.write_text(verifier.source(), encoding="utf-8")
    return path


def run(program, *files):
    """What it says, isolated from this environment and from all that is installed in it."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", program.name, *(file.name for file in files)],
        cwd=program.parent,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    return done.returncode, done.stdout.decode()


def kept(program, *lines):
    path = program.parent / "records.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def said_here(path):
    out = io.StringIO()
    with suppress(CommandError):
        call_command("verify_deal", str(path), stdout=out)
    return out.getvalue()


def test_it_checks_deals_of_every_sort_with_python_alone(program):
    deals = originals()
    path = kept(program, *(line.encode() for line in deals))
    code, said = run(program, path)
    assert code == 0
    assert said == said_here(path) + f"records.jsonl: {len(deals)} deals, 0 not right\n"


def test_it_names_the_first_thing_that_is_wrong_as_the_club_does(program):
    deal = next(json.loads(line) for line in originals() if '"deal.won"' in line)
    at = next(n for n, row in enumerate(deal["events"]) if row["name"] == "deal.card-drawn")
    other = "Pr" if deal["events"][at]["card"] != "Pr" else "Py"
    events = [{**row, "card": other} if n == at else row for n, row in enumerate(deal["events"])]
    path = kept(program, written({**deal, "events": events}), b"{")
    code, said = run(program, path)
    assert code == 1
    assert said.startswith(said_here(path))
    assert "line 1: " in said
    assert "line 2: the line is not JSON" in said
    assert said.endswith("records.jsonl: 2 deals, 2 not right\n")


def test_no_file_an_absent_one_and_an_empty_one(program):
    code, said = run(program)
    assert code == 2
    assert "python3 verify_deals.py FILE" in said
    code, said = run(program, program.parent / "absent.jsonl")
    assert code == 1
    assert said.startswith("absent.jsonl: cannot be read")
    assert run(program, kept(program))[0] == 1


def test_the_description_of_records_names_its_fingerprint():
    text = (PROJECT / "docs" / "records.md").read_text(encoding="utf-8")
    [named] = re.findall(r"verify_deals\.py: SHA-256 `([0-9a-f]{64})`", text)
    assert named == verifier.digest(), "write the new fingerprint into docs/records.md"


def test_it_holds_the_rules_and_no_other_room_of_the_club():
    modules = re.findall(r"^SOURCES\['([a-z_.]+)'\]", verifier.source(), re.MULTILINE)
    assert {"games.engine.worst", "games.engine.shuffle", "games.engine.scoring"} <= set(modules)
    beside = {"games", "games.engine", "games.check_records"}
    assert all(name in beside or name.startswith("games.engine.") for name in modules)
    assert "games.engine.hands.rollout" not in modules


# --- people in a file of records ----------------------------------------------------------------


def test_a_first_line_of_names_is_passed_over_and_anywhere_else_it_is_no_deal(program):
    deal = originals()[0].encode()
    names = line_of_people({"player:2": "Bình", "player:1": "An"}).encode()
    assert (
        names == '{"format":"tusac-people/1","people":{"player:1":"An","player:2":"Bình"}}'.encode()
    )
    assert run(program, kept(program, names, deal))[0] == 0
    code, said = run(program, kept(program, deal, names))
    assert code == 1
    assert "line 2: format:" in said


@pytest.mark.parametrize(
    ("people", "said"),
    [
        ({"bot:club": "x"}, "is no player"),
        ({"player:1": ""}, "player:1: 1 to 100 characters"),
        ({"player:1": "a\u0007"}, "none of them a control character"),
        ({"player:1": 7}, "player:1: 1 to 100 characters"),
        ([], "an object with format and people"),
        ({f"player:{n}": "x" for n in range(1, 5002)}, "at most 5000 people"),
    ],
)
def test_bad_names_are_refused_by_name(program, people, said):
    line = json.dumps({"format": "tusac-people/1", "people": people}).encode()
    code, answer = run(program, kept(program, line, originals()[0].encode()))
    assert code == 1
    assert answer.startswith("line 1: names: ")
    assert said in answer


def test_a_masked_deal_is_right_and_names_nobody(program):
    lines = [line for line in originals() if '"deal.ruling-given"' in line]
    mask = Mask()
    masked = [to_record(mask.over(from_line(line))) for line in lines]
    assert masked
    assert run(program, kept(program, *map(written, masked)))[0] == 0
    people = set()
    for before, after in zip(map(json.loads, lines), masked, strict=True):
        assert after["result"] == before["result"]
        people.update(after["players"])
        for row in after["events"]:
            if row["name"] in ("deal.dispute-filed", "deal.ruling-given", "deal.ruling-withdrawn"):
                assert row["reason"] == LEFT_OUT
    numbers = sorted(int(who.removeprefix("player:")) for who in people if who[:4] != "bot:")
    assert numbers == sorted(set(numbers))
    assert max(numbers, default=0) <= 4 * len(masked)


# --- the house's own rules (§13) ------------------------------------------------------------------


def near_the_presets():
    """Every preset, and each with one option at each of its values, or at both ends where it is a number."""
    for preset in PRESETS.values():
        yield preset
        for name, option in OPTIONS.items():
            values = option.values
            ends = (values[0], values[-1]) if isinstance(values, range) else values
            for value in ends:
                if value != getattr(preset, name):
                    changed: dict[str, Any] = {"key": f"{preset.key}-{name}", name: value}
                    yield replace(preset, **changed)


def test_it_checks_deals_of_every_preset_and_of_every_value_of_every_option(program):
    rules = [each for each in near_the_presets() if objection(each) is None]
    for name, option in OPTIONS.items():
        tried = {getattr(each, name) for each in rules}
        assert tried >= {option.values[0], option.values[-1]}, name
    lines = [
        written(record_mutations.strayed(f"deal-{at}", each, max(each.seats), at))
        for at, each in enumerate(rules)
    ]
    code, said = run(program, kept(program, *lines))
    assert said.endswith(f"records.jsonl: {len(lines)} deals, 0 not right\n")
    assert code == 0


def test_it_refuses_options_that_contradict_each_other_and_a_preset_with_options_of_others(program):
    refused = [each for each in near_the_presets() if objection(each) is not None]
    misnamed = [
        replace(each, key=each.key.partition("-four")[0])
        for each in near_the_presets()
        if each.key.endswith("-four_pawns")
    ]
    assert len(refused) > 10 and len(misnamed) == 2 * len(PRESETS)
    base = record_mutations.strayed("deal", replace(VINAGAMES, key="A", khap=6), 4, 1)
    assert base["format"] == "tusac-deal/11"
    lines = []
    for rules in (*refused, *misnamed):
        first = {**base["events"][0], "rules": rules_to_plain(rules)}
        lines.append(written({**base, "events": [first, *base["events"][1:]]}))
    code, said = run(program, kept(program, *lines))
    assert code == 1
    assert said.endswith(f"records.jsonl: {len(lines)} deals, {len(lines)} not right\n")

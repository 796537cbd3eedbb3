"""`manage.py judge`: positions in, answers out, whatever the lines hold."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.recording.positions import LONGEST_LINE, judge_line
from tests.support.running_site import PROJECT

ENGINE = Path(__file__).parent.parent / "engine"
ANSWERS = ("trash", "legal_melds", "winning_melds", "usefulness", "worst")
ACTIVE: dict[str, Any] = {
    "id": 7,
    "rules": "vinagames",
    "kind": "active",
    "private": ["Rr", "Cr", "Gw"],
    "public": [["Kr"]],
    "face_up": ["Ny"],
    "stock": 20,
    "active": "Nr",
}
DISCARD: dict[str, Any] = {name: ACTIVE[name] for name in ACTIVE if name != "active"} | {
    "kind": "discard"
}


def judged(monkeypatch: pytest.MonkeyPatch, data: bytes) -> list[str]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    out = io.StringIO()
    call_command("judge", stdout=out)
    return out.getvalue().splitlines()


def question(line: str) -> str:
    position = json.loads(line)
    kept = {name: value for name, value in position.items() if name not in ANSWERS}
    return json.dumps(kept, separators=(",", ":"))


def answer(position: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(judge_line(json.dumps(position)))
    return found


def test_the_400_positions_come_back_letter_by_letter(monkeypatch):
    lines = (ENGINE / "vectors.jsonl").read_text().splitlines()
    questions = "\n".join(map(question, lines)) + "\n"
    assert judged(monkeypatch, questions.encode()) == lines


def test_the_projects_own_positions_come_back():
    for line in (ENGINE / "positions.jsonl").read_text().splitlines():
        expected = json.loads(line)
        if "worst" in expected:
            expected["worst"].sort()
        assert json.loads(judge_line(question(line))) == expected


def test_answers_that_a_position_has_already_are_given_anew():
    assert answer(ACTIVE | {"trash": 99, "legal_melds": "none"}) == answer(ACTIVE)


def test_5_1_an_active_card():
    assert answer(ACTIVE) == ACTIVE | {
        "trash": 3,
        "legal_melds": [["Cr", "Rr"]],
        "winning_melds": [],
    }


def test_10_3_a_discard():
    found = answer(DISCARD)
    assert list(found) == [*DISCARD, "trash", "usefulness", "worst"]
    assert found["worst"] == sorted(found["worst"])


def test_5_4_in_4sac_no_triple_of_kings_is_listed():
    kings = ACTIVE | {"private": ["Kr", "Kr", "Gw"], "public": [], "active": "Kr"}
    assert answer(kings)["legal_melds"] == [[], ["Kr"], ["Kr", "Kr"]]
    assert answer(kings | {"rules": "4sac"})["legal_melds"] == [[], ["Kr"]]


@pytest.mark.parametrize(
    ("line", "name", "part"),
    [
        ("", None, "JSON"),
        ("not json", None, "JSON"),
        ('{"id": 3', None, "JSON"),
        ("[" * 5000, None, "JSON"),
        ('{"id": ' + "9" * 5000 + "}", None, "JSON"),
        ("null", None, "object"),
        ("[]", None, "object"),
        ("3", None, "object"),
        ("{}", None, "kind"),
        ('{"id": 4}', 4, "kind"),
        ('{"id": "x"}', "x", "kind"),
        ('{"id": [1]}', None, "kind"),
        ('{"id": true}', None, "kind"),
        ('{"id": NaN, "kind": "active"}', None, ""),
        ('{"id": "' + "x" * (LONGEST_LINE + 1) + '"}', None, "longer"),
    ],
)
def test_a_line_that_is_no_position_gets_an_error(line, name, part):
    found = json.loads(judge_line(line))
    assert list(found) == ["id", "error"]
    assert found["id"] == name
    assert part in found["error"]


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"kind": "deal"}, "kind"),
        ({"kind": ["active"]}, "kind"),
        ({"rules": "poker"}, "rules"),
        ({"rules": None}, "rules"),
        ({"rules": ["vinagames"]}, "rules"),
        ({"private": "Rr Cr"}, "private"),
        ({"private": ["rR"]}, "private"),
        ({"private": ["Rr "]}, "private"),
        ({"private": [""]}, "private"),
        ({"private": [3]}, "private"),
        ({"private": [["Rr"]]}, "private"),
        ({"private": None}, "private"),
        ({"private": {"Rr": 1}}, "private"),
        ({"private": ["Rr", "Gr", "Mr", "Ny", "Cy", "Ry", "Pw"] * 3 + ["Gw"]}, "21"),
        ({"private": ["Rr"] * 5}, "only four Rr"),
        ({"private": ["Nr"] * 4}, "only four Nr"),
        ({"face_up": ["Ny"] * 5}, "only four Ny"),
        ({"public": [["Ny"] * 4]}, "only four Ny"),
        ({"public": [["Rr", "Cr"]]}, "no set"),
        ({"public": [[]]}, "no set"),
        ({"public": ["Kr"]}, "public"),
        ({"public": "Kr"}, "public"),
        ({"public": [["Kx"]]}, "public"),
        ({"face_up": None}, "face_up"),
        ({"face_up": ["Zz"]}, "face_up"),
        ({"stock": -1}, "stock"),
        ({"stock": 113}, "stock"),
        ({"stock": 7.0}, "stock"),
        ({"stock": "7"}, "stock"),
        ({"stock": True}, "stock"),
        ({"stock": None}, "stock"),
        ({"active": "Kk"}, "active"),
        ({"active": None}, "active"),
        ({"active": ["Nr"]}, "active"),
        ({"id": None}, "id"),
        ({"id": 1.5}, "id"),
        ({"id": "x" * 101}, "id"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_field_that_says_nothing_sensible_is_named(change, part):
    found = answer(ACTIVE | change)
    assert list(found) == ["id", "error"]
    assert part in found["error"]
    assert found["id"] == (None if "id" in change else 7)


@pytest.mark.parametrize("name", ACTIVE)
def test_a_missing_field_is_named(name):
    found = answer({other: value for other, value in ACTIVE.items() if other != name})
    assert name in found["error"]


def test_a_discard_has_no_active_card():
    assert "active" in answer(DISCARD | {"active": "Nr"})["error"]


def test_9_6_4sac_has_no_worst_card():
    assert "9.6" in answer(DISCARD | {"rules": "4sac"})["error"]


def test_the_lines_after_a_bad_one_are_still_judged(monkeypatch):
    good = json.dumps(ACTIVE)
    bad = (b"{", b"\xff\xfe", b"", b"x" * 300_000, b"\x00", b'{"id": "\\ud800"}')
    data = b"\n".join(part for line in bad for part in (line, good.encode()))
    found = [json.loads(line) for line in judged(monkeypatch, data)]
    assert len(found) == 2 * len(bad)
    assert all("error" in line for line in found[::2])
    assert found[1::2] == [answer(ACTIVE)] * len(bad)


BAD_LINES: dict[str, tuple[bytes, str]] = {
    "nested without end": (b"[" * 100_000, "longer"),
    "lists nested in a card": (b'{"private":' + b"[" * 9_000 + b"]" * 9_000 + b"}", "levels"),
    "objects nested in a field": (b'{"x":' * 970 + b"1" + b"}" * 970, "levels"),
    "half a character": (json.dumps(ACTIVE | {"id": "\ud800"}).encode(), "half a character"),
    "half a character in a card": (json.dumps(ACTIVE | {"active": "\udfff"}).encode(), "half a"),
    "half a character for a field": (json.dumps(ACTIVE | {"\ud800": 1}).encode(), "half a"),
    "half a character in bytes": (b'{"id": "\xed\xa0\x80"}', "UTF-8"),
    "bytes that are no text": (b'{"id": "\xff"}', "UTF-8"),
    "a number without end": (json.dumps(ACTIVE).replace("20", "9" * 5001).encode(), "too great"),
    "a power without end": (json.dumps(ACTIVE).replace("20", "1e999999").encode(), "too great"),
    "no number": (json.dumps(ACTIVE | {"stock": float("nan")}).encode(), "NaN"),
    "infinity": (json.dumps(ACTIVE | {"stock": -float("inf")}).encode(), "-Infinity"),
    "a field twice": (json.dumps(ACTIVE).encode()[:-1] + b',"stock":7}', "'stock' is there twice"),
    "a byte-order mark": (b"\xef\xbb\xbf" + json.dumps(ACTIVE).encode(), "byte-order mark"),
    "nothing": (b"", "not JSON"),
    "a list": (b"[]", "object"),
}


@pytest.mark.parametrize("case", BAD_LINES)
def test_a_bad_line_has_its_answer_with_its_number_and_the_next_is_judged(case, monkeypatch):
    line, part = BAD_LINES[case]
    good = json.dumps(ACTIVE)
    first, bad, last = judged(monkeypatch, b"\n".join((good.encode(), line, good.encode())))
    assert json.loads(first) == json.loads(last) == answer(ACTIVE)
    error = json.loads(bad)["error"]
    assert error.startswith("line 2: ") and part in error
    assert bad.isascii()


def test_a_line_of_windows_and_a_last_line_without_an_end_are_judged(monkeypatch):
    good = json.dumps(ACTIVE)
    found = judged(monkeypatch, f"{good}\r\n{good}".encode())
    assert [json.loads(line) for line in found] == [answer(ACTIVE)] * 2


def test_nothing_in_nothing_out(monkeypatch):
    assert judged(monkeypatch, b"") == []


def test_the_command_needs_no_database():
    ran = subprocess.run(
        [sys.executable, "manage.py", "judge"],
        input=json.dumps(ACTIVE) + "\n?\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=PROJECT,
        env={"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "PATH": ""},
    )
    first, second = ran.stdout.splitlines()
    assert json.loads(first) == answer(ACTIVE)
    assert json.loads(second)["id"] is None


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(list(ACTIVE)), anything)
def test_whatever_a_field_holds_there_is_one_line_of_answer(name, value):
    line = judge_line(json.dumps(ACTIVE | {name: value}))
    assert "\n" not in line
    found = json.loads(line)
    assert "error" in found or set(found) > set(ACTIVE)

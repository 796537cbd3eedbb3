"""Refusals: each has a code that somebody raises, a section of the rulebook and a plain sentence."""

import re
from pathlib import Path

import pytest

from games.engine.errors import REFUSALS, IllegalMove
from games.errors.log import LOG
from games.errors.people import PEOPLE
from games.errors.play import PLAY
from games.errors.study import STUDY
from tests.support.running_site import PROJECT


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_names_a_section_of_the_rulebook_and_says_why(code):
    refusal = IllegalMove(code)
    assert refusal.code == code
    assert str(refusal) == f"{refusal.sentence} ({refusal.section})"
    assert refusal.sentence.endswith(".")
    number = refusal.section.removeprefix("§")
    rulebook = (PROJECT / "docs" / "rules.md").read_text()
    assert re.search(rf"^(## )?{re.escape(number)} ", rulebook, re.MULTILINE)


def test_every_code_is_raised_and_tested():
    engine = "".join(
        file.read_text()
        for file in (PROJECT / "games" / "engine").rglob("*.py")
        if file.name != "errors.py"
    )
    tests = "".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
    for code in REFUSALS:
        assert f'"{code}"' in engine, f"nobody raises {code}"
        assert f'"{code}"' in tests, f"no test meets {code}"


def test_a_code_stands_in_one_place():
    codes = [code for said in (REFUSALS, PEOPLE, PLAY, LOG, STUDY) for code in said]
    assert sorted(codes) == sorted(set(codes))


def test_an_unknown_code_is_a_mistake_of_ours():
    with pytest.raises(KeyError):
        IllegalMove("turn.no-such-code")

"""The certificate of a final: drawn again by anybody, and what is wrong with one."""

import json
from typing import Any

import pytest

from tests.support.groups import in_final, started
from tests.support.tournaments import given_of
from tournaments import check_draw
from tournaments.engine.draws.certificate import faults


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    return given_of(in_final(13), 4)


def test_the_command_accepts_this_final_and_no_other(good, tmp_path, capfd):
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(good))
    assert check_draw.main([str(file)]) == 0
    assert "finalists" in capfd.readouterr().out
    other = next(one for group in good["groups"] for one in group if one not in good["finalists"])
    file.write_text(json.dumps({**good, "finalists": [other, *good["finalists"][1:]]}))
    assert check_draw.main([str(file)]) == 1
    assert "finalists: the standings and the lot give" in capfd.readouterr().out


def test_other_groups_and_other_standings_are_refused(good):
    groups = [list(group) for group in good["groups"]]
    groups[0][0], groups[1][0] = groups[1][0], groups[0][0]
    assert any(fault.startswith("groups:") for fault in faults({**good, "groups": groups}))
    first = given_of(started(13), 1)
    groups = [list(group) for group in first["groups"]]
    groups[0][0], groups[1][0] = groups[1][0], groups[0][0]
    assert any("the lot gives" in fault for fault in faults({**first, "groups": groups}))
    ranking = [[one, number, 0] for number, (one, *_) in enumerate(good["ranking"][::-1], 1)]
    assert any(fault.startswith("finalists:") for fault in faults({**good, "ranking": ranking}))


@pytest.mark.parametrize(
    "wrong",
    [
        {"groups": 3},
        {"groups": [[1, "a"]]},
        {"groups_before": 7},
        {"joined": None},
        {"finalists": "all"},
        {"final_size": None},
        {"final_began": 9},
        {"final_began": True},
        {"ranking": None},
        {"round": None},
    ],
)
def test_what_has_not_the_shape_of_a_certificate_is_named(good, wrong):
    (name,) = wrong
    assert any(name in fault for fault in faults({**good, **wrong}))

"""The certificate of a draw: right as it is, and every change of it named."""

import json
import subprocess
import sys
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from games.engine.shuffle import commit
from tests.support.tournaments import SECRETS, Told, secret_of
from tournaments import check_draw, check_duplicate
from tournaments.engine import decisions
from tournaments.engine.draw_events import RoundDrawn
from tournaments.engine.draws.balance import balance
from tournaments.engine.draws.certificate import among, certificate, faults
from tournaments.engine.draws.commitment import DRAWS, seed_of
from tournaments.engine.draws.even import METHOD_EVEN
from tournaments.engine.draws.odd.threes import METHOD_ANY
from tournaments.engine.draws.pairing_methods import ALL, METHODS
from tournaments.engine.draws.seating import METHOD, METHOD_BOUND, Round, draw_bound
from tournaments.engine.errors import TournamentRefused

SECRET = "5a" * 32


def played(members: int = 13, rounds: int = 3) -> Told:
    told = Told(range(1, members + 1), rounds=rounds, deals_per_round=1)
    told.then(decisions.decide_commit_draw(told.state, commitment=commit(SECRET)))
    told.then(decisions.decide_start(told.state, seed=seed_of(SECRET), secret=SECRET))
    return told.play_all()


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    told = played()
    return json.loads(json.dumps(certificate(told.state, 3)))  # type: ignore[no-any-return]


def changed(good: dict[str, Any], *path: str | int, to: Any) -> dict[str, Any]:
    given = deepcopy(good)
    inner: Any = given
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return given


def test_every_round_has_a_certificate_that_holds():
    told = played()
    for number in (1, 2, 3):
        assert faults(json.loads(json.dumps(certificate(told.state, number)))) == []
    for number in (0, 4):
        with pytest.raises(TournamentRefused, match="t been drawn yet"):
            certificate(told.state, number)


def test_a_changed_table_is_named(good):
    tables = deepcopy(good["tables"])
    tables[1][0], tables[1][1] = tables[1][1], tables[1][0]
    assert faults(changed(good, "tables", to=tables))[0].startswith("table 2: the draw gives")


def test_a_changed_seed_is_named(good):
    (fault,) = faults(changed(good, "seed", to=good["seed"] + 1))
    assert fault == f"seed: the secret gives {good['seed']}, not {good['seed'] + 1}"
    unbound = changed(good, "commitment", to=None)
    assert faults(unbound) == []
    found = faults(changed(unbound, "seed", to=1))
    assert found[0].startswith("seed 1: with these participants") or found[0].startswith("table")


def test_a_changed_label_is_named(good):
    old = good["tables"][2][3]
    found = faults(changed(good, "tables", 2, 3, to="player:99"))
    assert "label player:99 at table 3: is named 0 times as a participant" in found
    assert f"label {old}: is a participant and sits nowhere" in found


@pytest.mark.parametrize(
    ("path", "to", "said"),
    [
        (("format",), "other", "format: this is no tusac-draw"),
        (("secret",), "00" * 32, "secret: is not the one"),
        (("secret",), "no hex", "secret: is not the one"),
        (("secret",), 5, "secret: is neither text nor null"),
        (("balance", "repeats"), 99, "balance: repeats is"),
        (("balance",), None, "balance: is missing"),
        (("round",), 2, "round: 2 rounds before make this round 3"),
        (("seed",), "7", "seed: is no whole number"),
        (("history",), "x", "history: is no list"),
        (("history", 0, 0), ["player:1"], "history: is no list"),
        (("tables",), [], "tables: is no list"),
        (("tables", 0, 0), "player:" + "9" * 5000, "tables: is no list"),
        (("participants", 0), "An", "participants: is no list"),
        (("participants", 0), "player:2", "label player:1 at table"),
        (("method",), None, "method: is no whole number"),
    ],
)
def test_every_other_change_is_named(good, path, to, said):
    assert any(fault.startswith(said) for fault in faults(changed(good, *path, to=to)))


@pytest.mark.parametrize("given", [None, [], "text", {}, {"format": "tusac-draw-certificate-1"}])
def test_what_is_no_certificate_is_no_accident(given):
    assert faults(given)


def test_every_way_to_draw_has_a_number_of_its_own():
    assert len(METHODS) == len(ALL)


def test_a_round_of_an_older_way_is_not_drawn_again_and_still_measured(good):
    old = changed(good, "method", to=1)
    old["tables"][0] = [old["tables"][0][i] for i in (1, 0, 2, 3)]
    assert [fault.split(":")[0] for fault in faults(old)] in ([], ["balance"], ["balance"] * 2)


def test_the_command_needs_no_database_and_no_models(tmp_path: Path, good):
    right, wrong = tmp_path / "right.json", tmp_path / "wrong.json"
    right.write_text(json.dumps(good))
    wrong.write_text(json.dumps(changed(good, "seed", to=1)))
    watched = (
        "import sys; from tournaments.check_draw import main; code = main(sys.argv[1:]);"
        "assert 'django' not in sys.modules and 'tournaments.models' not in sys.modules; sys.exit(code)"
    )
    done = [
        subprocess.run([sys.executable, "-c", watched, path], capture_output=True, text=True)
        for path in (right, wrong)
    ]
    assert [one.returncode for one in done] == [0, 1]
    assert "round 3 of 'Friday evening' is right, if" in done[0].stdout
    assert good["commitment"] in done[0].stdout  # to be compared with what the club showed
    assert "wrong.json: seed: the secret gives" in done[1].stdout


def test_the_command_says_of_another_way_that_it_drew_nothing_again(tmp_path: Path, good, capsys):
    file = tmp_path / "old.json"
    file.write_text(json.dumps(changed(changed(good, "method", to=1), "tournament", to="\ud800")))
    assert check_draw.main([str(file)]) == 3
    assert "not drawn again" in capsys.readouterr().out
    file.write_text("[" * 200_000)
    assert check_draw.main([str(file)]) == 1


def test_the_command_says_what_it_cannot_read(tmp_path: Path, capsys):
    (tmp_path / "bad.json").write_text("{")
    assert check_draw.main([str(tmp_path / "bad.json"), str(tmp_path / "none.json")]) == 1
    assert capsys.readouterr().out.count("cannot be read") == 2
    assert check_draw.main([]) == 2


@pytest.mark.parametrize("command", [check_draw, check_duplicate])
@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_who_asks_how_a_check_is_used_is_told_so_and_nothing_is_wrong(command, asked, capsys):
    assert command.main([asked]) == 0
    said = capsys.readouterr().out
    assert said.startswith(command.__doc__) and "cannot be read" not in said


def bound(members: int, rounds: int) -> Told:
    """Return a tournament with a secret for each draw."""
    told, first = Told(range(1, members + 1), rounds=rounds, deals_per_round=1), secret_of(1)
    told.then(decisions.decide_commit_draw(told.state, commitment=commit(first), draws=DRAWS))
    told.then(decisions.decide_start(told.state, seed=seed_of(first), secret=first))
    return told.play_all(secrets=SECRETS)


@pytest.mark.parametrize(("members", "left"), [(16, [None, None, 2]), (13, [None] * 3)])
def test_a_round_with_its_own_secret_is_drawn_again_and_says_how_many_were_left(members, left):
    told = bound(members, 3)
    given = [json.loads(json.dumps(certificate(told.state, number))) for number in (1, 2, 3)]
    assert [one["method"] for one in given] == [METHOD_ANY] * 3
    assert [faults(one) for one in given] == [[]] * 3
    assert [among(one) for one in given] == left
    other = deepcopy(given[2])
    del other["draws"]
    assert faults(other) == [
        "draws: is no list of the numbers of the draws, one for each round, in order"
    ]


def test_rounds_that_were_drawn_before_bots_stayed_within_one_are_drawn_again_as_then():
    """The certificate of a round of method 6 that somebody kept."""
    given = json.loads(json.dumps(certificate(bound(13, 1).state, 1)))
    history: list[Round] = []
    for number in (1, 2, 3):
        seeds = [seed_of(secret_of(draw)) for draw in range(1, number + 1)]
        history.append(
            draw_bound(given["participants"], history, seeds=seeds, apart=[frozenset()] * number)
        )
    del given["out"]
    old = given | {
        "format": "tusac-draw-certificate-1",
        "method": METHOD_BOUND,
        "round": 3,
        "secret": secret_of(3),
        "seed": seed_of(secret_of(3)),
        "draws": [1, 2, 3],
        "history": json.loads(json.dumps(history[:2])),
        "tables": json.loads(json.dumps(history[2])),
        "balance": asdict(balance(history)),
    }
    assert (faults(old), among(old)) == ([], None)
    assert "table" in faults(old | {"method": METHOD_EVEN})[0]


def test_the_start_needs_the_secret_that_was_committed_to():
    told = Told(range(1, 5))
    told.then(decisions.decide_commit_draw(told.state, commitment=commit(SECRET)))
    assert decisions.decide_commit_draw(told.state, commitment=commit("00" * 32)) == ()
    for seed, secret in ((7, None), (7, SECRET), (seed_of("00" * 32), "00" * 32)):
        with pytest.raises(TournamentRefused, match="secret key") as refused:
            decisions.decide_start(told.state, seed=seed, secret=secret)
        assert refused.value.code == "tournament.draw-secret-lost"
    _, drawn = decisions.decide_start(told.state, seed=seed_of(SECRET), secret=SECRET)
    assert isinstance(drawn, RoundDrawn) and drawn.method == METHOD

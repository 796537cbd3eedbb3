"""`manage.py simulate`, and `manage.py verify_deal` on what it writes and on records that somebody changed."""

import copy
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.match import MatchTally, play_match
from games.engine.errors import BadNotation
from games.engine.recording.records import FORMATS, from_record
from games.engine.recording.verification import verify
from games.engine.rules import PRESETS
from tests.support.record_mutations import places, written
from tests.support.running_site import PROJECT


def simulated(*options: str) -> str:
    out = io.StringIO()
    call_command("simulate", *options, stdout=out)
    return out.getvalue()


def lines_of(file: Path) -> list[str]:
    return file.read_text().splitlines()


def without_speed(said: str) -> str:
    return "\n".join(line for line in said.splitlines() if "per second" not in line)


def number(said: str, label: str) -> int:
    found = re.search(rf"{label}: (\d+)", said)
    assert found is not None, said
    return int(found[1])


# simulate


def test_it_says_how_the_deals_ended():
    said = simulated("--rules", "vinagames", "--seats", "4", "--deals", "60", "--seed", "7")
    assert said.startswith("60 deals of vinagames, 4 seats (club, club, club, club), seed 7:")
    assert number(said, "won") + number(said, "ended without a winner") == 60
    by_seat = re.search(r"South (\d+), East (\d+), North (\d+), West (\d+)", said)
    assert by_seat is not None
    assert sum(map(int, by_seat.groups())) == number(said, "won")
    net = re.search(r"net points: South ([+-]\d+), East ([+-]\d+), North ([+-]\d+), West ", said)
    assert net is not None
    assert number(said, "deals per second") > 0
    assert number(said, "decisions per second") > 0


@pytest.mark.parametrize(
    "options",
    [
        ("--seats", "2"),
        ("--seats", "3", "--bots", "careful"),
        ("--rules", "4sac"),
        ("--bots", "safe, greedy,greedy ,safe"),
    ],
)
def test_the_same_options_play_the_same_deals(options):
    once, again = (without_speed(simulated("--deals", "20", *options)) for _ in range(2))
    assert once == again
    assert without_speed(simulated("--deals", "20", "--seed", "2", *options)) != once


def test_10_3_careful_bots_pay_no_penalties():
    assert number(simulated("--deals", "100", "--bots", "careful"), "penalties") == 0
    assert number(simulated("--deals", "100", "--bots", "greedy"), "penalties") > 0


def test_a_single_deal_is_called_a_deal():
    assert simulated("--deals", "1").startswith("1 deal of vinagames")


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (("--rules", "poker"), "invalid choice"),
        (("--rules", "4sac", "--seats", "3"), "4sac is for 4 seats, not for 3"),
        (("--seats", "1"), "not for 1"),
        (("--seats", "5"), "not for 5"),
        (("--seats", "four"), "invalid int"),
        (("--deals", "0"), "at least 1"),
        (("--deals", "-3"), "at least 1"),
        (("--deals", "many"), "invalid int"),
        (("--seed", "x"), "invalid int"),
        (("--bots", "stockfish"), "no bot 'stockfish'"),
        (("--bots", ""), "no bot ''"),
        (("--bots", "greedy,safe"), "2 bots for 4 seats"),
        (("--records", "/nonexistent/out.jsonl"), "cannot be written"),
        (("--start", "yesterday"), "yesterday is not a time"),
        (("--start", "9999-12-31T23:00:00Z"), "is not a time"),
    ],
)
def test_bad_options_get_a_clear_error(options, part):
    with pytest.raises(CommandError) as refused:
        simulated("--deals", "1", *options)
    assert part in str(refused.value)


def test_records_are_written_and_verify(tmp_path):
    for rules, seats in (("vinagames", 2), ("vinagames", 4), ("4sac", 4)):
        file = tmp_path / f"{rules}{seats}.jsonl"
        simulated("--rules", rules, "--seats", str(seats), "--deals", "20", "--records", str(file))
        records = [from_record(json.loads(line)) for line in lines_of(file)]
        assert len(records) == 20
        assert {len(record.state().setup.players) for record in records} == {seats}
        assert [verify(record) for record in records] == [None] * 20
        assert records[0].deal == "simulated-1-1"


def test_the_times_of_the_records_go_on_from_the_start(tmp_path):
    file = tmp_path / "out.jsonl"
    simulated("--deals", "2", "--records", str(file), "--start", "2026-02-03T19:00:00Z")
    times = [event["at"] for line in lines_of(file) for event in json.loads(line)["events"]]
    assert times[0] == "2026-02-03T19:00:00.000000Z"
    assert times == sorted(times)
    assert len(set(times)) == len(times)


def test_the_same_options_write_the_same_records(tmp_path):
    for name in ("one", "two"):
        simulated("--deals", "5", "--records", str(tmp_path / name))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_8_3_each_deal_finds_the_next_starter():
    starter = None
    for played in play_match(PRESETS["vinagames"], ["greedy"] * 3, deals=20, random=Random(1)):
        assert played.events[0].starter == starter  # type: ignore[union-attr]
        assert played.state.ending is not None
        starter = played.state.ending.next_starter


def test_an_empty_tally_holds_a_list_for_each_seat():
    assert (MatchTally(3).won, MatchTally(3).net) == ([0, 0, 0], [0, 0, 0])


# verify_deal


def verified(file: Path) -> tuple[str, str | None]:
    out = io.StringIO()
    try:
        call_command("verify_deal", str(file), stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), None


@pytest.fixture(scope="module")
def records(tmp_path_factory) -> list[dict[str, Any]]:
    """Twelve deals of vinagames and three of 4sac."""
    found = []
    for rules, deals in (("vinagames", "12"), ("4sac", "3")):
        file = tmp_path_factory.mktemp("records") / "out.jsonl"
        simulated("--rules", rules, "--deals", deals, "--records", str(file))
        found += [json.loads(line) for line in lines_of(file)]
    return found


def write(file: Path, records: list[Any]) -> Path:
    file.write_bytes(b"".join(written(record) + b"\n" for record in records))
    return file


def test_each_deal_that_keeps_the_rules_is_ok(records, tmp_path):
    said, error = verified(write(tmp_path / "deals", records))
    assert said.splitlines() == [f"{record['deal']}: OK" for record in records]
    assert error is None


def test_it_needs_no_database(records, tmp_path):
    ran = subprocess.run(
        [sys.executable, "manage.py", "verify_deal", str(write(tmp_path / "deals", records[:2]))],
        capture_output=True,
        text=True,
        cwd=PROJECT,
        env={"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "PATH": ""},
        check=True,
    )
    assert ran.stdout.splitlines() == ["simulated-1-1: OK", "simulated-1-2: OK"]


def test_the_other_deals_are_still_verified(records, tmp_path):
    bad = copy.deepcopy(records[0])
    bad["commitment"] = bad["events"][0]["commitment"] = "00" * 32
    file = write(tmp_path / "deals", [bad, records[1]])
    file.write_text(file.read_text() + "no json\n\n[]\n{}\n")
    said, error = verified(file)
    assert said.splitlines() == [
        "line 1: simulated-1-1: the commitment is not the SHA-256 of the secret",
        "simulated-1-2: OK",
        "line 3: the line is not JSON",
        "line 5: a record is an object",
        f"line 6: format: {' or '.join(map(repr, FORMATS))} expected",
    ]
    assert error == "4 of 5 deals are not right."


def test_a_file_that_cannot_be_read_or_holds_nothing(tmp_path):
    assert "cannot be read" in str(verified(tmp_path / "none")[1])
    (tmp_path / "empty").write_text("\n")
    assert "contains no deals" in str(verified(tmp_path / "empty")[1])


Change = Callable[[dict[str, Any]], Any]


def event(record: dict[str, Any], name: str, which: int = 0) -> dict[str, Any]:
    found: list[dict[str, Any]] = [e for e in record["events"] if e["name"] == name]
    return found[which]


def swap_stock(record: dict[str, Any]) -> None:
    stock = event(record, "deal.started")["stock"]
    stock[-1], stock[-2] = stock[-2], stock[-1]
    if stock[-1] == stock[-2]:
        stock[-1], stock[-3] = stock[-3], stock[-1]


def other_verdict(record: dict[str, Any]) -> None:
    discards = [e for e in record["events"] if e["name"] == "deal.card-discarded"]
    event = next(
        e for e in discards if len(e["verdict"]["usefulness"]) > len(e["verdict"]["worst"])
    )
    event["verdict"]["worst"] = [card for card, _ in event["verdict"]["usefulness"]]


def richer(record: dict[str, Any]) -> None:
    won = event(record, "deal.won")["result"]
    won["points"] += 2
    record["result"] = won


def other_net(record: dict[str, Any]) -> None:
    won = event(record, "deal.won")["result"]
    won["net"] = [net + 1 for net in won["net"]]
    record["result"] = won


def other_secret(record: dict[str, Any]) -> None:
    record["secret"] = event(record, "deal.secret-published")["secret"] = "11" * 32


def other_seed(record: dict[str, Any]) -> None:
    event(record, "deal.seed-given", 2)["seed"] = record["seeds"][2] = "chosen-after-the-deal"


def other_dice(record: dict[str, Any]) -> None:
    dice = event(record, "deal.started")["dice"]
    dice[0] = record["dice"][0] = dice[0] % 6 + 1


def dropped(name: str) -> Change:
    def change(record: dict[str, Any]) -> None:
        record["events"].remove(event(record, name))
        if name == "deal.secret-published":
            record["secret"] = None

    return change


def out_of_turn(record: dict[str, Any]) -> None:
    drawn = event(record, "deal.card-drawn")
    drawn["seat"] = (drawn["seat"] + 1) % 4


def freely(record: dict[str, Any]) -> None:
    melds = [e for e in record["events"] if e["name"] == "deal.card-melded"]
    next(e for e in melds if e["forced"])["forced"] = False


def second_secret(record: dict[str, Any]) -> None:
    record["events"].append(record["events"][-1])


def timed_out(record: dict[str, Any]) -> None:
    drawn = event(record, "deal.card-drawn")
    at = record["events"].index(drawn)
    late = {"at": drawn["at"], "name": "deal.time-ran-out", "seat": (drawn["seat"] + 1) % 4}
    record["events"].insert(at, late)


def seat_for_ten(record: dict[str, Any]) -> None:
    record["rules"]["seats"] = event(record, "deal.committed")["rules"]["seats"] = [4, 10]


CHANGES: dict[str, tuple[Change, str]] = {
    "another secret": (other_secret, "commitment"),
    "no secret": (dropped("deal.secret-published"), "secret is not published"),
    "another seed": (other_seed, "This is not the seed that you committed to"),
    "other dice": (other_dice, "the dice are"),
    "another order of the stock": (swap_stock, "of the stock is not the one that the seeds give"),
    "a verdict that clears the discarder": (other_verdict, "the verdict on the discard of"),
    "more points": (richer, "the winner's hand has"),
    "other payments": (other_net, "the payments of the seats add up to"),
    "a draw out of turn": (out_of_turn, "not your turn"),
    "a forced meld shown as free": (freely, "forced of deal.card-melded"),
    "no first discard": (dropped("deal.card-discarded"), ""),
    "the secret twice": (second_secret, "published once"),
    "a time that ran out for another": (timed_out, "did not wait for seat"),
    "a table for ten": (seat_for_ten, "2, 3 or 4 seats"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_record_that_somebody_changed_is_found_out(name, records, tmp_path):
    change, part = CHANGES[name]
    record = copy.deepcopy(records[0])
    change(record)
    said, error = verified(write(tmp_path / "deals", [record]))
    assert said.startswith("line 1: simulated-1-1: ")
    assert part in said
    assert error == "1 of 1 deals are not right."


class Remembered:
    """Records as text, in a thing with a short name: Hypothesis prints what it was given."""

    def __init__(self, records: list[dict[str, Any]]) -> None:
        self.lines = [json.dumps(record) for record in records]


@pytest.fixture(scope="module")
def remembered(records) -> Remembered:
    return Remembered(records)


values = st.none() | st.booleans() | st.integers(-2, 30) | st.sampled_from(["Rr", "Kw", "x", ""])


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 14), st.integers(0, 10**6), values)
def test_no_change_of_any_value_crashes_or_passes_unseen(remembered, which, place, value):
    """Whatever stands in a record follows from the secret, the seeds and the moves; only its name and times do not."""
    record = json.loads(remembered.lines[which])
    every = list(places(record))
    holder, key, names = every[place % len(every)]
    before, holder[key] = holder[key], value
    try:
        changed = from_record(record)
    except BadNotation:
        return
    unseen = (
        "at" in names
        or ("deal" in names and value != "")
        or (before == value and type(before) is type(value))
    )
    assert (verify(changed) is None) == unseen, names

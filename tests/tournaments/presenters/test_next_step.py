"""What a director does next, at every stage: one step with its reason, few actions beside it, none of them twice."""

from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from tournaments.presenters.director.next_step import (
    IN_SIGHT,
    Door,
    Known,
    in_sight,
    next_steps,
)
from tournaments.queries.at_tables import PlaceOfTable

OPEN = Known(pk=7, status="open", rounds=3)
RUNNING = Known(pk=7, status="running", round=2, rounds=3, playing=True, tables_left=2)
PLAYED = replace(RUNNING, playing=False, round=3)
TABLES = (PlaceOfTable(2, 1), PlaceOfTable(2, 4))
NAMES = ("An", "Bình", "Chi", "Dung", "Em", "Giang", "Hoa")

STAGES: list[tuple[str, Known, str, str, str]] = [
    ("enter", OPEN, "Nobody has entered yet.", "Enter members from a list …", "entry-list"),
    ("enter", replace(OPEN, invited=True), "Nobody has", "Invitations …", "invitations"),
    (
        "blocked",
        replace(OPEN, entered=3, blocked="Members needed: 8."),
        "Members needed: 8.",
        "Enter members from a list …",
        "entry-list",
    ),
    (
        "draw",
        replace(OPEN, entered=8, blocked="The draw was given for 0 rounds.", by_hand=True),
        "The draw was given for 0 rounds.",
        "Seat players by hand …",
        "give-draw",
    ),
    (
        "early",
        replace(OPEN, entered=5, begins="12/04/2026 7:30 p.m."),
        "5 people have entered so far (begins 12/04/2026 7:30 p.m.).",
        "Enter members from a list …",
        "entry-list",
    ),
    (
        "check-in",
        replace(OPEN, entered=13, check_in=True, not_here=NAMES[:3]),
        "3 of 13 are not here yet: An, Bình, Chi.",
        "Mark who is here …",
        "entries/",
    ),
    (
        "check-in",
        replace(OPEN, entered=13, check_in=True, not_here=NAMES),
        "7 of 13 are not here yet: An, Bình, Chi, Dung, Em and 2 more.",
        "Mark who is here …",
        "entries/",
    ),
    ("start", replace(OPEN, entered=13), "13 people have entered.", "Start …", "start"),
    (
        "start",
        replace(OPEN, entered=13, check_in=True),
        "All 13 members are here.",
        "Start …",
        "start",
    ),
    (
        "begin",
        replace(RUNNING, waits=True),
        "Round 2 is drawn but has not begun yet.",
        "Begin the round now",
        "time",
    ),
    (
        "opening",
        replace(RUNNING, opening=2),
        "The tables of round 2 are being opened. Members can look for their seats.",
        "Seat slips",
        "slips?round=2",
    ),
    (
        "playing",
        RUNNING,
        "Round 2 of 3 is being played: 2 tables have not finished.",
        "Show the tables",
        "#round-title",
    ),
    (
        "playing",
        replace(RUNNING, real_cards=True, tables_left=1),
        "Round 2 of 3 is being played: 1 table has not finished.",
        "Type in the score sheets",
        "sheets",
    ),
    (
        "playing",
        replace(RUNNING, real_cards=True, tables_left=0),
        "Round 2 of 3: every deal is entered, and some results still have to be confirmed.",
        "Type in the score sheets",
        "sheets",
    ),
    (
        "paused",
        replace(RUNNING, paused=True),
        "All tables are paused.",
        "Resume all tables",
        "time",
    ),
    (
        "drawing",
        replace(RUNNING, playing=False),
        "Round 2 is over, and the next one is being drawn.",
        "Show the standings",
        "#standings-title",
    ),
    (
        "appeal",
        replace(PLAYED, appeal_until="22:10"),
        "All rounds are played. Results can be disputed until 22:10; then the prizes are paid.",
        "Show the standings",
        "#standings-title",
    ),
    (
        "close",
        PLAYED,
        "All rounds are played. Ask whether anyone doubts a result, then close the tournament.",
        "Close the tournament …",
        "close",
    ),
    (
        "close",
        replace(PLAYED, fee=True),
        "All rounds are played. Ask whether anyone doubts a result, then close the tournament.",
        "Close and pay the prizes …",
        "close",
    ),
    (
        "over",
        replace(PLAYED, status="closed"),
        "The tournament is over.",
        "Print or send the result",
        "/tournaments/7/result",
    ),
    (
        "over",
        replace(OPEN, status="cancelled"),
        "The tournament was cancelled.",
        "Announce another one like this",
        "/tournaments/new?like=7",
    ),
]
"""A stage, what is known in it, the reason given, and the button with the end of its address."""

URGENT: list[tuple[str, dict[str, Any], str, list[tuple[str, str]]]] = [
    (
        "calls",
        {"calls": TABLES[:1]},
        "Round 2, table 1 is calling the referee.",
        [("Answer the call …", "/referee/calls")],
    ),
    (
        "contradicted",
        {"contradicted": TABLES},
        "Somebody says that results are wrong. It's up to you to decide.",
        [
            ("Round 2, table 1", "/rounds/2/tables/1/decide"),
            ("Round 2, table 4", "/rounds/2/tables/4/decide"),
        ],
    ),
    (
        "asked",
        {"asked": 1},
        "A request waits until another member agrees. Those who can agree are asked on their phones.",
        [("Show the request", "#agreements-7")],
    ),
    (
        "disputed",
        {"disputed": ((31, TABLES[1]),)},
        "A deal is waiting for a referee's ruling.",
        [("Round 2, table 4", "/replays/31/?at=judged")],
    ),
    (
        "disputed",
        {"disputed": ((31, TABLES[1]),), "reported": frozenset({31})},
        "A deal is waiting for a referee's ruling.",
        [("Round 2, table 4", "/rounds/2/tables/4/deals/31/discard")],
    ),
    (
        "absent",
        {"absent": (("Lan", 1), ("Minh", 4))},
        "Not at their tables: Lan (table 1), Minh (table 4). Give their seats to others, or wait.",
        [("Substitutes …", "/substitutes")],
    ),
    (
        "unconfirmed",
        {"unconfirmed": TABLES, "to_confirm": ("Bảy", "Hoa")},
        "2 tables have not confirmed their results. Ask their players to do it on a phone. Waiting for: Bảy, Hoa.",
        [
            ("Round 2, table 1", "/rounds/2/tables/1/decide"),
            ("Round 2, table 4", "/rounds/2/tables/4/decide"),
        ],
    ),
]
"""What comes to the top by itself, in this order: what is known, the reason, and the buttons."""


def doors_of(known: Known) -> list[Door]:
    """Return every button in sight."""
    steps = next_steps(known)
    return [*chain.from_iterable(step.doors for step in steps), *in_sight(known, steps)]


@pytest.mark.parametrize(
    ("code", "known", "why", "button", "address"), STAGES, ids=lambda one: str(one)[:30]
)
def test_each_stage_has_one_next_step_with_its_reason(
    code: str, known: Known, why: str, button: str, address: str
) -> None:
    (step,) = next_steps(known)
    assert step.code == code
    assert step.why.startswith(why)
    ((words, found, _act, _danger),) = step.doors
    assert words == button
    assert found.endswith(address)


@pytest.mark.parametrize(("code", "found", "why", "buttons"), URGENT)
def test_what_is_urgent_comes_before_the_stage_with_its_own_buttons(
    code: str, found: dict[str, Any], why: str, buttons: list[tuple[str, str]]
) -> None:
    first, last = next_steps(replace(RUNNING, **found))
    assert (first.code, first.why) == (code, why)
    assert [door.words for door in first.doors] == [words for words, _address in buttons]
    for door, (_words, address) in zip(first.doors, buttons, strict=True):
        assert door.address.endswith(address)
    assert last.code == "playing"


def test_of_several_urgent_things_the_one_that_stops_a_table_is_first() -> None:
    every = {name: value for _code, found, *_rest in URGENT for name, value in found.items()}
    codes = [step.code for step in next_steps(replace(RUNNING, **every))]
    assert codes == [*dict.fromkeys(code for code, *_rest in URGENT), "playing"]


def test_who_has_not_paid_at_the_door_is_counted_before_the_closing() -> None:
    (step,) = next_steps(replace(PLAYED, unpaid=3))
    assert step.why.endswith("then close the tournament. 3 members have not paid yet.")
    assert [door.words for door in step.doors] == ["Close the tournament …", "Money at the door …"]


def test_prizes_in_cash_that_are_not_paid_out_come_before_the_printed_result() -> None:
    (step,) = next_steps(replace(PLAYED, status="closed", owed=2))
    assert step.why.endswith("or send it. 2 prizes have not been paid out yet.")
    assert [door.words for door in step.doors] == [
        "Money at the door …",
        "Print or send the result",
    ]


def test_a_round_with_real_cards_can_be_drawn_again_for_who_has_gone_before_it_began() -> None:
    first, _last = next_steps(
        replace(RUNNING, real_cards=True, absent=(("Chị Em", 2),), redraws=True)
    )
    assert [door.words for door in first.doors] == ["Substitutes …", "Draw round 2 again …"]


def test_many_tables_share_a_button() -> None:
    many = tuple(PlaceOfTable(2, number) for number in range(1, 8))
    first, _last = next_steps(replace(RUNNING, unconfirmed=many))
    assert [door.words for door in first.doors] == ["Tables with real cards …"]


@pytest.mark.parametrize("known", [known for _code, known, *_rest in STAGES])
def test_beside_the_next_step_there_are_at_most_three_actions_and_none_twice(known: Known) -> None:
    for late in (False, True):
        doors = doors_of(replace(known, late=late))
        assert len(doors) <= 1 + IN_SIGHT
        assert len({(door.address, door.act) for door in doors}) == len(doors)


def test_what_is_urgent_takes_the_room_of_the_usual_actions() -> None:
    found = replace(RUNNING, calls=TABLES, absent=(("Lan", 1),))
    assert [door.words for door in doors_of(found)] == [
        "Answer the call …",
        "Substitutes …",
        "Show the tables",
        "Break: pause all tables",
    ]


def test_a_start_that_is_blocked_is_not_offered() -> None:
    assert "Start …" not in [door.words for door in doors_of(replace(OPEN, entered=3, blocked="x"))]
    missing = replace(OPEN, entered=3, check_in=True, not_here=NAMES[:1])
    assert "Start …" in [door.words for door in doors_of(missing)]

"""What the rules of tournaments refuse, each code once: terms, corrections, draws, photographs, conduct."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.engine.disputing.sanctions import Measure, SanctionStep, SanctionTable
from tests.support.corrections import DIRECTOR, bound, refused, secret
from tests.support.tournaments import V2, Told, decide_create
from tournaments.engine import announcing, decisions, duplicate
from tournaments.engine.clock import timing
from tournaments.engine.correcting import corrections, sanctions
from tournaments.engine.errors import REFUSALS, TournamentRefused
from tournaments.engine.people import entries, substitutes
from tournaments.engine.terms import TERMS

NOW = datetime(2026, 11, 27, 19, tzinfo=UTC)


def code_of(ask: Any, *args: Any, **said: Any) -> str:
    with pytest.raises(TournamentRefused) as caught:
        ask(*args, **said)
    assert "{" not in str(caught.value)
    return caught.value.code


@pytest.fixture
def told() -> Told:
    return bound(8)


def test_a_number_beyond_the_limits_of_its_term_has_a_refusal() -> None:
    assert {term.beyond for term in TERMS.values() if term.beyond} <= {*REFUSALS}


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"round_minutes": 1000}, "tournament.minutes-out-of-range"),
        ({"door_fee": -1}, "tournament.door-fee-out-of-range"),
        ({"round_minutes": 1}, "tournament.minutes-too-few"),
        ({"check_in_ends": 1000}, "tournament.check-in-out-of-range"),
    ],
)
def test_minutes_of_the_terms_are_in_range(terms: dict[str, int], code: str) -> None:
    assert code_of(decide_create, **terms) == code


def test_a_description_is_short_and_readable_and_the_start_near() -> None:
    told = Told(range(1, 5))

    def describe(text: str = "", starts_at: datetime | None = None) -> str:
        return code_of(
            announcing.decide_describe,
            told.state,
            starts_at=starts_at,
            description=text,
            director=DIRECTOR,
            now=NOW,
        )

    assert describe("x" * 10_001) == "tournament.description-too-long"
    assert describe("a\x07b") == "tournament.description-unreadable"
    for start in (NOW, NOW - timedelta(days=1), NOW + timedelta(days=10_000)):
        assert describe(starts_at=start) == "tournament.start-out-of-range"


def test_no_duplicate_starts_with_one_table() -> None:
    told = Told(range(1, 5), duplicate=True)
    assert code_of(decisions.check_start, told.state) == "tournament.duplicate-one-table"


def test_nothing_is_closed_while_disputes_wait() -> None:
    told = Told(range(1, 9)).start().play_all()
    assert code_of(decisions.decide_close, told.state, disputed=2) == "tournament.disputes-open"


# --- corrections -----------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [0, 10_001, -10_001, 1_000_000, 1.5, True])
def test_points_are_adjusted_within_limits(told: Told, points: Any) -> None:
    refused(
        "tournament.points-out-of-range",
        corrections.decide_adjust,
        told.state,
        player=1,
        points=points,
        reason="Late.",
        section="",
    )


@pytest.mark.parametrize("points", [10_000, -10_000])
def test_points_may_be_adjusted_up_to_the_limit(told: Told, points: int) -> None:
    (event, *_prizes) = corrections.decide_adjust(
        told.state, player=1, points=points, reason="Late.", section="", director=DIRECTOR
    )
    assert getattr(event, "points") == points  # noqa: B009


def test_nothing_is_corrected_in_a_cancelled_tournament_nor_before_the_start(told: Told) -> None:
    before = Told(range(1, 9))
    told.then(decisions.decide_cancel(told.state, reason="Rain."))
    for state, code in ((told.state, "cancelled"), (before.state, "not-running")):
        refused(
            f"tournament.{code}",
            corrections.decide_adjust,
            state,
            player=1,
            points=5,
            reason="Late.",
            section="",
        )


def test_a_deal_that_was_not_voided_is_neither_replayed_nor_taken_back(told: Told) -> None:
    told.score(V2)
    deal = told.state.rounds[0].tables[0].scores[0].deal_id
    refused("tournament.not-voided", corrections.decide_replay, told.state, deal_id=deal)
    refused(
        "tournament.not-voided",
        corrections.decide_take_voiding_back,
        told.state,
        deal_id=deal,
        reason="Whole.",
        replay_begun=False,
    )


def test_a_round_whose_minutes_are_over_has_no_replays() -> None:
    told = bound(8, round_minutes=60)
    told.score(V2)
    deal = told.state.rounds[0].tables[0].scores[0].deal_id
    told.then(
        corrections.decide_void(
            told.state, deal_id=deal, reason="Torn.", section="", replay=False, director=DIRECTOR
        )
    )
    told.then(timing.decide_by_clock(told.state, now=NOW))
    told.then(timing.decide_by_clock(told.state, now=NOW + timedelta(hours=2)))
    refused("tournament.replay-after-time", corrections.decide_replay, told.state, deal_id=deal)


def test_without_an_open_round_none_is_drawn_again() -> None:
    told = bound(8, rounds=1)
    for table in (1, 2):
        told.score(V2, table=table)
    told.then(decisions.decide_advance(told.state))
    refused(
        "tournament.no-open-round",
        corrections.decide_redraw,
        told.state,
        reason="A name.",
        dealt=False,
        secret="00" * 32,
    )


# --- keeping apart ---------------------------------------------------------------------------------


def apart(told: Told, *players: int) -> str:
    return code_of(
        corrections.decide_keep_apart,
        told.state,
        players=players,
        reason="",
        director=DIRECTOR,
    )


def test_groups_that_are_kept_apart_have_two_to_twenty_members_and_are_not_too_many(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert apart(told, 1) == "tournament.group-out-of-range"
    assert apart(told, 1, 1) == "tournament.group-out-of-range"
    assert apart(told, *range(1, 22)) == "tournament.group-out-of-range"
    assert apart(told, 1, 99) == "tournament.not-entered"
    assert apart(told, 1, 2, 3) == "tournament.apart-impossible"  # there are two tables
    monkeypatch.setattr(corrections, "GROUPS", 1)
    told.then(
        corrections.decide_keep_apart(told.state, players=(1, 2), reason="", director=DIRECTOR)
    )
    assert apart(told, 3, 4) == "tournament.too-many-groups"
    refused("tournament.no-such-group", corrections.decide_end_apart, told.state, number=7)


def test_a_redraw_is_refused_where_members_cannot_be_kept_apart_any_more() -> None:
    told = bound(12)
    told.then(
        corrections.decide_keep_apart(told.state, players=(1, 2, 3), reason="", director=DIRECTOR)
    )
    for player in (9, 10, 11, 12):
        told.then(entries.decide_leave(told.state, player=player))
    refused(
        "tournament.apart-impossible",
        corrections.decide_redraw,
        told.state,
        reason="Four went home.",
        dealt=False,
        secret=secret(2),
    )


# --- duplicates, conduct ---------------------------------------------------------------------------


def test_a_deal_of_a_duplicate_is_not_opened_without_its_secret() -> None:
    told = Told(range(1, 9), duplicate=True).start()
    for link in (None, "00" * 32):
        code = code_of(duplicate.decide_open, told.state, round_number=1, deal=1, link=link)
        assert code == "tournament.deal-secret-lost"


def report(told: Told, player: int, **said: Any) -> str:
    asked = {
        "kind": "talking",
        "table": SanctionTable(),
        "given": None,
        "departure": "",
        "reason": "Told a card.",
        "where": sanctions.Where(),
        "now": NOW,
        "director": DIRECTOR,
    }
    return code_of(sanctions.decide_sanction, told.state, player=player, **asked | said)


def test_a_report_is_of_the_time_that_was_shown_and_takes_points_from_a_line_alone(
    told: Told,
) -> None:
    assert report(told, 1, foreseen=2) == "tournament.sanction-time"
    told.then(substitutes.decide_list_reserve(told.state, player=20))
    points = SanctionStep(Measure.POINTS, 2)
    assert report(told, 20, given=points) == "tournament.sanction-no-line"
    assert report(told, 21) == "tournament.not-entered"

"""Terms that have not taken effect are corrected, together and as in an announcement; a duplicate is bound by it."""

from datetime import UTC, datetime
from random import Random
from typing import Any

from tests.support.corrections import DIRECTOR, LAST, refused, secret
from tests.support.tournaments import Told
from tournaments.engine import announcing, decisions
from tournaments.engine.clock import timing
from tournaments.engine.correcting import terms_corrected
from tournaments.engine.correcting.correction_events import SettingCorrected
from tournaments.engine.draws.commitment import back, seed_of
from tournaments.engine.draws.swiss import METHOD_SWISS
from tournaments.engine.duplicate import LINKS, root_of
from tournaments.engine.events import PrizesCorrected
from tournaments.engine.people import entries
from tournaments.engine.people.substitutes import decide_list_reserve
from tournaments.engine.real_cards.deciding import decide_mark


def test_terms_are_corrected_together_and_judged_as_in_an_announcement():
    told = Told([], rounds=3)
    correct = terms_corrected.decide_correct_settings
    said = {"reason": "x"}
    refused(
        "tournament.shares-not-100", correct, told.state, settings={"prize_shares": (50,)}, **said
    )
    refused("tournament.late-out-of-range", correct, told.state, settings={"late_until": 4}, **said)
    refused("tournament.no-such-setting", correct, told.state, settings={"director": 4}, **said)
    new: dict[str, Any] = {"entry_fee": 20, "rounds": 5, "late_until": 4, "prize_shares": (60, 40)}
    told.then(correct(told.state, settings=new, director=DIRECTOR, **said))
    options = told.state.options
    assert (options.entry_fee, options.rounds, options.prize_shares) == (20, 5, (60, 40))
    assert correct(told.state, settings=new, director=DIRECTOR, **said) == ()
    for player in range(1, 5):
        told.then(decisions.decide_enter(told.state, player=player))
    assert told.state.pot == 80
    refused("tournament.entered-by-terms", correct, told.state, settings={"entry_fee": 5}, **said)
    told.start().play_round(Random(1))
    refused(
        "tournament.rounds-drawn",
        correct,
        told.state,
        settings={"rounds": 1, "late_until": 0},
        **said,
    )
    told.then(
        correct(told.state, settings={"rounds": 2, "late_until": 2}, director=DIRECTOR, **said)
    )
    refused(
        "tournament.last-round-drawn-terms",
        correct,
        told.state,
        settings={"bank_seconds": 9},
        **said,
    )
    told.play_round(Random(2))
    refused(
        "tournament.last-round-drawn-terms", correct, told.state, settings={"rounds": 3}, **said
    )
    assert terms_corrected.correctable(told.state) == ("name", "ruling_hours")
    assert not any(isinstance(event, PrizesCorrected) for event in told.events)


def announced(**options: Any) -> Told:
    """Return one whose draws are bound, before anybody has entered."""
    told = Told([], **options)
    told.then(decisions.decide_commit_draw(told.state, commitment=back(LAST, 200), draws=200))
    return told


def corrected(told: Told, **new: Any) -> list[str]:
    """Correct these terms; which were."""
    events = terms_corrected.decide_correct_settings(
        told.state, settings=new, reason="x", director=DIRECTOR, root=root_of(LAST)
    )
    told.then(events)
    return [event.setting for event in events if isinstance(event, SettingCorrected)]


def test_format_series_and_check_in_are_corrected_until_the_start_and_back():
    told = announced(rounds=3, late_until=2, check_in=True)
    now, starts = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC)
    said: dict[str, Any] = {"reason": "x"}
    correct = terms_corrected.decide_correct_settings
    refused(
        "tournament.format-fixed-late", correct, told.state, settings={"format": "fixed"}, **said
    )
    refused("tournament.format-unknown", correct, told.state, settings={"format": "x"}, **said)
    refused("tournament.series-missing", correct, told.state, settings={"series_best": 2}, **said)
    refused(
        "tournament.check-in-no-start", correct, told.state, settings={"check_in_ends": 5}, **said
    )
    assert corrected(told, series="Spring", series_best=3) == ["series", "series_best"]
    assert corrected(told, format="fixed", late_until=0) == ["late_until", "format"]
    assert "fill_to" not in terms_corrected.correctable(told.state)
    assert corrected(told, format="swiss", series="", series_best=0) == [
        *("format", "series", "series_best")
    ]
    told.then(
        announcing.decide_describe(
            told.state, starts_at=starts, description="", director=DIRECTOR, now=now
        )
    )
    assert corrected(told, check_in_ends=15) == ["check_in_ends"]
    told.then(timing.decide_by_clock(told.state, now=starts))
    refused("tournament.check-in-ended", correct, told.state, settings={"check_in": False}, **said)
    for player in range(1, 9):
        told.then(decisions.decide_enter(told.state, player=player))
        told.then(entries.decide_check_in(told.state, player=player))
    told.then(decisions.decide_start(told.state, seed=seed_of(secret(1)), secret=secret(1)))
    for new in ({"format": "even"}, {"series": "x"}, {"duplicate": True}, {"check_in_ends": 1}):
        refused("tournament.already-started", correct, told.state, settings=new, **said)
    assert told.state.rounds[0].method == METHOD_SWISS


def test_what_becomes_a_duplicate_is_bound_before_anybody_enters_and_stays_so():
    told = announced(spectator_delay=30)
    assert corrected(told, duplicate=True) == ["spectator_delay", "duplicate"]
    assert told.state.deals_bound == back(root_of(LAST), LINKS)
    assert told.state.options.spectator_delay is None
    bound_to = told.state.deals_bound
    told.then(decisions.decide_enter(told.state, player=1))
    assert corrected(told, duplicate=False) == ["duplicate"]
    # It was bound before anybody entered, so it may become one again.
    assert corrected(told, duplicate=True) == ["duplicate"]
    assert told.state.deals_bound == bound_to


def test_a_duplicate_that_nobody_could_trust_is_refused_by_name():
    correct, said = (
        terms_corrected.decide_correct_settings,
        {"settings": {"duplicate": True}, "reason": "x"},
    )
    entered = announced()
    entered.then(decisions.decide_enter(entered.state, player=1))
    refused("tournament.duplicate-too-late", correct, entered.state, root=root_of(LAST), **said)
    listed = announced()
    listed.then(decide_list_reserve(listed.state, player=1))
    refused("tournament.duplicate-too-late", correct, listed.state, root=root_of(LAST), **said)
    refused("tournament.duplicate-unbound", correct, announced().state, root=None, **said)
    refused("tournament.duplicate-unbound", correct, Told([]).state, root=root_of(LAST), **said)
    real = announced()
    real.then(decide_mark(real.state, table=2, cardboard=True, director=DIRECTOR, onward=True))
    refused("tournament.duplicate-cardboard", correct, real.state, root=root_of(LAST), **said)
    real.then(decide_mark(real.state, table=None, cardboard=False, director=DIRECTOR))
    assert corrected(real, duplicate=True) == ["duplicate"]

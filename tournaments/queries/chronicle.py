"""Queries for a tournament's log: each event, its author and time, and the tournament before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from games.engine.disputing.outcomes import PAYING_NAMES, RulingGiven
from games.engine.events import PaymentChange
from games.log import Recorded, read, read_across, read_events, read_named
from games.models import Table
from games.queries import deal_names
from games.schema import from_stored as deal_event
from games.schema import stream_of as stream_of_deal
from tournaments.engine.correcting.agreement_events import AgreementAsked
from tournaments.engine.correcting.correction_events import CorrectionProposed, CorrectionSigned
from tournaments.engine.correcting.corrections import CORRECTIONS
from tournaments.engine.correcting.signatures import MOVING
from tournaments.engine.draw_events import RedrawTakenBack, RoundDrawn
from tournaments.engine.events import PrizesCorrected, TournamentClosed, TournamentEvent
from tournaments.engine.evolve import evolve
from tournaments.engine.real_cards.events import DiscardRuled
from tournaments.engine.scoring.standing_rows import FinalRow
from tournaments.engine.state import TournamentState
from tournaments.schema import from_stored, name_of, ruling_place, stream_of, tournament_of


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of a tournament, with the state of the tournament before it; None before the first event."""

    version: int
    at: datetime
    by: int | None
    """The player who did it; None of what followed by itself."""
    name: str
    """Under which the event is stored."""
    event: TournamentEvent
    before: TournamentState | None

    @property
    def after(self) -> TournamentState:
        """Return the tournament after the event."""
        return evolve(self.before, self.event)


def happenings(tournament_id: int, first: int, last: int) -> list[Happening]:
    """Return the events from the first to the last of these versions, each with the state before it."""
    return [one for one in _told(tournament_id, last) if one.version >= first]


def _told(tournament_id: int, last: int) -> Iterator[Happening]:
    state: TournamentState | None = None
    for stored in read_events(stream_of(tournament_id)):
        if stored.version > last:
            return
        event = from_stored(stored.name, stored.schema, stored.payload)
        by = stored.metadata.get("by")
        yield Happening(stored.version, stored.recorded_at, by, stored.name, event, state)
        state = evolve(state, event)


def draws(tournament_id: int) -> dict[int, int]:
    """Return, by round, the version of the event that made the round's current draw."""
    found = {}
    for stored in _draws(tournament_id):
        event = from_stored(stored.name, stored.schema, stored.payload)
        assert isinstance(event, RoundDrawn | RedrawTakenBack)
        number = event.number if isinstance(event, RoundDrawn) else event.round
        found[number] = stored.version
    return found


def last_redraw_back(tournament_id: int) -> RedrawTakenBack | None:
    """Return the last event that took back a redraw; None if there is none."""
    found = read_across([stream_of(tournament_id)], [name_of(RedrawTakenBack)])
    if not found:
        return None
    event = from_stored(found[-1].name, found[-1].schema, found[-1].payload)
    assert isinstance(event, RedrawTakenBack)
    return event


def drawn_at(tournament_id: int) -> datetime | None:
    """Return the time at which the latest round was drawn; None before the first draw."""
    drawn = _draws(tournament_id)
    return drawn[-1].recorded_at if drawn else None


def _draws(tournament_id: int) -> list[Recorded]:
    return read_across([stream_of(tournament_id)], [name_of(RoundDrawn), name_of(RedrawTakenBack)])


def prize_corrections(
    tournament_id: int,
) -> list[tuple[int, datetime, PrizesCorrected, tuple[FinalRow, ...]]]:
    """Return the corrections of prizes after the closing: version, time, event, and former rows.

    The former rows are the final standings before the correction.
    """
    names, stream = (name_of(TournamentClosed), name_of(PrizesCorrected)), stream_of(tournament_id)
    found = []
    before: tuple[FinalRow, ...] = ()
    for stored in read_across([stream], names):
        event = from_stored(stored.name, stored.schema, stored.payload)
        assert isinstance(event, TournamentClosed | PrizesCorrected)
        if isinstance(event, PrizesCorrected):
            found.append((stored.version, stored.recorded_at, event, before))
        before = event.rows
    return found


def corrections_of_prizes(tournament_id: int) -> Iterator[TournamentEvent]:
    """Yield, in order, the events of corrections that may change prizes.

    Also yielded are signatures of corrections, and `PrizesCorrected`.
    """
    names = tuple(map(name_of, (*MOVING, CorrectionSigned, PrizesCorrected)))
    for stored in read_across([stream_of(tournament_id)], names):
        yield from_stored(stored.name, stored.schema, stored.payload)


def waits_at(tournament_id: int, version: int) -> bool:
    """Return whether the event of this version proposes a correction that a second person must sign."""
    return _named(tournament_id, version) == name_of(CorrectionProposed)


def asked_at(tournament_id: int, version: int) -> bool:
    """Return whether the event of this version asks another member to agree."""
    return _named(tournament_id, version) == name_of(AgreementAsked)


def _named(tournament_id: int, version: int) -> str:
    """Return the name of the event of this version; empty where there is none."""
    newest = read(stream_of(tournament_id), version - 1)[:1] if version else ()
    return newest[0].name if newest else ""


def ended_at(tournament_id: int, version: int) -> str:
    """Return how a director's request for agreement ended, from the event of this version."""
    return str(read(stream_of(tournament_id), version - 1)[0].payload["how"])


def director_corrections(tournament_id: int) -> list[tuple[int, datetime, TournamentEvent]]:
    """Return the corrections by directors and referees, each with its version and time, the oldest first."""
    return [
        (
            stored.version,
            stored.recorded_at,
            from_stored(stored.name, stored.schema, stored.payload),
        )
        for stored in read_across([stream_of(tournament_id)], list(map(name_of, CORRECTIONS)))
    ]


@dataclass(frozen=True, slots=True)
class RulingSource:
    """The source of a counted ruling: its deal, and the section of the rulebook it cites."""

    deal: str
    """What people call the deal."""
    section: str
    """Empty where the event takes a ruling back."""
    reason: str
    """What the referee wrote, which members read."""


def ruling_source(ruling: int) -> RulingSource | None:
    """Return the ruling of this id, None if the log holds no such event."""
    deal_id, version = ruling_place(ruling)
    found = read(stream_of_deal(deal_id), version - 1)[:1] if deal_id and version else []
    if not found:
        return _of_real_cards(deal_id, version)
    return _source(deal_names([deal_id]).get(deal_id, ""), found[0])


def _of_real_cards(deal_id: int, revision: int) -> RulingSource | None:
    """Return the source of the ruling that made this revision of a real-card result; None without one."""
    origins = Table.objects.filter(deals__pk=deal_id).values_list("origin", flat=True)
    stream = (origins.first() or "").partition("/")[0]
    if tournament_of(stream) is None:
        return None
    for stored in read_named(stream, name_of(DiscardRuled)):
        event = from_stored(stored.name, stored.schema, stored.payload)
        if (
            isinstance(event, DiscardRuled)
            and event.deal_id == deal_id
            and event.revision == revision
        ):
            return RulingSource(deal_names([deal_id])[deal_id], event.section, event.reason)
    return None


def ruling_sources(rulings: Iterable[int]) -> dict[int, RulingSource]:
    """Return the sources of these rulings, by id.

    It takes one query, and one more for each archived deal.
    """
    wanted = {ruling: ruling_place(ruling) for ruling in rulings}
    streams = {stream_of_deal(deal_id): deal_id for deal_id, _ in wanted.values()}
    stored = read_across(list(streams), sorted(PAYING_NAMES))
    names = deal_names(streams.values())
    by_place = {
        (streams[one.stream], one.version): _source(names.get(streams[one.stream], ""), one)
        for one in stored
    }
    found = {
        ruling: by_place.get(place) or ruling_source(ruling) for ruling, place in wanted.items()
    }
    return {ruling: source for ruling, source in found.items() if source is not None}


def _source(deal: str, stored: Recorded) -> RulingSource:
    event = deal_event(stored.name, stored.schema, stored.payload)
    section = event.section if isinstance(event, RulingGiven) else ""
    reason = event.reason if isinstance(event, PaymentChange) else ""
    return RulingSource(deal, section, reason)

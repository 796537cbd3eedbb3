"""The director's part of a tournament's page: the next step, and every other action under a heading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Player
from games.presenters.moments import moment_words
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine import decisions
from tournaments.engine.cash.deciding import owed_prizes, unpaid
from tournaments.engine.correcting.agreements import waiting as waiting_of
from tournaments.engine.correcting.corrections import redrawn_round
from tournaments.engine.terms import Format
from tournaments.errors import RefusedByTournament, translate_refusals
from tournaments.models import Entry, RoundTable, Tournament
from tournaments.presenters.director.next_step import Door, Known, Step, in_sight, next_steps
from tournaments.presenters.page.entry import tables_left
from tournaments.presenters.page.overview import TournamentPage
from tournaments.queries.at_tables import PlaceOfTable, at_tables
from tournaments.queries.tournaments import guests_without_phone

AHEAD: Final = timedelta(hours=1)
"""How long before its announced beginning a tournament's next step is to start it."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The director's panel above a tournament's page."""

    etag: str
    """The page's, with what only directors see."""
    next: Step
    others: tuple[Step, ...]
    """Other things to do now, the most urgent first."""
    doors: tuple[Door, ...]
    """The usual actions in sight."""
    headings: tuple[tuple[str, tuple[Door, ...]], ...]
    """Every other action, by heading."""
    cancel: Door | None


def panel_of(page: TournamentPage, viewer: Player, *, now: datetime) -> Panel:
    """Return the panel of a director for a tournament's page."""
    known = known_of(page, now=now)
    steps = next_steps(known)
    doors = in_sight(known, steps)
    shown = {(door.address, door.act) for door in doors}
    shown |= {(door.address, door.act) for step in steps for door in step.doors}
    headings = (
        (words, tuple(door for door in found if (door.address, door.act) not in shown))
        for words, found in (
            (_("People"), _people(known, page)),
            (_("Tables and results"), _tables(known, page, viewer)),
            (_("Time"), _time(known)),
            (_("Printouts and files"), _papers(known, page)),
        )
    )
    going = known.status in ("open", "running")
    return Panel(
        etag=f"{page.etag}.{crc32(repr(known).encode()):x}",
        next=steps[0],
        others=steps[1:],
        doors=doors,
        headings=tuple((words, found) for words, found in headings if found),
        cancel=known.to("cancel-tournament", _("Cancel …")) if going else None,
    )


def known_of(page: TournamentPage, *, now: datetime) -> Known:
    """Return what must be known of a tournament to choose the next step."""
    row = page.row
    rows = RoundTable.objects.filter(tournament=row).order_by("round", "number")
    drawn = list(rows) if row.rounds_drawn else []
    tables = at_tables(row, drawn, now=now)
    state = queries.current(row.pk).state if row.agreements else None
    asked = () if state is None else [one.wish for one in waiting_of(state).values()]
    in_request = {one.arguments.get("deal_id") for one in asked}
    contradicted = [
        queries.place_of_table(one.table_id)
        for one in page.in_court.contradicted
        if one.deal.id not in in_request
    ]
    decided = {one.deal for one in page.in_court.contradicted}
    waiting = [one.id for one in page.in_court.waiting if one not in decided]
    disputed = queries.places_of(waiting)
    left = tables_left(row, drawn) if page.playing else []
    names = names_of([one.holder for one in tables.absent])
    blocked = _blocked(row)
    holding = [one for one in tables.unconfirmed if one.alone]
    return Known(
        pk=row.pk,
        status=row.status,
        entered=_playing(row),
        not_here=page.not_here_names,
        check_in=row.check_in,
        phoneless=len(guests_without_phone(row)) if row.status == Tournament.Status.OPEN else 0,
        invited=row.terms.admits == Tournament.Admits.INVITED,
        blocked="" if blocked is None else blocked.sentence,
        by_hand=blocked is not None and blocked.code.startswith("tournament.given-"),
        begins=moment_words(row.starts_at, now)
        if row.starts_at is not None and now < row.starts_at - AHEAD
        else "",
        round=row.rounds_drawn,
        rounds=row.terms.rounds,
        playing=page.playing,
        waits=row.waits,
        paused=row.paused_at is not None,
        opening=page.opening,
        tables_left=len(left),
        real_cards=any(table.cardboard for table in left),
        late=bool(page.late_round),
        left_alone=page.left_alone,
        appeal_until=moment_words(row.appeal_until, now) if row.appeal_until else "",
        fee=bool(row.entry_fee),
        unpaid=unpaid(queries.current(row.pk).state)
        if page.can_close and row.terms.door_fee
        else 0,
        owed=owed_prizes(queries.current(row.pk).state)
        if row.status == Tournament.Status.CLOSED and row.terms.door_fee
        else 0,
        redraws=bool(tables.absent) and redrawn_round(queries.current(row.pk).state) > 0,
        calls=tables.calls,
        contradicted=tuple(PlaceOfTable(*place[1:]) for place in contradicted if place),
        asked=len(asked),
        disputed=tuple(
            (deal, PlaceOfTable(place.round, place.table))
            for deal, place in sorted(disputed.items())
        ),
        reported=frozenset(one.id for one in page.in_court.undecided),
        absent=tuple((name, one.table) for name, one in zip(names, tables.absent, strict=True)),
        unconfirmed=tuple(one.place for one in holding),
        to_confirm=tuple(
            dict.fromkeys(names_of([label for one in holding for label in one.waiting]))
        ),
    )


def _playing(row: Tournament) -> int:
    """Return how many members would play in the first round; 0 after the start."""
    if row.status != Tournament.Status.OPEN:
        return 0
    return Entry.objects.filter(tournament=row, status=Entry.Status.PLAYS).count()


def _blocked(row: Tournament) -> RefusedByTournament | None:
    """Return the refusal that prevents the start; None if nothing does, or the tournament has started."""
    if row.status != Tournament.Status.OPEN:
        return None
    try:
        with translate_refusals():
            decisions.check_start(queries.current(row.pk).state)
    except RefusedByTournament as refused:
        return refused
    return None


def _people(known: Known, page: TournamentPage) -> Iterator[Door]:
    if page.row.terms.door_fee:
        yield known.to("tournament-cash", _("Money at the door …"))
    if known.status not in ("open", "running"):
        return
    if known.status == "open" or known.late:
        yield known.to("tournament-entry-list", _("Enter members from a list …"))
    elif known.round < known.rounds:
        yield Door(_("Let latecomers in for longer …"), reverse("correct-terms", args=[known.pk]))
    if known.invited:
        yield known.to("tournament-invitations", _("Invitations …"))
    if page.row.entrants:
        yield known.to("tournament-entries", _("Entries …"))
    yield known.to("tournament-substitutes", _("Substitutes …"))
    if page.entry or not (known.status == "open" or known.late):  # else beside entering oneself
        yield known.to("tournament-seats", _("Reserve list …"))


def _tables(known: Known, page: TournamentPage, viewer: Player) -> Iterator[Door]:
    if known.status == "open":
        if not known.blocked and known.entered:
            yield known.to("start-tournament", _("Start …"))
        if page.row.terms.format == Format.FIXED:
            yield known.to("give-draw", _("Seat players by hand …"))
    if page.marks_cards:
        yield known.to("real-cards", _("Tables with real cards …"))
    if known.status != "cancelled":
        yield known.to("tournament-corrections", _("Corrections …"))
    if known.status != "open":
        yield known.to("tournament-conduct", _("Conduct reports"))


def _time(known: Known) -> Iterator[Door]:
    if known.status == "open":
        yield known.to("describe-tournament", _("Day and description …"))
    if known.status == "running":
        if not known.paused:
            if known.waits:
                yield known.act("begin", _("Begin the round now"))
            yield known.act("tea", _("Break: pause all tables"))
        yield known.to("tournament-time", _("Time …"))


def _papers(known: Known, page: TournamentPage) -> Iterator[Door]:
    if page.rounds:
        yield known.to("tournament-result", _("Print or send the result"))
    if known.round:
        shown = f"?round={page.shown_round}"
        for name, words in (("seat-slips", _("Seat slips")), ("score-sheets", _("Score sheets"))):
            yield Door(words, reverse(name, args=[known.pk]) + shown)
    yield known.to("tournament-hall", _("Hall screen"))
    yield known.to("tournament-log", _("The tournament's log"))
    like = f"?like={known.pk}"
    yield Door(_("Announce another one like this"), reverse("create-tournament") + like)
    yield Door(_("Save its settings as a template …"), reverse("tournament-templates") + like)

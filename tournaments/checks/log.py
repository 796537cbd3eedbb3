"""Folds every tournament again from the log and compares it with its row; see `games.checks.log`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.db.models import QuerySet

from games.checks.wording import UNREADABLE, empty, unlike, unreadable
from games.engine.shuffle import commit
from games.models import Deal
from games.projections import EnteredDeal
from games.queries import current as current_deal
from tournaments import queries
from tournaments.engine.draws.commitment import fits
from tournaments.engine.duplicate import place_of, secret_of
from tournaments.engine.state import TournamentState
from tournaments.engine.terms import values_of
from tournaments.models import Standing, Tournament
from tournaments.projections.standings import standing_rows
from tournaments.projections.tables import entered_deal
from tournaments.schema import stream_of, tournament_of

KIND = "tournaments"


def owned_streams(names: Collection[str]) -> set[str]:
    """Return which of these stream names belong to tournaments that have a row."""
    known = Tournament.objects.filter(pk__in=_numbers(names))
    return {stream_of(pk) for pk in known.values_list("pk", flat=True)}


def kept_streams() -> Iterator[str]:
    """Yield the stream of each tournament that has a row."""
    yield from map(stream_of, Tournament.objects.values_list("pk", flat=True).iterator())


def counted_streams(names: Collection[str]) -> dict[str, int]:
    """Return how many tournaments with a row these streams have, and how many standings lines in all.

    The keys are `tournaments` and `standings`.
    """
    rows = Tournament.objects.filter(pk__in=_numbers(names))
    lines = Standing.objects.filter(tournament__in=rows)
    return {"tournaments": rows.count(), "standings": lines.count()}


def _numbers(names: Collection[str]) -> set[int]:
    """Return the ids of the tournaments that these streams belong to."""
    found = (tournament_of(name) for name in names)
    return {number for number in found if number is not None and number < 2**63}


def check_log() -> Iterator[str]:
    """Yield a sentence for each difference between a tournament's rows and its events."""
    return _differing(Tournament.objects.order_by("pk"))


def check_streams(only: Collection[str]) -> Iterator[str]:
    """Yield a sentence for each difference between rows and events, for the tournaments of these streams."""
    return _differing(Tournament.objects.filter(pk__in=_numbers(only)).order_by("pk"))


def _differing(rows: QuerySet[Tournament]) -> Iterator[str]:
    for row in rows.iterator(chunk_size=200):
        stream = stream_of(row.pk)
        try:
            state = queries.load_state(row.pk)
        except UNREADABLE as error:
            yield unreadable(stream, error)
            continue
        if state is None:
            yield empty(stream)
            continue
        for name, stored, folded in _comparison(row, state):
            if stored != folded:
                yield unlike(stream, name, stored, folded)
        yield from _standings(stream, row, state)
        yield from _papers(state)
        yield from _duplicates(stream, state)


def _comparison(row: Tournament, state: TournamentState) -> Iterator[tuple[str, object, object]]:
    """Yield the fields of a tournament's row: the name, the stored value, and the value by its events."""
    options = state.options
    yield "version", row.version, state.version
    yield "status", row.status, state.status.value
    yield "director", row.director_id, options.director
    yield from ((name, getattr(row.terms, name), said) for name, said in values_of(options).items())
    for name in Tournament.TERMS_WITH_COLUMN:
        yield name, getattr(row, name), getattr(options, name)
    yield "provisional until", row.appeal_until, state.appeal_until
    yield "beginning", row.starts_at, state.starts_at
    yield "description", row.description, state.description
    yield "entrants", row.entrants, len(state.entrants)
    yield "rounds drawn", row.rounds_drawn, len(state.rounds)
    yield "rounds closed", row.rounds_closed, sum(drawn.closed for drawn in state.rounds)


def _duplicates(stream: str, state: TournamentState) -> Iterator[str]:
    """Yield a sentence for each table that did not play a published deal of a duplicate from its committed secret."""
    for drawn in state.rounds if state.options.duplicate else ():
        for number in sorted(drawn.opened):
            place = place_of(drawn.draw, number)
            link = state.links.get(place)
            if link is None:  # the tournament was cancelled
                continue
            wanted = commit(secret_of(link)) if fits(state.deals_bound or "", link, place) else ""
            for table in drawn.tables:
                score = table.score(number)
                if score is None:
                    continue
                bound = current_deal(score.deal_id).state.setup.commitment
                if bound != wanted:
                    yield unlike(f"{stream}, deal-{score.deal_id}", "commitment", bound, wanted)


def _standings(stream: str, row: Tournament, state: TournamentState) -> Iterator[str]:
    """Yield a sentence for each line of the standings that is wrong, missing or superfluous."""
    folded = {one.participant: _said(one) for one in standing_rows(row.pk, state)}
    stored = {one.participant: _said(one) for one in Standing.objects.filter(tournament=row)}
    for participant in sorted(folded.keys() | stored.keys()):
        was, wanted = stored.get(participant), folded.get(participant)
        if was != wanted:
            yield unlike(stream, f"standings, {participant}", was, wanted)


def _said(one: Standing) -> tuple[object, ...]:
    return (one.place, one.points, one.unit, one.deals, one.wins, one.prize)


def _papers(state: TournamentState) -> Iterator[str]:
    """Yield a sentence for each deal with real cards whose row differs from what was entered."""
    told = {
        score.deal_id: entered_deal(score)
        for drawn in state.rounds
        for table in drawn.tables
        for score in (*table.scores, *table.voided)
        if score.paper is not None
    }
    found = Deal.objects.filter(pk__in=told).prefetch_related("seats").in_bulk()
    for deal_id, entered in told.items():
        deal = found.get(deal_id)
        row = deal and EnteredDeal(
            deal.winner,
            deal.points,
            deal.offender,
            tuple(seat.net or 0 for seat in deal.seats.all()),
            deal.entered,
        )
        if row != entered:
            yield unlike(f"deal {deal_id}", "result", row, entered)

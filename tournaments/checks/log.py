"""Reconciling: every tournament folded again from the log and compared with its row; see `games.checks.log`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.checks.log import UNREADABLE, empty, unlike, unreadable
from games.engine.shuffle import commit
from games.models import Deal
from games.projections import EnteredDeal
from games.queries import current as current_deal
from tournaments import queries
from tournaments.engine.commitment import fits
from tournaments.engine.duplicate import place_of, secret_of
from tournaments.engine.state import TournamentState
from tournaments.models import Standing, Tournament
from tournaments.projections.standings import standing_rows
from tournaments.projections.tables import entered_deal
from tournaments.schema import stream_of, tournament_of


def owned_streams(names: Collection[str]) -> set[str]:
    """Which of these are the streams of tournaments that have a row."""
    wanted = {found for name in names if (found := tournament_of(name)) is not None}
    known = Tournament.objects.filter(pk__in={number for number in wanted if number < 2**63})
    return {stream_of(pk) for pk in known.values_list("pk", flat=True)}


def counted_streams(names: Collection[str]) -> dict[str, int]:
    """How many of these streams are tournaments with a row, which is compared with them."""
    rows = Tournament.objects.values_list("pk", flat=True)
    return {"tournaments": sum(stream_of(pk) in names for pk in rows.iterator())}


def check_log(only: Collection[str] | None = None) -> Iterator[str]:
    """A sentence for each tournament whose row does not say what its events say; of these streams alone, if given."""
    for row in Tournament.objects.order_by("pk").iterator(chunk_size=200):
        stream = stream_of(row.pk)
        if only is not None and stream not in only:
            continue
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
    """What the row got in the transaction of the events."""
    options = state.options
    yield "version", row.version, state.version
    yield "status", row.status, state.status.value
    yield "name", row.name, options.name
    yield "fee", row.entry_fee, options.entry_fee
    yield "prizes", tuple(row.prize_shares), tuple(options.prize_shares)
    yield "fixed prizes", tuple(row.prize_sums), tuple(options.prize_sums)
    yield "time to appeal", row.appeal_minutes, options.appeal_minutes
    yield "provisional until", row.appeal_until, state.appeal_until
    yield "club pays", row.club_pays, options.club_pays
    yield "what counts for whom", row.counts_for_player, options.counts_for_player
    yield "format", row.format, options.format
    yield "series", (row.series, row.series_best), (options.series, options.series_best)
    yield "final", (row.final_rounds, row.finalists), (options.final_rounds, options.finalists)
    yield "rounds", row.rounds, options.rounds
    yield "deals a round", row.deals_per_round, options.deals_per_round
    yield "director", row.director_id, options.director
    yield "beginning", row.starts_at, state.starts_at
    yield "description", row.description, state.description
    yield "least members", row.least_members, options.least_members
    yield "late entry", row.late_until, options.late_until
    yield "entrants", row.entrants, len(state.entrants)
    yield "rounds drawn", row.rounds_drawn, len(state.rounds)
    yield "rounds closed", row.rounds_closed, sum(drawn.closed for drawn in state.rounds)


def _duplicates(stream: str, state: TournamentState) -> Iterator[str]:
    """A sentence for each open deal of a duplicate that some table did not play from what it was bound to."""
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
    """A sentence for each line of the standings that is not what the deals add up to, that is missing or too many."""
    folded = {one.participant: _said(one) for one in standing_rows(row.pk, state)}
    stored = {one.participant: _said(one) for one in Standing.objects.filter(tournament=row)}
    for participant in sorted(folded.keys() | stored.keys()):
        was, wanted = stored.get(participant), folded.get(participant)
        if was != wanted:
            yield unlike(stream, f"standings, {participant}", was, wanted)


def _said(one: Standing) -> tuple[object, ...]:
    return (one.place, one.points, one.deals, one.wins, one.prize)


def _papers(state: TournamentState) -> Iterator[str]:
    """A sentence for each deal with real cards whose row does not say what was entered."""
    told = {
        score.deal_id: entered_deal(score)
        for drawn in state.rounds
        for table in drawn.tables
        for score in table.scores
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

"""Lists corrections by rulings and directors for the tournament's page, with changed places and prizes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from games.common.joints import listed
from games.models import Player
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.correcting.correction_events import CorrectionProposed
from tournaments.engine.participants import member_label
from tournaments.engine.real_cards.events import ResultCorrected
from tournaments.engine.scoring.standing_rows import FinalRow
from tournaments.presenters.log.event_words import event_words
from tournaments.presenters.log.render_context import RenderContext, amounts, is_kept, ruling_name

SHOWN: Final = 20
"""How many changes a page names; its log has them all."""


class Correction(NamedTuple):
    """What a ruling or a director's correction changed after the closing."""

    version: int
    at: datetime
    ruling: str
    changes: str
    """Who gets how many chips more, and who gives how many back. Empty where the prizes stay."""
    moves: str
    """Who has which place instead of which. Empty where all keep theirs."""


def corrections(tournament_id: int) -> tuple[Correction, ...]:
    """Return what corrections changed in a closed tournament's prizes and places, the oldest first."""
    found = queries.prize_corrections(tournament_id)
    labels = {member_label(one.player) for _v, _at, event, _b in found for one in event.corrections}
    labels |= {label for _v, _at, event, old in found for label, *_p in moved(old, event.rows)}
    context = RenderContext(None, dict(zip(labels, names_of(labels), strict=True)))
    return tuple(
        Correction(
            version,
            at,
            ruling_name(event.ruling),
            amounts(event.corrections, context),
            listed(
                f"{context.name(label)} {was} → {now}"
                for label, was, now in moved(before, event.rows)
            ),
        )
        for version, at, event, before in found
    )


def moved(
    before: Sequence[FinalRow], after: Sequence[FinalRow]
) -> tuple[tuple[str, int, int], ...]:
    """Return the participants whose place changed, in the new order: label, place before, place after."""
    old = {row.standing.participant: row.standing.place for row in before}
    return tuple(
        (label, was, place)
        for row in after
        for label, place in [(row.standing.participant, row.standing.place)]
        if (was := old.get(label)) is not None and place is not None and was != place
    )


class ShownCorrection(NamedTuple):
    """A correction by a director or referee, in words."""

    version: int
    at: datetime
    words: str
    by: str


def changes(
    tournament_id: int, viewer: Player | None, *, waiting: Collection[int] = ()
) -> tuple[ShownCorrection, ...]:
    """Return corrections by directors and referees as shown to this reader, the newest first, at most `SHOWN`.

    Proposals whose numbers are in `waiting` are left out, since they wait for a second person.
    """
    found = [
        (version, at, event)
        for version, at, event in queries.director_corrections(tournament_id)
        if not (isinstance(event, CorrectionProposed) and event.number in waiting)
    ][: -SHOWN - 1 : -1]
    players = {getattr(event, "director", 0) for _v, _at, event in found}
    players |= {getattr(event, "player", 0) for _v, _at, event in found}
    players |= {who for _v, _at, event in found for who in getattr(event, "players", ())}
    labels = {member_label(player) for player in players - {0}}
    results = [event for _v, _at, event in found if isinstance(event, ResultCorrected)]
    state = queries.current(tournament_id).state if results else None
    for event in results:
        labels.update(RenderContext(state, {}).sat(event))
    names = dict(zip(labels, names_of(list(labels)), strict=True))
    context = RenderContext(state, names, kept=is_kept((event for _v, _at, event in found), viewer))
    return tuple(
        ShownCorrection(
            version,
            at,
            event_words(event, context),
            context.member(getattr(event, "director", 0)),
        )
        for version, at, event in found
    )

"""Puzzles about a discard: asking the club what it would have discarded, answering, and withdrawing the question."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from games.errors import Refused
from games.models import Player
from replays.models import Answer, Puzzle
from replays.queries.puzzles import choice_of, discard_at, knows_it, posed
from replays.queries.replay import get_replay

MOST: Final = 50
"""Puzzles that a member may have asked."""


@transaction.atomic
def ask_puzzle(*, by: Player, deal_id: int, version: int, now: datetime) -> Puzzle:
    """Ask the club about this discard; return the existing puzzle if somebody already has.

    Raises Refused("puzzle.no-discard"), Refused("puzzle.too-many"), and as `get_replay` does.
    """
    _deal, replay = get_replay(deal_id)
    discard_at(replay, version)
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    there = Puzzle.objects.filter(deal_id=deal_id, version=version).first()
    if there is None and Puzzle.objects.filter(by=by).count() >= MOST:
        raise Refused("puzzle.too-many")
    return (
        there
        or Puzzle.objects.get_or_create(
            deal_id=deal_id, version=version, defaults={"by": by, "asked_at": now}
        )[0]
    )


@transaction.atomic
def answer_puzzle(*, by: Player, puzzle_id: int, card: str, now: datetime) -> Answer:
    """Record the card, in the notation of the game, that this member would have discarded.

    Raises Refused("puzzle.unknown"), Refused("puzzle.knows-it") for its author or a player of the deal,
    Refused("puzzle.answered") for a second answer, Refused("puzzle.no-choice") for a card that could not be discarded.
    """
    if not Puzzle.objects.select_for_update(no_key=True).filter(pk=puzzle_id).exists():
        raise Refused("puzzle.unknown")
    asked = posed(puzzle_id)
    if knows_it(asked.puzzle, by):
        raise Refused("puzzle.knows-it")
    chosen = choice_of(asked, card)
    answer, made = Answer.objects.get_or_create(
        puzzle=asked.puzzle, player=by, defaults={"card": int(chosen), "answered_at": now}
    )
    if not made:
        raise Refused("puzzle.answered")
    return answer


@transaction.atomic
def remove_puzzle(*, by: Player, puzzle_id: int) -> None:
    """Remove a puzzle and its answers. Raises Refused("puzzle.unknown") unless the caller is its author."""
    # A concurrent answer comes before or after, never in between.
    list(Puzzle.objects.select_for_update().filter(pk=puzzle_id, by=by).values_list("pk"))
    removed, _rows = Puzzle.objects.filter(pk=puzzle_id, by=by).delete()
    if not removed:
        raise Refused("puzzle.unknown")

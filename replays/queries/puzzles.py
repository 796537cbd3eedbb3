"""Queries for puzzles, their discards and members' answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count

from games.engine.cards import Card
from games.engine.errors import BadNotation
from games.engine.moves import Discard
from games.engine.recording.notation import parse_move
from games.errors import Refused
from games.models import Deal, DealSeat, Player
from games.queries.play.deals import seat_of
from replays.models import Answer, Puzzle
from replays.queries.replay import Replay, get_replay
from replays.queries.what_if import ChoicePoint, decision_at

LISTED: Final = 50
"""Puzzles on the page that lists them, the newest."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle with its deal, all hands open; show none of it to members who have not answered."""

    puzzle: Puzzle
    deal: Deal | None
    """None where bots played it for the puzzle of the day alone."""
    replay: Replay
    decision: ChoicePoint
    choices: tuple[Card, ...]
    """Every card that might have been let go."""
    played: Card


@dataclass(frozen=True, slots=True)
class ListedPuzzle:
    """A puzzle of the list."""

    puzzle: Puzzle
    answers: int
    answered: bool
    mine: bool
    """Who looks at the list asked it."""
    sat: bool
    """Who looks at the list sat in that deal, and has nothing to guess."""


def posed(puzzle_id: int) -> Posed:
    """Return a puzzle. Raises Refused("puzzle.unknown"), and as `get_replay` does."""
    puzzle = Puzzle.objects.select_related("by").filter(pk=puzzle_id).first()
    if puzzle is None:
        raise Refused("puzzle.unknown")
    deal, replay = get_replay(puzzle.deal_id)
    decision, choices, played = discard_at(replay, puzzle.version)
    return Posed(puzzle, deal, replay, decision, choices, played)


def discard_at(replay: Replay, version: int) -> tuple[ChoicePoint, tuple[Card, ...], Card]:
    """Return the decision at this version, the cards that could have been discarded, and the card that was.

    Raises Refused("puzzle.no-discard") if the version is no discard, or if no other card could have been discarded.
    """
    try:
        decision = decision_at(replay, version)
    except Refused as error:
        raise Refused("puzzle.no-discard") from error
    choices = tuple(move.card for move in decision.moves if isinstance(move, Discard))
    if not isinstance(decision.made, Discard) or len(choices) < 2:
        raise Refused("puzzle.no-discard")
    return decision, choices, decision.made.card


def choice_of(asked: Posed, card: str) -> Card:
    """Return the card of this notation. Raises Refused("puzzle.no-choice") if it could not be discarded."""
    try:
        move = parse_move(f"discard {card}", asked.decision.seat)
    except BadNotation:
        raise Refused("puzzle.no-choice") from None
    if not isinstance(move, Discard) or move.card not in asked.choices:
        raise Refused("puzzle.no-choice")
    return move.card


def knows_it(puzzle: Puzzle, player: Player) -> bool:
    """Return whether this member may not answer: they asked the puzzle, or sat in that deal."""
    return puzzle.by_id == player.pk or seat_of(puzzle.deal_id, player) is not None


def answer_of(puzzle: Puzzle, player: Player) -> Card | None:
    """Return the card that this member chose; None if they have not answered."""
    card = Answer.objects.filter(puzzle=puzzle, player=player).values_list("card", flat=True)
    return next((Card(one) for one in card), None)


def answers_of(puzzle: Puzzle) -> dict[Card, int]:
    """Return how many members chose each card; cards that nobody chose are left out."""
    counted = puzzle.answers.order_by().values_list("card").annotate(Count("pk"))
    return {Card(card): number for card, number in counted}


def puzzles(player: Player) -> Sequence[ListedPuzzle]:
    """Return all members' newest puzzles, followed by the player's own older ones."""
    asked = Puzzle.objects.select_related("by").annotate(number=Count("answers")).order_by("-pk")
    rows = list(asked[:LISTED])
    rows += [row for row in asked.filter(by=player) if row not in rows]
    sat = set(
        DealSeat.objects.filter(player=player, deal__in=[row.deal_id for row in rows]).values_list(
            "deal", flat=True
        )
    )
    done = set(
        Answer.objects.filter(player=player, puzzle__in=rows).values_list("puzzle", flat=True)
    )
    return [
        ListedPuzzle(
            row,
            answers=getattr(row, "number"),  # noqa: B009 - annotated
            answered=row.pk in done,
            mine=row.by_id == player.pk,
            sat=row.deal_id in sat,
        )
        for row in rows
    ]

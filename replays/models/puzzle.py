"""Models of puzzles: members are asked what they would have discarded at a point of a finished deal."""

from __future__ import annotations

from django.db import models

from games.models import Deal, Player


class Puzzle(models.Model):
    """A question to the club about a discard; it is no event of the deal, so it is not in the log."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    """Of the discard, in the deal's stream."""
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        """Each discard is asked about only once; sorted newest first."""

        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "version"], name="replays_puzzle_once")
        ]

    def __str__(self) -> str:
        """Return the discard and its deal."""
        return f"{self.deal_id}/{self.version}"


class Answer(models.Model):
    """A member's discard, given before seeing the real one."""

    puzzle = models.ForeignKey(
        Puzzle, on_delete=models.CASCADE, related_name="answers", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    card = models.PositiveSmallIntegerField()
    """Its number, as `games.engine.cards.Card` counts them."""
    answered_at = models.DateTimeField()

    class Meta:
        """Each member answers a puzzle only once."""

        constraints = [
            models.UniqueConstraint(fields=["puzzle", "player"], name="replays_answer_once")
        ]

    def __str__(self) -> str:
        """Return the puzzle, and the member who answered."""
        return f"{self.puzzle_id}/{self.player_id}"

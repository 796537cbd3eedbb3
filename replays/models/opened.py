"""Who lets the link of a deal be opened by whoever has it."""

from __future__ import annotations

from django.db import models

from games.models import Deal, Player


class Opened(models.Model):
    """That somebody who sat in a deal lets whoever has its link open it; a wish like a preference, and in no log."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)

    class Meta:
        """One of each person in each deal."""

        constraints = [
            models.UniqueConstraint(fields=["player", "deal"], name="replays_opened_once")
        ]

    def __str__(self) -> str:
        """Which deal, and whose wish."""
        return f"{self.deal_id}/{self.player_id}"

"""Models of the index of finished deals: a number for each deal, and bitmaps of terms. The indexer writes them."""

from __future__ import annotations

from django.db import models

from games.models import Deal


class FoundDeal(models.Model):
    """A finished deal that every member may see. Other deals are not in the table."""

    number = models.BigIntegerField(primary_key=True)
    """0, 1, 2 … in the order in which the deals came to be seen: its place in all `TermBitmap`."""
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        """Return the deal's number in the index, and its id."""
        return f"found {self.number}: {self.deal_id}"


class TermBitmap(models.Model):
    """A bitmap of the deals in a block that have a term (`replays.index.bitmap`).

    If no deal has it, there is no row.
    """

    about = models.BigIntegerField()
    """The player whom the term is about; 0 for the deal itself."""
    fact = models.CharField(max_length=60)
    """As `replays.index.terms` calls it."""
    block = models.PositiveIntegerField()
    bits = models.BinaryField()

    class Meta:
        """A term has at most one row in a block."""

        constraints = [
            models.UniqueConstraint(
                fields=["about", "fact", "block"], name="replays_foundbits_once"
            )
        ]
        indexes = [models.Index(fields=["block", "about"], name="replays_foundbits_block")]

    def __str__(self) -> str:
        """Return the term, its player and block."""
        return f"{self.fact} of {self.about}, block {self.block}"

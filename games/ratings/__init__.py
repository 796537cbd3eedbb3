"""Ratings: how well somebody plays by a rule set, folded from rated deals in the order of the log.

`skill` is the arithmetic, `rated` says which deals count and what they say, `fold` makes the rows. The rows may be
thrown away at any time: `rebuild` makes the same ones.
"""

from games.ratings.fold import rate, rebuild

__all__ = ["rate", "rebuild"]

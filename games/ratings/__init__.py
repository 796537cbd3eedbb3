"""Rates how well somebody plays by a rule set, from the rated deals in the order of the log.

`skill` has the arithmetic, `rated` says which deals count and reads their results, `fold` makes the rows. The rows
may be deleted at any time: `rebuild` makes the same ones.
"""

from games.ratings.fold import rate, rebuild

__all__ = ["rate", "rebuild"]

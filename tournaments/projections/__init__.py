"""Rows made from the events of a tournament. Applying the same events again changes nothing.

`project` has to run in the transaction that appends the events. `project_standings` compares and writes only the
differences; it may run later, from the folded state.
"""

from tournaments.projections.rebuilding import rebuild, rebuild_all
from tournaments.projections.rows import new_row, project

__all__ = ["new_row", "project", "rebuild", "rebuild_all"]

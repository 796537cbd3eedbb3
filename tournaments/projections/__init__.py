"""Rows made from the events of a tournament. Applying the same events again changes nothing.

`project` belongs into the transaction of the append. `project_standings` compares and writes only what differs; it may
run later, from the fold.
"""

from tournaments.projections.rebuilding import rebuild, rebuild_all
from tournaments.projections.rows import new_row, project

__all__ = ["new_row", "project", "rebuild", "rebuild_all"]

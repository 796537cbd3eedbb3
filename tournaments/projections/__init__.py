"""Makes rows from the events of a tournament. Applying the same events again changes nothing.

`project` has to run in the transaction that appends the events. `project_standings` writes only the differences, from
the folded state; it may run later.
"""

from tournaments.projections.rebuilding import rebuild, rebuild_all
from tournaments.projections.rows import new_row, project

__all__ = ["new_row", "project", "rebuild", "rebuild_all"]

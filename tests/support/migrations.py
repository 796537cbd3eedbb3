"""The database as an older release left it."""

from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def migrated(name: str | None, app: str = "games") -> Any:
    """Bring the database to this migration of an app, None for the newest. Needs transactions.

    Return the models as they were at that migration, or None for the newest.
    """
    executor = MigrationExecutor(connection)
    # The rows of other apps that stand on later migrations went with these, and come back with them.
    target = executor.loader.graph.leaf_nodes() if name is None else [(app, name)]
    executor.migrate(target)
    return None if name is None else executor.loader.project_state(target).apps

"""An older version serves on the newer one's database until each of its processes was replaced: migrations only add."""

import pytest
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

LAST = {
    "games": "0043_bot_speed_and_settings",
    "ledger": "0005_plain_words",
    "log": "0007_watch_of_the_night",
    "notices": "0002_reminders",
    "replays": "0018_plain_words",
    "tournaments": "0032_bot_speed_and_settings",
}
"""The last migration of each app of which the club before is stopped; docs/releasing.md says when this moves on."""
ADDS = (
    operations.AddIndex,
    operations.AlterModelManagers,
    operations.AlterModelOptions,
    operations.AlterOrderWithRespectTo,
    operations.CreateModel,
    operations.RemoveConstraint,
    operations.RemoveIndex,
    operations.RunPython,
)
"""What an older version does not notice; what a `RunPython` does, its reviewer reads."""


UNIQUE = models.UniqueConstraint(fields=["name"], name="one_name")


def _since_the_last() -> list[tuple[Migration, ProjectState]]:
    """Return each migration that came after, with the models as they were before it."""
    loader = MigrationLoader(None)
    found: list[tuple[Migration, ProjectState]] = []
    for app, last in LAST.items():
        for leaf in loader.graph.leaf_nodes(app):
            for key in loader.graph.forwards_plan(leaf):
                migration = loader.graph.nodes[key]
                if key[0] == app and key[1] > last and migration not in [one for one, _ in found]:
                    found.append((migration, loader.project_state([key], at_end=False)))
    return found


def _may_be_left_out(field: "models.Field[object, object]") -> bool:
    """Return whether a row can be written by who does not know of the field."""
    return field.null or field.has_db_default() or field.many_to_many is True


def _is_new(operation: operations.AddConstraint, app: str) -> bool:
    """Return whether a constraint is one of a table that the version before does not have."""
    state = MigrationLoader(None).project_state([(app, LAST[app])])
    return (app, operation.model_name.lower()) not in state.models


def breaks(operation: Operation, app: str, before: ProjectState) -> bool:
    """Return whether the version before could not read or write any more what it reads and writes."""
    if isinstance(operation, operations.AddField):
        return not _may_be_left_out(operation.field)
    if isinstance(operation, operations.AlterField):
        was = before.models[app, operation.model_name_lower].get_field(operation.name)
        same_column = (
            type(was) is type(operation.field) and was.db_column == operation.field.db_column
        )
        narrower = (operation.field.max_length or 0) < (was.max_length or 0)
        left_out = was.null or was.has_db_default()
        needed = left_out and not (operation.field.null or operation.field.has_db_default())
        return not same_column or narrower or needed or (operation.field.unique and not was.unique)
    if isinstance(operation, operations.AddConstraint):
        return not _is_new(operation, app)
    if isinstance(operation, operations.SeparateDatabaseAndState):
        return any(breaks(one, app, before) for one in operation.database_operations)
    return not isinstance(operation, ADDS)


def test_a_migration_leaves_what_the_version_before_needs() -> None:
    for migration, before in _since_the_last():
        state = before.clone()
        for operation in migration.operations:
            assert not breaks(operation, migration.app_label, state), (
                f"{migration}: {operation.describe()}"
            )
            operation.state_forwards(migration.app_label, state)


@pytest.mark.parametrize(
    ("operation", "breaking"),
    [
        (operations.AddField("table", "more", models.IntegerField(default=1)), True),
        (operations.AddField("table", "more", models.IntegerField(db_default=1)), False),
        (operations.AddField("table", "more", models.IntegerField(null=True)), False),
        (operations.RemoveField("table", "name"), True),
        (operations.RenameField("table", "name", "title"), True),
        (operations.RenameModel("Table", "Board"), True),
        (operations.DeleteModel("Table"), True),
        (operations.RunSQL("DROP TABLE games_table"), True),
        (operations.AlterField("table", "name", models.CharField(max_length=1)), True),
        (operations.AlterField("table", "name", models.CharField(max_length=900)), False),
        (operations.AlterField("table", "name", models.IntegerField()), True),
        (operations.AlterField("table", "starts_at", models.DateTimeField()), True),
        (
            operations.AlterField("table", "name", models.CharField(max_length=900, unique=True)),
            True,
        ),
        (operations.AddConstraint("table", UNIQUE), True),
        (operations.AddConstraint("other", UNIQUE), False),
        (
            operations.SeparateDatabaseAndState(
                database_operations=[operations.RemoveField("table", "name")]
            ),
            True,
        ),
    ],
    ids=lambda value: value.describe() if isinstance(value, Operation) else str(value),
)
def test_what_takes_something_away_is_seen(operation: Operation, breaking: bool) -> None:
    loader = MigrationLoader(None)
    state = loader.project_state([("games", LAST["games"])])
    assert breaks(operation, "games", state) is breaking


def test_the_last_ones_are_there() -> None:
    on_disk = MigrationLoader(None).disk_migrations or {}
    assert set(LAST.items()) <= {*on_disk}

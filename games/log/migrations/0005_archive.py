"""The archive, and what guards it: an event leaves `log_event` only for a row that holds its stream, and back.

A later migration that makes Django rebuild one of the tables on SQLite (most alterations do) drops its triggers and
must run `guard` again.
"""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

POSTGRESQL = """
DROP TRIGGER log_event_only_grows ON log_event;
CREATE TRIGGER log_event_only_grows BEFORE UPDATE OR TRUNCATE ON log_event
    FOR EACH STATEMENT EXECUTE FUNCTION log_only_grows();
CREATE TRIGGER log_archive_only_grows BEFORE UPDATE OR TRUNCATE ON log_archive
    FOR EACH STATEMENT EXECUTE FUNCTION log_only_grows();

CREATE FUNCTION log_event_leaves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM log_archive WHERE stream = OLD.stream AND version >= OLD.version
    ) THEN
        RAISE EXCEPTION 'The log only grows: DELETE on log_event is refused.'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER log_event_leaves BEFORE DELETE ON log_event
    FOR EACH ROW EXECUTE FUNCTION log_event_leaves();

CREATE FUNCTION log_archive_leaves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM log_event
        WHERE stream = OLD.stream AND version = OLD.version AND hash = OLD.hash
    ) THEN
        RAISE EXCEPTION 'The log only grows: DELETE on log_archive is refused.'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER log_archive_leaves BEFORE DELETE ON log_archive
    FOR EACH ROW EXECUTE FUNCTION log_archive_leaves();

CREATE FUNCTION log_archive_comes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM log_event
        WHERE stream = NEW.stream AND version = NEW.version AND hash = NEW.hash
    ) OR EXISTS (
        SELECT 1 FROM log_event WHERE stream = NEW.stream AND version > NEW.version
    ) THEN
        RAISE EXCEPTION 'The log only grows: the archive takes whole streams of log_event alone.'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER log_archive_comes BEFORE INSERT ON log_archive
    FOR EACH ROW EXECUTE FUNCTION log_archive_comes();

-- After and not before: two who begin a stream at once wait for each other between the two.
CREATE FUNCTION log_event_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM log_archive
        WHERE stream = NEW.stream AND first_position <> NEW.position
    ) THEN
        RAISE EXCEPTION 'The log only grows: this stream is archived.'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER log_event_begins AFTER INSERT ON log_event
    FOR EACH ROW WHEN (NEW.version = 1) EXECUTE FUNCTION log_event_begins();

-- What is packed is small already; kept in the row, it is read with it.
ALTER TABLE log_archive ALTER COLUMN packed SET STORAGE EXTERNAL;
ALTER TABLE log_archive SET (toast_tuple_target = 8160);
"""

SQLITE = (
    "DROP TRIGGER log_event_no_delete",
    """
    CREATE TRIGGER log_event_no_delete BEFORE DELETE ON log_event
    WHEN NOT EXISTS (
        SELECT 1 FROM log_archive WHERE stream = OLD.stream AND version >= OLD.version
    )
    BEGIN SELECT RAISE(ABORT, 'The log only grows: DELETE on log_event is refused.'); END
    """,
    """
    CREATE TRIGGER log_event_begins BEFORE INSERT ON log_event
    WHEN NEW.version = 1 AND EXISTS (
        SELECT 1 FROM log_archive WHERE stream = NEW.stream AND first_position <> NEW.position
    )
    BEGIN SELECT RAISE(ABORT, 'The log only grows: this stream is archived.'); END
    """,
    """
    CREATE TRIGGER log_archive_no_update BEFORE UPDATE ON log_archive
    BEGIN SELECT RAISE(ABORT, 'The log only grows: UPDATE on log_archive is refused.'); END
    """,
    """
    CREATE TRIGGER log_archive_leaves BEFORE DELETE ON log_archive
    WHEN NOT EXISTS (
        SELECT 1 FROM log_event
        WHERE stream = OLD.stream AND version = OLD.version AND hash = OLD.hash
    )
    BEGIN SELECT RAISE(ABORT, 'The log only grows: DELETE on log_archive is refused.'); END
    """,
    # The second condition stops INSERT OR REPLACE also where recursive_triggers is off.
    """
    CREATE TRIGGER log_archive_comes BEFORE INSERT ON log_archive
    WHEN NOT EXISTS (
        SELECT 1 FROM log_event
        WHERE stream = NEW.stream AND version = NEW.version AND hash = NEW.hash
    ) OR EXISTS (
        SELECT 1 FROM log_archive WHERE stream = NEW.stream OR position = NEW.position
    ) OR EXISTS (
        SELECT 1 FROM log_event WHERE stream = NEW.stream AND version > NEW.version
    )
    BEGIN
        SELECT RAISE(ABORT, 'The log only grows: the archive takes whole streams of log_event alone.');
    END
    """,
)


def guard(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Make the triggers of the vendor in use."""
    if editor.connection.vendor == "postgresql":
        editor.execute(POSTGRESQL, params=None)
    else:
        for statement in SQLITE:
            editor.execute(statement, params=None)


class Migration(migrations.Migration):
    """No way back: what is archived would be lost."""

    dependencies = (("log", "0004_transparency"),)
    operations = (
        migrations.CreateModel(
            name="ArchivedStream",
            fields=[
                ("stream", models.CharField(max_length=100, verbose_name="stream")),
                ("version", models.PositiveIntegerField(verbose_name="version")),
                ("hash", models.BinaryField(max_length=32, verbose_name="hash")),
                ("first_txid", models.BigIntegerField()),
                ("first_position", models.BigIntegerField()),
                ("txid", models.BigIntegerField()),
                ("position", models.BigIntegerField(primary_key=True, serialize=False)),
                ("packed", models.BinaryField()),
            ],
            options={
                "verbose_name": "archived stream",
                "verbose_name_plural": "archived streams",
                "db_table": "log_archive",
                "ordering": ("position",),
                "indexes": [
                    models.Index(
                        fields=["first_txid", "first_position"], name="log_archive_begins"
                    ),
                    models.Index(fields=["txid", "position"], name="log_archive_ends"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("stream",), name="log_archived_once")
                ],
            },
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    )

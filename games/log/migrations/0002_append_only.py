"""Triggers: the database refuses to change or delete an event. The followers' index.

A later migration that makes Django rebuild `log_event` on SQLite (most alterations do) drops the
triggers with the old table and must run `guard` again.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

POSTGRESQL = """
CREATE FUNCTION log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The log only grows: % on % is refused.', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER log_event_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON log_event
    FOR EACH STATEMENT EXECUTE FUNCTION log_only_grows();
CREATE INDEX log_follower ON log_event (txid, position);
"""

# The last one stops INSERT OR REPLACE also where recursive_triggers is off.
SQLITE = (
    """
    CREATE TRIGGER log_event_no_update BEFORE UPDATE ON log_event
    BEGIN SELECT RAISE(ABORT, 'The log only grows: UPDATE on log_event is refused.'); END
    """,
    """
    CREATE TRIGGER log_event_no_delete BEFORE DELETE ON log_event
    BEGIN SELECT RAISE(ABORT, 'The log only grows: DELETE on log_event is refused.'); END
    """,
    """
    CREATE TRIGGER log_event_no_replace BEFORE INSERT ON log_event
    WHEN EXISTS (SELECT 1 FROM log_event WHERE position = NEW.position)
        OR EXISTS (SELECT 1 FROM log_event WHERE stream = NEW.stream AND version = NEW.version)
        OR EXISTS (
            SELECT 1 FROM log_event WHERE stream = NEW.stream AND command_id = NEW.command_id
        )
    BEGIN SELECT RAISE(ABORT, 'The log only grows: this event is there already.'); END
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
    """No way back: a log without its guard is not a log."""

    dependencies = (("log", "0001_events"),)
    operations = (migrations.RunPython(guard),)

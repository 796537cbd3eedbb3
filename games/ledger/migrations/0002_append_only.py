"""Triggers: transfers add up to nothing, are closed by their row, and are never changed.

Postings come first, their foreign key waits for the commit, and the transfer's row comes last:
when it comes, its postings must be there, as many as it says, with the sum 0; after it, no other
can come. A later migration that makes Django rebuild one of the tables on SQLite (most
alterations do) drops its triggers and must make them again.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES = ("ledger_account", "ledger_transfer", "ledger_posting")

POSTGRESQL = """
CREATE FUNCTION ledger_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The ledger only grows: % on % is refused.', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION ledger_close_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT COUNT(*) <> NEW.entries OR COALESCE(SUM(amount), 0) <> 0
        FROM ledger_posting WHERE transfer_id = NEW.id)
    THEN
        RAISE EXCEPTION 'A transfer needs its postings, and their sum must be 0.'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER ledger_transfer_adds_up BEFORE INSERT ON ledger_transfer
    FOR EACH ROW EXECUTE FUNCTION ledger_close_transfer();

CREATE FUNCTION ledger_refuse_late_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM ledger_transfer WHERE id = NEW.transfer_id) THEN
        RAISE EXCEPTION 'The transfer is closed: nothing can be added to it.'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER ledger_posting_in_time BEFORE INSERT ON ledger_posting
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse_late_posting();

-- Two sessions do not see each other's rows before they commit: a posting slipped in beside an
-- open transfer passes the triggers above. At the commit of the later one it is seen.
CREATE FUNCTION ledger_check_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT COUNT(*) <> MAX(t.entries) OR SUM(p.amount) <> 0
        FROM ledger_posting p JOIN ledger_transfer t ON t.id = p.transfer_id
        WHERE p.transfer_id = NEW.transfer_id)
    THEN
        RAISE EXCEPTION 'The transfer is closed: nothing can be added to it.'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_posting_closed AFTER INSERT ON ledger_posting
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_closed();
"""

POSTGRESQL_EACH = """
CREATE TRIGGER {table}_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_only_grows();
"""

# The no_replace triggers stop INSERT OR REPLACE also where recursive_triggers is off.
SQLITE = (
    """
    CREATE TRIGGER ledger_transfer_adds_up BEFORE INSERT ON ledger_transfer
    WHEN (SELECT COUNT(*) <> NEW.entries OR COALESCE(SUM(amount), 0) <> 0
        FROM ledger_posting WHERE transfer_id = NEW.id)
    BEGIN
        SELECT RAISE(ABORT, 'A transfer needs its postings, and their sum must be 0.');
    END
    """,
    """
    CREATE TRIGGER ledger_posting_in_time BEFORE INSERT ON ledger_posting
    WHEN EXISTS (SELECT 1 FROM ledger_transfer WHERE id = NEW.transfer_id)
    BEGIN SELECT RAISE(ABORT, 'The transfer is closed: nothing can be added to it.'); END
    """,
    """
    CREATE TRIGGER ledger_account_no_replace BEFORE INSERT ON ledger_account
    WHEN EXISTS (SELECT 1 FROM ledger_account WHERE id = NEW.id)
        OR EXISTS (SELECT 1 FROM ledger_account WHERE code = NEW.code)
    BEGIN SELECT RAISE(ABORT, 'The ledger only grows: this account is there already.'); END
    """,
    """
    CREATE TRIGGER ledger_transfer_no_replace BEFORE INSERT ON ledger_transfer
    WHEN EXISTS (SELECT 1 FROM ledger_transfer WHERE id = NEW.id)
        OR EXISTS (SELECT 1 FROM ledger_transfer WHERE key = NEW.key)
        OR EXISTS (SELECT 1 FROM ledger_transfer WHERE counters_id = NEW.counters_id)
    BEGIN SELECT RAISE(ABORT, 'The ledger only grows: this transfer is there already.'); END
    """,
    """
    CREATE TRIGGER ledger_posting_no_replace BEFORE INSERT ON ledger_posting
    WHEN EXISTS (SELECT 1 FROM ledger_posting WHERE id = NEW.id)
        OR EXISTS (
            SELECT 1 FROM ledger_posting
            WHERE transfer_id = NEW.transfer_id AND account_id = NEW.account_id
        )
    BEGIN SELECT RAISE(ABORT, 'The ledger only grows: this posting is there already.'); END
    """,
)

SQLITE_EACH = (
    """
    CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}
    BEGIN SELECT RAISE(ABORT, 'The ledger only grows: UPDATE on {table} is refused.'); END
    """,
    """
    CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table}
    BEGIN SELECT RAISE(ABORT, 'The ledger only grows: DELETE on {table} is refused.'); END
    """,
)


def guard(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Make the triggers of the vendor in use."""
    if editor.connection.vendor == "postgresql":
        editor.execute(POSTGRESQL, params=None)
        each: tuple[str, ...] = (POSTGRESQL_EACH,)
    else:
        for statement in SQLITE:
            editor.execute(statement, params=None)
        each = SQLITE_EACH
    for table in TABLES:
        for statement in each:
            editor.execute(statement.format(table=table), params=None)


class Migration(migrations.Migration):
    """No way back: a ledger without its guard is not a ledger."""

    dependencies = (("ledger", "0001_accounts_transfers_postings"),)
    operations = (migrations.RunPython(guard),)

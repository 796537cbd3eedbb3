"""Subtotals, and on PostgreSQL the trigger that they rest on.

A posting takes its number from a sequence when it is inserted. The trigger gives its transaction a number of its own
before that, so that whoever has read the sequence knows which transactions to wait for (`games.ledger.subtotals`).
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

POSTGRESQL = """
CREATE FUNCTION ledger_number_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_current_xact_id();
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_posting_numbered_late BEFORE INSERT ON ledger_posting
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_number_transaction();
"""


def number_first(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """SQLite has one writer at a time and needs nothing."""
    if editor.connection.vendor == "postgresql":
        editor.execute(POSTGRESQL, params=None)


class Migration(migrations.Migration):
    dependencies = (("ledger", "0002_append_only"),)
    operations = (
        migrations.CreateModel(
            name="Subtotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("posting", models.BigIntegerField()),
                ("held", models.BigIntegerField()),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.account",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("account", "posting"), name="ledger_one_subtotal_a_posting"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SubtotalsReached",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("done", models.BigIntegerField(default=0)),
                ("safe", models.BigIntegerField(default=0)),
                ("seen", models.BigIntegerField(default=0)),
                ("txid", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.RunPython(number_first),
    )

"""No index over what each move changes, and room in each page: PostgreSQL then updates a deal's row where it stands."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def leave_room(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Keep a fifth of each new page for the next versions of its rows."""
    if editor.connection.vendor == "postgresql":
        editor.execute("ALTER TABLE games_deal SET (fillfactor = 80)")


class Migration(migrations.Migration):
    """The running deals have an index already, and they are few."""

    dependencies = (("games", "0013_floods"),)
    operations = (
        migrations.RemoveIndex(model_name="deal", name="games_deal_deadline"),
        migrations.RemoveIndex(model_name="deal", name="games_deal_window"),
        migrations.AlterField(
            model_name="deal", name="bot_due", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.RunPython(leave_room, migrations.RunPython.noop),
    )

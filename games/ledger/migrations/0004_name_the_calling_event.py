"""A transfer names the event that called for it. Those that are there stay without one.

Columns that may be null and have no default do not make SQLite rebuild the table, which would drop its triggers.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("ledger", "0003_subtotals"),)
    operations = (
        migrations.AddField(
            model_name="transfer",
            name="stream",
            field=models.CharField(
                help_text="Of the event that called for it; its time and author are the event's.",
                max_length=100,
                null=True,
                verbose_name="stream",
            ),
        ),
        migrations.AddField(
            model_name="transfer",
            name="version",
            field=models.PositiveIntegerField(null=True, verbose_name="version"),
        ),
    )

"""A clock that nobody sets beside each beat; who called a deal off; when a table was last used."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models import F


def used_when_opened(apps, schema_editor):
    """Of a table from before only that is known which is cheap to know."""
    apps.get_model("games", "Table").objects.update(used_at=F("opened_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_keys"),
    ]

    operations = [
        migrations.AddField(
            model_name="serviceclock",
            name="boot",
            field=models.CharField(blank=True, default="", max_length=36),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="serviceclock",
            name="steady",
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="dealseat",
            name="called_off_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="dealseat",
            index=models.Index(
                condition=models.Q(("called_off_at__isnull", False)),
                fields=["player", "called_off_at"],
                name="games_dealseat_called_off",
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="used_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", True)),
                fields=["opened_by"],
                name="games_table_of_host",
            ),
        ),
        migrations.RunPython(used_when_opened, migrations.RunPython.noop),
    ]

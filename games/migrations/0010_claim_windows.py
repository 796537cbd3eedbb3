"""A column for the claim window that is open; and rows no longer say that claims are open."""

from django.db import migrations, models


def say_turn(apps, schema_editor):
    apps.get_model("games", "Deal").objects.filter(phase="claims").update(phase="turn")


class Migration(migrations.Migration):
    dependencies = [("games", "0009_seeds_in_two_steps")]

    operations = [
        migrations.AddField(
            model_name="deal",
            name="window_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                condition=models.Q(("window_until__isnull", False)),
                fields=["window_until"],
                name="games_deal_window",
            ),
        ),
        migrations.RunPython(say_turn, migrations.RunPython.noop, elidable=True),
    ]

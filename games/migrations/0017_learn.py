"""What members have learned, and whether a table lets its seats ask the coach; tables from before do not."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """A table and a column."""

    dependencies = (("games", "0016_preferences"),)
    operations = (
        migrations.AddField(
            model_name="table", name="coach", field=models.BooleanField(default=False)
        ),
        migrations.CreateModel(
            name="Learned",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("lesson", models.CharField(max_length=20)),
                ("step", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="learned", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=["player", "lesson"], name="games_lesson_once_a_member")],
            },
        ),
    )

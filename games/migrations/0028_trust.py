"""Calls know whether anybody may answer them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column; of older calls somebody may."""

    dependencies = [("games", "0027_ratings")]

    operations = [
        migrations.AddField("call", "anybody", models.BooleanField(default=True)),
    ]

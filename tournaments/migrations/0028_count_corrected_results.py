"""Corrected results with real cards count among what was corrected in older tournaments too, as the log makes it."""

from collections import Counter

from django.db import migrations
from django.db.models import F


def count(apps, schema_editor, sign=1):
    """Add to each tournament's corrections the results that were entered again."""
    alias = schema_editor.connection.alias
    events = apps.get_model("log", "Event").objects.using(alias)
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(alias)
    found = events.filter(name="tournament.result-corrected").order_by("position")
    for stream, number in Counter(found.values_list("stream", flat=True)).items():
        row = tournaments.filter(pk=int(stream.removeprefix("tournament-")))
        row.update(corrections=F("corrections") + sign * number)


def forget(apps, schema_editor):
    """Take them off again."""
    count(apps, schema_editor, sign=-1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_delete_papercase"), ("log", "0007_watch_of_the_night")]

    operations = [migrations.RunPython(count, forget, elidable=True)]

"""The keys by which names that look alike find each other, and the text that a search without accents looks through."""

from typing import Any

from django.db import migrations, models

from games.common.names import name_key, searchable


def fill(apps: Any, _editor: Any) -> None:
    """Fill the new columns of all players."""
    player = apps.get_model("games", "Player")
    rows = player.objects.only("pk", "username", "display_name", "email").iterator(chunk_size=500)
    batch = []
    for one in rows:
        one.login_key, one.shown_key = name_key(one.username), name_key(one.display_name)
        one.searched = searchable("\n".join((one.username, one.display_name, one.email)))
        batch.append(one)
    player.objects.bulk_update(batch, ["login_key", "shown_key", "searched"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("games", "0032_pace_of_bots")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="login_key",
            field=models.CharField(blank=True, db_index=True, default="", editable=False, max_length=150),
        ),
        migrations.AddField(
            model_name="player",
            name="shown_key",
            field=models.CharField(blank=True, db_index=True, default="", editable=False, max_length=150),
        ),
        migrations.AddField(
            model_name="player",
            name="searched",
            field=models.TextField(blank=True, default="", editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]

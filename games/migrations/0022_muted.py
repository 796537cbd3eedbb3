from django.db import migrations, models


def carry_over(apps, schema_editor):
    """Whom each member muted goes into the member's row, and out of it on the way back."""
    muted = {}
    for member, of in apps.get_model("games", "Mute").objects.values_list("player_id", "of_id"):
        muted.setdefault(member, []).append(of)
    players = apps.get_model("games", "Player").objects
    for member, whom in muted.items():
        players.filter(pk=member).update(muted=whom)


def carry_back(apps, schema_editor):
    players = apps.get_model("games", "Player").objects
    known = set(players.values_list("pk", flat=True))
    mutes = apps.get_model("games", "Mute").objects
    for member, whom in players.exclude(muted=[]).values_list("pk", "muted"):
        for of in whom:
            if of is None or of in known:
                mutes.create(player_id=member, of_id=of)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0021_gone'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='muted',
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.RunPython(carry_over, carry_back),
        migrations.DeleteModel(name='Mute'),
    ]

"""All terms of a tournament in one column; those that queries ask for keep one of their own."""

from django.db import migrations, models

TERMS = (
    *("name", "rules", "rounds", "deals_per_round", "late_until", "fill_to", "seconds_per_move"),
    *("bank_seconds", "spectator_delay", "round_minutes", "wait_minutes", "filler"),
    *("least_members", "admits", "check_in", "check_in_ends", "tie_breaks", "counts_for_player"),
    *("format", "series", "series_best", "duplicate", "final_rounds", "finalists", "entry_fee"),
    *("club_pays", "prize_sums", "prize_shares", "appeal_minutes", "ruling_hours"),
)
KEPT = ("name", "series", "entry_fee", "club_pays", "check_in", "check_in_ends", "duplicate")


def gather(apps, schema_editor):
    """Write the columns of the terms into the one."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(
        schema_editor.connection.alias
    )
    for row in tournaments.iterator(chunk_size=200):
        row.stored_terms = {name: getattr(row, name) for name in TERMS}
        row.save(update_fields=("stored_terms",))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_ruling_hours")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="stored_terms",
            field=models.JSONField(default=dict, verbose_name="terms"),
            preserve_default=False,
        ),
        migrations.RunPython(gather, migrations.RunPython.noop, elidable=True),
        *(
            migrations.RemoveField(model_name="tournament", name=name)
            for name in TERMS
            if name not in KEPT
        ),
    ]

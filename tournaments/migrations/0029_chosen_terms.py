"""A tournament's row holds the terms that are not as by default, so that a new term needs no migration any more."""

from django.db import migrations

# As they were at this migration: it takes the same out of a row whatever terms the code knows later.
DEFAULTS = {
    "late_until": 0,
    "fill_to": 0,
    "bank_seconds": 0,
    "spectator_delay": None,
    "round_minutes": 0,
    "wait_minutes": 0,
    "odd": "bots",
    "least_members": 1,
    "admits": "members",
    "check_in": False,
    "check_in_ends": None,
    "tie_breaks": ["wins", "best-hand", "penalties"],
    "ranked_by": "points",
    "unplayed": "nothing",
    "counts_for_player": False,
    "format": "even",
    "series": "",
    "series_best": 0,
    "series_points": [],
    "series_present": 0,
    "duplicate": False,
    "final_rounds": 0,
    "finalists": 0,
    "door_fee": 0,
    "club_pays": False,
    "prize_sums": [],
    "appeal_minutes": 0,
    "ruling_hours": 0,
}


def leave_out(apps, schema_editor):
    """Take the terms that are as by default out of each row; whatever reads them has the defaults from the code."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(
        schema_editor.connection.alias
    )
    for row in tournaments.order_by("pk").iterator(chunk_size=200):
        row.stored_terms = {
            name: value
            for name, value in row.stored_terms.items()
            if name not in DEFAULTS or value != DEFAULTS[name]
        }
        row.save(update_fields=("stored_terms",))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_count_corrected_results")]

    operations = [migrations.RunPython(leave_out, migrations.RunPython.noop, elidable=True)]

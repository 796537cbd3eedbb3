"""A tournament's row holds the terms that are not as by default, so that a new term needs no migration any more."""

from django.db import migrations

from tournaments.engine.terms import chosen_terms, terms_from


def leave_out(apps, schema_editor):
    """Take the terms that are as by default out of each row; whoever reads them has the defaults from the code."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(
        schema_editor.connection.alias
    )
    for row in tournaments.order_by("pk").iterator(chunk_size=200):
        row.stored_terms = chosen_terms(terms_from(row.stored_terms))
        row.save(update_fields=("stored_terms",))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_count_corrected_results")]

    operations = [migrations.RunPython(leave_out, migrations.RunPython.noop, elidable=True)]

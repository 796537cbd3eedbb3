"""Every term in each tournament's row, as the log makes it: terms that an older release did not know have their defaults."""

from django.db import migrations

from tournaments.engine.terms import plain_terms, terms_from


def fill(apps, schema_editor):
    """Add the terms that a row lacks. Which ones there are is the code's to say, so this never goes stale."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(
        schema_editor.connection.alias
    )
    for row in tournaments.order_by("pk").iterator(chunk_size=200):
        row.stored_terms = plain_terms(terms_from(row.stored_terms))
        row.save(update_fields=("stored_terms",))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_delete_papercase")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]

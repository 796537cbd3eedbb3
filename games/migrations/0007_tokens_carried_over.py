"""The tokens of rest_framework.authtoken, which kept the keys themselves: their digests come here, its table goes.

Members' programs work on with the keys that they have. A new database never had that table.
"""

import hashlib

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.migrations.recorder import MigrationRecorder

PLAIN = "authtoken_token"


class PlainToken(models.Model):
    key = models.CharField(max_length=40, primary_key=True)
    created = models.DateTimeField()
    user_id = models.BigIntegerField()

    class Meta:
        apps = Apps()
        app_label = "authtoken"
        db_table = PLAIN


def carry_over(apps, schema_editor):
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        if PLAIN not in connection.introspection.table_names(cursor):
            return
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA secure_delete = ON")  # or the keys could still be read in the file
    plain = list(PlainToken.objects.using(connection.alias).all())
    schema_editor.delete_model(PlainToken)
    # Whoever goes back to that app finds it not yet installed, and gets its table anew.
    MigrationRecorder(connection).migration_qs.filter(app="authtoken").delete()
    apps.get_model("games", "ApiToken").objects.using(connection.alias).bulk_create(
        [
            apps.get_model("games", "ApiToken")(
                player_id=token.user_id,
                digest=hashlib.sha256(token.key.encode()).hexdigest(),
                prefix=token.key[:8],
                created_at=token.created,
            )
            for token in plain
        ]
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0006_api_tokens")]

    operations = [migrations.RunPython(carry_over, migrations.RunPython.noop)]

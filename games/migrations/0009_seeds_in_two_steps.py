"""Secrets of deals are encrypted; those that are published already go. Who withheld a seed is noted with the seat."""

import hashlib
from itertools import islice

from django.db import migrations, models

from games.infrastructure.encryption import encrypt


def encrypt_secrets(apps, schema_editor):
    connection = schema_editor.connection
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")  # or the secrets could still be read in the file
    DealSecret = apps.get_model("games", "DealSecret")
    rows = DealSecret.objects.using(connection.alias).select_related("deal").order_by("pk")
    stored = rows.iterator(chunk_size=500)
    while batch := list(islice(stored, 500)):
        for row in batch:
            row.commitment = hashlib.sha256(bytes.fromhex(row.secret)).hexdigest()
            row.encrypted = encrypt(row.secret, of=f"deal-{row.deal_id}") if row.deal.ended_at is None else ""
            row.secret = ""
        DealSecret.objects.using(connection.alias).bulk_update(
            batch, ["commitment", "encrypted", "secret"]
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0008_keep_who_gave_the_referees_duty")]

    operations = [
        migrations.AddField(
            "dealsecret", "commitment", models.CharField(max_length=64, default=""), preserve_default=False
        ),
        migrations.AddField("dealsecret", "encrypted", models.CharField(max_length=255, blank=True, default=""), preserve_default=False),
        migrations.RunPython(encrypt_secrets, migrations.RunPython.noop),
        # For the way back, which finds no secrets: they are published, or stay encrypted.
        migrations.AlterField("dealsecret", "secret", models.CharField(max_length=64, default="")),
        migrations.RemoveField("dealsecret", "secret"),
        migrations.AddField("dealseat", "withheld", models.BooleanField(default=False)),
        migrations.AddIndex(
            "dealseat",
            models.Index(
                fields=["player"],
                condition=models.Q(withheld=True),
                name="games_dealseat_withheld",
            ),
        ),
        migrations.AddIndex(
            "deal",
            models.Index(
                fields=["id"], condition=models.Q(cancelled=True), name="games_deal_called_off"
            ),
        ),
    ]

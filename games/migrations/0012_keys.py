"""Tokens get a name, scopes, an end and their last use; sessions a table of the club's own, with their member.

Tokens that there are go on as they were, with an end. So do sessions: their keys come over as digests, and leave the table
in which who reads the database could find them.
"""

from datetime import timedelta
from hashlib import sha256

import django.db.models.deletion
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils import timezone

DAYS = 90


def end_of_old_tokens():
    return timezone.now() + timedelta(days=DAYS)


def carry_over(apps, schema_editor):
    connection, now = schema_editor.connection, timezone.now()
    before = apps.get_model("sessions", "Session").objects.using(connection.alias)
    after = apps.get_model("games", "MemberSession").objects.using(connection.alias)
    players = set(
        apps.get_model("games", "Player")
        .objects.using(connection.alias)
        .values_list("pk", flat=True)
    )
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")  # or the keys could still be read in the file
    for row in before.filter(expire_date__gt=now).iterator():
        player = int(SessionStore().decode(row.session_data).get("_auth_user_id", 0))
        after.create(
            session_key=sha256(row.session_key.encode()).hexdigest()[:40],
            session_data=row.session_data,
            expire_date=row.expire_date,
            player_id=player if player in players else None,
            seen_at=now,
        )
    before.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_chips"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            "apitoken",
            "expires_at",
            models.DateTimeField(default=end_of_old_tokens),
            preserve_default=False,
        ),
        migrations.AddField(
            "apitoken", "last_used_at", models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            "apitoken",
            "name",
            models.CharField(default="from before", max_length=40, verbose_name="name"),
            preserve_default=False,
        ),
        migrations.AddField(
            "apitoken",
            "scopes",
            models.CharField(default="read play direct", max_length=40),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="MemberSession",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                        verbose_name="session key",
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("device", models.CharField(blank=True, max_length=60)),
                ("begun_at", models.DateTimeField(blank=True, null=True)),
                ("seen_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
            },
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]

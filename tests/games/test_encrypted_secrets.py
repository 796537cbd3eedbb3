"""The secrets of an older club: encrypted where a deal is not over, gone where they are published."""

import hashlib
from importlib import import_module

import pytest
from django.apps.registry import Apps
from django.db import connection, models

from games.infrastructure.encryption import decrypt


def old_tables():
    """The two tables as they were, under names of their own."""
    registry = Apps()

    class Deal(models.Model):  # noqa: DJ008
        ended_at = models.DateTimeField(null=True)

        class Meta:
            apps, app_label, db_table = registry, "old", "old_deal"

    class DealSecret(models.Model):  # noqa: DJ008
        deal = models.OneToOneField(Deal, models.CASCADE, primary_key=True)
        secret = models.CharField(max_length=64)
        commitment = models.CharField(max_length=64)
        encrypted = models.CharField(max_length=255)

        class Meta:
            apps, app_label, db_table = registry, "old", "old_dealsecret"

    return Deal, DealSecret


@pytest.mark.django_db(transaction=True)
def test_a_secret_in_plain_text_is_encrypted_and_a_published_one_is_gone():
    deals, secrets = old_tables()
    plain = ["ab" * 32, "cd" * 32]

    class Old:
        @staticmethod
        def get_model(*_name):
            return secrets

    with connection.schema_editor() as editor:
        editor.create_model(deals)
        editor.create_model(secrets)
    try:
        for secret, ended in zip(plain, (None, "2026-01-01T00:00Z"), strict=True):
            secrets.objects.create(deal=deals.objects.create(ended_at=ended), secret=secret)
        migration = import_module("games.migrations.0009_seeds_in_two_steps")
        with connection.schema_editor() as editor:
            migration.encrypt_secrets(Old, editor)
        running, over = secrets.objects.order_by("pk")
        assert decrypt(running.encrypted, of=f"deal-{running.pk}") == plain[0]
        assert (over.encrypted, running.secret, over.secret) == ("", "", "")
        assert [row.commitment for row in (running, over)] == [
            hashlib.sha256(bytes.fromhex(secret)).hexdigest() for secret in plain
        ]
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(secrets)
            editor.delete_model(deals)

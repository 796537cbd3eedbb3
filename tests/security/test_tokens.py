"""The API's tokens: told once, kept as digests, few for a member, and ended with the account."""

import hashlib
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.api import tokens
from games.models import ApiToken
from tests.support.play_pages import member

pytestmark = pytest.mark.django_db

ASKED = {"username": "an", "password": "not a secret"}
OLD = "5eb1d9a0c1f24d0f8f6b0a3c7e2d4b6a80917253"


@pytest.fixture
def an():
    return member("an")


def new_token():
    answer = Client().post("/api/v1/token/", ASKED, content_type="application/json")
    return answer.json()["token"]


def asked_with(token):
    return Client(headers={"authorization": f"Token {token}"}).get("/api/v1/account/")


def test_nothing_that_is_kept_opens_the_api(an):
    key = new_token()
    kept = ApiToken.objects.values().get()
    assert key not in str(kept)
    assert kept["digest"] == hashlib.sha256(key.encode()).hexdigest()
    assert len(key) * 6 - len(kept["prefix"]) * 6 >= 160  # bits that nobody can read
    assert asked_with(key).status_code == 200
    for guess in (kept["digest"], kept["prefix"], key[:-1], key + "x", key.swapcase(), "é"):
        answer = asked_with(guess)
        assert (answer.status_code, answer.json()["code"]) == (401, "login.needed"), guess


def test_each_login_gives_another_token_and_the_ten_newest_work(an):
    keys = [new_token() for _ in range(12)]
    other = tokens.issue(member("binh"), now=timezone.now())
    assert len(set(keys)) == 12
    assert [asked_with(key).status_code for key in keys] == [401] * 2 + [200] * 10
    assert asked_with(other).status_code == 200


def test_who_is_no_longer_active_is_not_let_in_by_a_token(an):
    key = new_token()
    an.is_active = False
    an.save()
    refused = asked_with(key)
    assert refused.status_code == 401
    assert refused.json() == asked_with("unknown").json()


def carry_over():
    migration = import_module("games.migrations.0007_tokens_carried_over")
    with connection.schema_editor() as editor:
        migration.carry_over(apps, editor)


@pytest.mark.django_db(transaction=True)
def test_the_tokens_of_an_older_club_work_on_and_their_keys_are_gone(an):
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE authtoken_token (key varchar(40) NOT NULL PRIMARY KEY,"
            f" created {'timestamptz' if connection.vendor == 'postgresql' else 'datetime'} NOT NULL,"
            " user_id bigint NOT NULL UNIQUE REFERENCES games_player (id) DEFERRABLE INITIALLY DEFERRED)"
        )
        cursor.execute(
            "INSERT INTO authtoken_token VALUES (%s, %s, %s)",
            [OLD, "2026-01-02 03:04:05.678+00:00", an.pk],
        )
    carry_over()
    assert "authtoken_token" not in connection.introspection.table_names()
    kept = ApiToken.objects.get()
    assert (kept.player, kept.prefix) == (an, OLD[:8])
    assert kept.created_at.isoformat() == "2026-01-02T03:04:05.678000+00:00"
    assert asked_with(OLD).json() == {"balance": 0}
    carry_over()  # where there is no such table there is nothing to do
    assert ApiToken.objects.count() == 1

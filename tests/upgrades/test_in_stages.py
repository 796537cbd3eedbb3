"""What members of older clubs had comes through the upgrade: one database goes back once, and forward in stages.

At each stage it gets the rows that the release of that stage wrote. One way back and forward serves all of them, since
each takes a minute.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string

from games.models import ApiToken, MemberSession, Player
from games.queries.people.people import searched, who_logs_in
from games.queries.play.social import Muted, muted_by
from tests.support.deals import NOW
from tests.support.migrations import migrated
from tests.support.play_pages import browser, member
from tournaments.engine.terms import Terms, values_of
from tournaments.models import Tournament

OLD_KEY = "5eb1d9a0c1f24d0f8f6b0a3c7e2d4b6a80917253"
TERMS = Terms(
    name="Friday",
    rules="vinagames",
    rounds=5,
    deals_per_round=4,
    late_until=2,
    seconds_per_move=60,
    filler="bot:club",
    check_in=True,
    check_in_ends=15,
    tie_breaks=("direct", "wins"),
    format="groups",
    series="Autumn",
    series_best=3,
    final_rounds=2,
    finalists=4,
    entry_fee=20,
    prize_sums=(40, 10),
    prize_shares=(100,),
    ruling_hours=48,
)


def give_a_token(an: Player) -> None:
    """Keep a token as the library did that the club used then: by its key."""
    moment = "timestamptz" if connection.vendor == "postgresql" else "datetime"
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE authtoken_token (key varchar(40) NOT NULL PRIMARY KEY,"
            f" created {moment} NOT NULL, user_id bigint NOT NULL UNIQUE"
            " REFERENCES games_player (id) DEFERRABLE INITIALLY DEFERRED)"
        )
        cursor.execute(
            "INSERT INTO authtoken_token VALUES (%s, %s, %s)",
            [OLD_KEY, "2026-01-02 03:04:05.678+00:00", an.pk],
        )


def give_a_session(key: str, said: dict[str, Any]) -> None:
    """Keep a login as Django's own sessions do: by its key."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_session VALUES (%s, %s, %s)",
            [key, db.SessionStore().encode(said), timezone.now() + timedelta(days=3)],
        )


@pytest.mark.django_db(transaction=True)
def test_what_members_of_an_older_club_had_is_theirs_after_the_upgrade() -> None:
    an, binh, director = member("an"), member("binh"), member("director")
    fresh = browser(an).session
    said, key = dict(fresh.items()), get_random_string(32, VALID_KEY_CHARS)
    Player.objects.filter(pk=an.pk).update(muted=[binh.pk])
    Player.objects.filter(pk=binh.pk).update(muted=[None])
    mutes = {(an.pk, binh.pk), (binh.pk, None)}
    try:
        older = migrated("0021_gone").get_model("games", "Mute").objects
        assert set(older.values_list("player_id", "of_id")) == mutes
        migrated("0006_api_tokens")
        give_a_token(an)
        migrated("0008_keep_who_gave_the_referees_duty")
        give_a_session(key, said)
        older = migrated("0021_gone").get_model("games", "Mute").objects
        for player, of in sorted(mutes, key=str):
            older.create(player_id=player, of_id=of)
        names = migrated("0032_pace_of_bots").get_model("games", "Player").objects
        names.create(username="quyen", display_name="Đỗ Ánh", email="anh@example.org")
        names.create(username="nobody")
        then = migrated("0023_ruling_hours", "tournaments").get_model("tournaments", "Tournament")
        columns = {field.name for field in then._meta.get_fields()}
        told = {name: value for name, value in values_of(TERMS).items() if name in columns}
        then.objects.create(**told, director_id=director.pk, created_at=NOW)
    finally:
        migrated(None)
    the_token_works_on_and_its_key_is_gone(an)
    who_was_logged_in_still_is_and_no_key_is_left(an, key)
    whom_they_muted_stays_muted(an, binh)
    names_are_found()
    columns_of_terms_are_one()


def the_token_works_on_and_its_key_is_gone(an: Player) -> None:
    assert "authtoken_token" not in connection.introspection.table_names()
    kept = ApiToken.objects.get()
    assert (kept.player, kept.prefix) == (an, OLD_KEY[:8])
    assert kept.created_at.isoformat() == "2026-01-02T03:04:05.678000+00:00"
    assert (kept.name, kept.scopes, kept.last_used_at) == ("from before", "read play direct", None)
    assert timedelta(days=89) < kept.expires_at - timezone.now() < timedelta(days=90)
    asked = Client(headers={"authorization": f"Token {OLD_KEY}"}).get("/api/v1/account/")
    assert asked.json() == {"balance": 0, "held": []}


def who_was_logged_in_still_is_and_no_key_is_left(an: Player, key: str) -> None:
    client = Client()
    client.cookies["sessionid"] = key
    assert client.get("/account/").status_code == 200
    assert not Session.objects.exists()
    assert [row.player for row in MemberSession.objects.all()] == [an]
    assert key not in str(list(MemberSession.objects.values()))


def whom_they_muted_stays_muted(an: Player, binh: Player) -> None:
    assert muted_by(Player.objects.get(pk=an.pk)) == Muted(False, frozenset({binh.pk}))
    assert muted_by(Player.objects.get(pk=binh.pk)) == Muted(True, frozenset())


def names_are_found() -> None:
    quyen = Player.objects.get(username="quyen")
    assert who_logs_in("QUYEN") == who_logs_in("Ðỗ Ánh") == quyen
    assert list(searched(Player.objects.all(), "do anh")) == [quyen]


def columns_of_terms_are_one() -> None:
    row = Tournament.objects.get()
    assert row.terms == TERMS
    assert (row.name, row.series, row.entry_fee, row.check_in) == ("Friday", "Autumn", 20, True)
    assert (row.club_pays, row.check_in_ends, row.duplicate) == (False, 15, False)

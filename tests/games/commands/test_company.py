"""The company at a table: who looks on and how much later, phrases and mutes, and a full table that starts."""

import json
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games import commands, queries
from games.commands.table.social import BETWEEN_PHRASES, PHRASES
from games.engine.events import DealStarted
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.state import Phase
from games.errors import Refused
from games.live.publish import key_for_seats, topic_of
from games.models import Deal, Player, Seat, Table, Watcher
from games.presenters.play.social import PHRASE_WORDS
from games.queries.play.social import LOOKS_ON, SAID_LASTS, Watching, watching
from tests.support.claims import in_a_window
from tests.support.deals import NOW, get_ready, play_on, prepared_deal, running_deal
from tests.support.presence import tournament_table
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db

DELAY = timedelta(seconds=30)
SECOND = timedelta(seconds=1)


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh")]


@pytest.fixture
def guest() -> Player:
    return Player.objects.create_user("guest")


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The topics that live push speaks of."""
    topics: list[str] = []
    monkeypatch.setattr("games.live.publish._send", topics.append)
    monkeypatch.setattr("games.live.publish.transaction.on_commit", lambda act: act())
    return topics


def later(deal: Deal, seconds: int = 30) -> Deal:
    """Return the deal, at a table that spectators see later."""
    Table.objects.filter(pk=deal.table_id).update(spectator_delay=seconds)
    return Deal.objects.select_related("table").get(pk=deal.pk)


# --- spectators -----------------------------------------------------------------------------------


def all_told(client: Client, deal: Deal) -> str:
    """Return all that somebody is told of a table and its deal, by page, part and API, but for form ids and
    the time.
    """
    seen = queries.see_table(deal.table_id, None)
    told = [repr(replace(seen, watching=Watching()))]  # who asks is seen to look on
    for address in (
        f"/api/v1/deals/{deal.pk}/",
        f"/api/v1/deals/{deal.pk}/events/",
        f"/api/v1/deals/{deal.pk}/moves/",
        f"/api/v1/tables/{deal.table_id}/",
    ):
        answer = client.get(address)
        assert answer.status_code == 200
        told.append(json.dumps(answer.json()))
    return "\n".join(told)


def test_a_spectator_gets_nothing_newer_than_the_delay(people, guest):
    deal = later(running_deal(VINAGAMES, 7, people, now=NOW))
    client = Client()
    client.force_login(guest)
    for seconds in range(1, 8):
        play_on(deal.pk, moves=1, now=NOW + seconds * SECOND)
    with time_machine.travel(NOW + 3 * SECOND + DELAY, tick=False):
        before = all_told(client, deal)
        shown = queries.see_deal(later(deal), guest)
        assert shown.events
        assert max(row.at for row in shown.events) == NOW + 3 * SECOND
        assert (shown.deadline, shown.deal.bot_due, shown.window) == (None, None, False)
        own = queries.see_deal(later(deal), people[0])
        assert max(row.at for row in own.events) == NOW + 7 * SECOND
        page = client.get(f"/tables/{deal.table_id}/").content.decode()
        assert f'data-version="{shown.view.version}"' in page
        etag = client.get(
            f"/tables/{deal.table_id}/?shown={page.split(chr(34) + 'shown' + chr(34))[1].split(chr(34))[1]}",
            headers={"HX-Request": "true"},
        )
        assert etag.status_code == 204
        play_on(deal.pk, moves=3, now=NOW + 3 * SECOND + DELAY)
        commands.say(by=people[0], table_id=deal.table_id, phrase="hello", now=NOW + 33 * SECOND)
        assert all_told(client, deal) == before
        assert (
            client.get(
                etag.wsgi_request.get_full_path(), headers={"HX-Request": "true"}
            ).status_code
            == 204
        )


@pytest.mark.parametrize("seconds", range(0, 90, 7))
def test_late_or_not_a_spectator_of_4sac_never_learns_that_anybody_is_asked(people, seconds):
    deal, _state = in_a_window(people, 40, asked=True)
    with time_machine.travel(deal.changed_at + seconds * SECOND, tick=False):
        shown = queries.see_deal(later(deal), None)
    assert shown.view.phase in (Phase.SEEDS, Phase.REVEAL, Phase.DISCARD, Phase.TURN)
    assert shown.view.offer is None and not shown.window


def test_before_the_delay_is_over_not_even_the_deal_has_begun(people):
    deal = later(prepared_deal(VINAGAMES, 7, people, now=NOW))
    get_ready(deal, people, ["one", "two"], now=NOW + 10 * SECOND)
    with time_machine.travel(NOW + 20 * SECOND + DELAY - 11 * SECOND, tick=False):
        shown = queries.see_deal(later(deal), None)
    assert not any(isinstance(row.event, DealStarted) for row in shown.events)
    assert shown.deal.started_at is None
    assert [seat.ready for seat in shown.seats] == [False, False, True, True]


def test_when_the_deal_is_over_all_is_open_to_all(people):
    deal = later(running_deal(VINAGAMES, 7, people))
    play_on(deal.pk, now=NOW)
    with time_machine.travel(NOW, tick=False):
        assert queries.see_deal(later(deal), None).view.open_blocks


def test_live_push_speaks_of_a_table_with_a_delay_to_its_seats_alone(people, heard):
    deal = running_deal(VINAGAMES, 7, people)
    assert topic_of(deal.table_id) in heard
    deal = later(deal)
    key = key_for_seats(deal.table)
    heard.clear()
    play_on(deal.pk, moves=2, now=NOW + SECOND)
    assert set(heard) == {topic_of(deal.table_id, key)}
    client = Client()
    assert key not in client.get(f"/tables/{deal.table_id}/").content.decode()
    client.force_login(people[0])
    topic = f'data-stream="{topic_of(deal.table_id, key)}"'
    assert topic in client.get(f"/tables/{deal.table_id}/").content.decode()


def test_who_has_left_listens_with_a_key_that_no_longer_opens(people, guest, heard):
    deal = later(prepared_deal(VINAGAMES, 7, people, chips_per_point=0))
    before = topic_of(deal.table_id, key_for_seats(deal.table))
    heard.clear()
    commands.leave_table(by=people[1], table_id=deal.table_id, now=NOW)
    after = topic_of(deal.table_id, key_for_seats(deal.table))
    assert after != before and {before, after} <= set(heard)
    heard.clear()
    commands.sit_down(by=guest, table_id=deal.table_id, seat=1, now=NOW)
    with_guest = topic_of(deal.table_id, key_for_seats(deal.table))
    assert len({before, after, with_guest}) == 3
    assert {after, with_guest} <= set(heard) and before not in heard


def test_the_part_of_the_page_that_changes_says_where_to_listen(people):
    deal = later(running_deal(VINAGAMES, 7, people))
    client = Client(headers={"HX-Request": "true"})
    client.force_login(people[0])
    part = client.get(f"/tables/{deal.table_id}/").content.decode()
    assert f'data-stream="{topic_of(deal.table_id, key_for_seats(deal.table))}"' in part


def test_a_tournament_table_refuses_spectators_unless_the_director_allows_them(
    people, guest, heard
):
    deal = tournament_table(people)
    judge = Player.objects.create_user("judge", is_director=True)
    stranger, seat, director = Client(), Client(), Client()
    stranger.force_login(guest)
    seat.force_login(people[1])
    director.force_login(judge)
    heard.clear()
    commands.get_ready(by=people[0], deal_id=deal.pk, now=NOW)
    assert topic_of(deal.table_id) not in heard
    for one in people[1:]:
        commands.get_ready(by=one, deal_id=deal.pk, now=NOW)
    for path, asks_who in (
        (f"/tables/{deal.table_id}/", 403),
        (f"/api/v1/tables/{deal.table_id}/", 401),
        (f"/api/v1/deals/{deal.pk}/", 401),
    ):
        assert Client().get(path).status_code == asks_who
        refused = stranger.get(path)
        assert refused.status_code == 403
        assert "replay" in refused.content.decode()
        assert seat.get(path).status_code == director.get(path).status_code == 200
    with pytest.raises(Refused, check=lambda error: error.code == "pause.director"):
        commands.allow_company(
            by=people[0], table_id=deal.table_id, spectators=True, delay=0, phrases=True
        )
    commands.allow_company(
        by=judge, table_id=deal.table_id, spectators=True, delay=0, phrases=False
    )
    assert stranger.get(f"/tables/{deal.table_id}/").status_code == 200


def test_who_looks_on_is_counted_and_members_are_named(people, guest):
    deal = running_deal(VINAGAMES, 7, people)
    client = Client()
    client.force_login(guest)
    seat = Client()
    seat.force_login(people[0])
    with time_machine.travel(NOW, tick=False) as clock:
        for _look in range(2):
            client.get(f"/tables/{deal.table_id}/")
            Client().get(f"/tables/{deal.table_id}/")
        page = seat.get(f"/tables/{deal.table_id}/").content.decode()
        assert "2 people are watching: " in page and "1 guest" in page
        table = Table.objects.get(pk=deal.table_id)
        clock.shift(LOOKS_ON)
        assert watching(table, now=NOW + LOOKS_ON) == ((), 0)


def test_a_visitor_is_counted_once_whatever_the_browser_says_it_is(people):
    deal = running_deal(VINAGAMES, 7, people)
    with time_machine.travel(NOW, tick=False):
        for agent in range(5):
            Client(REMOTE_ADDR=f"2001:db8::{agent}", HTTP_USER_AGENT=str(agent)).get(
                f"/tables/{deal.table_id}/"
            )
        assert watching(Table.objects.get(pk=deal.table_id), now=NOW) == ((), 1)


def test_so_many_guests_are_counted_at_a_table_and_no_more_are_written(people, guest, monkeypatch):
    monkeypatch.setattr("games.commands.table.social.MOST_WATCHING", 2)
    table = running_deal(VINAGAMES, 7, people).table

    def look(who: str, now: datetime) -> None:
        commands.note_watching(table=table, player=None, guest=who, now=now)

    for who in "abc":
        look(who, NOW)
    commands.note_watching(table=table, player=guest, guest="", now=NOW)
    table.refresh_from_db()
    assert watching(table, now=NOW) == (("guest",), 2)
    look("c", NOW + LOOKS_ON)  # the others have gone
    assert Watcher.objects.filter(table=table).count() == 1


# --- phrases --------------------------------------------------------------------------------------


def said(deal: Deal, viewer: Player | None) -> tuple[tuple[int, str], ...]:
    return queries.see_table(deal.table_id, viewer).said


def test_every_phrase_has_its_words():
    assert tuple(PHRASE_WORDS) == PHRASES


def test_a_phrase_is_seen_for_some_seconds_and_is_in_no_log(people):
    deal = running_deal(VINAGAMES, 7, people)
    version = Deal.objects.get(pk=deal.pk).version
    with time_machine.travel(NOW, tick=False) as clock:
        commands.say(by=people[0], table_id=deal.table_id, phrase="well-played", now=NOW)
        for viewer in (*people, None):
            assert said(deal, viewer) == ((0, "well-played"),)
        reader = Client(headers={"Accept-Language": "en"})
        reader.force_login(people[1])
        assert "Well played" in reader.get(f"/tables/{deal.table_id}/").content.decode()
        with pytest.raises(Refused, match="just said"):
            commands.say(by=people[0], table_id=deal.table_id, phrase="hello", now=NOW)
        clock.shift(max(SAID_LASTS, BETWEEN_PHRASES))
        assert said(deal, people[1]) == ()
    assert Deal.objects.get(pk=deal.pk).version == version


def test_a_mute_is_of_a_member_or_of_all_and_is_kept(people):
    deal = running_deal(VINAGAMES, 7, people)
    with time_machine.travel(NOW, tick=False):
        commands.say(by=people[0], table_id=deal.table_id, phrase="hello", now=NOW)
        for seat in (0, None):
            for _twice in range(2):
                commands.mute_seat(by=people[1], table_id=deal.table_id, seat=seat, muted=True)
            assert said(deal, people[1]) == ()
            assert said(deal, people[0]) == ((0, "hello"),)
            commands.mute_seat(by=people[1], table_id=deal.table_id, seat=seat, muted=False)
            assert said(deal, people[1]) == ((0, "hello"),)
        with pytest.raises(Refused, check=lambda error: error.code == "seat.unknown"):
            commands.mute_seat(by=people[1], table_id=deal.table_id, seat=3, muted=True)


def test_nothing_is_said_while_claims_may_be_made_asked_or_not(people):
    for asked in (True, False):
        deal, _state = in_a_window(people, 40, asked=asked)
        with pytest.raises(Refused, match="Players are still deciding about this card"):
            commands.say(by=people[1], table_id=deal.table_id, phrase="hello", now=NOW)
        until = deal.window_until
        assert until is not None
        commands.close_window(deal_id=deal.pk, now=until)
        play_on(deal.pk, now=until)
        commands.close_table(by=people[0], table_id=deal.table_id, now=until)


@pytest.mark.parametrize(
    ("change", "code"),
    [({"phrase": "I hold two chariots"}, "phrase.unknown"), ({"by": "guest"}, "seat.none")],
)
def test_only_seats_say_only_what_is_on_the_list(people, guest, change, code):
    deal = running_deal(VINAGAMES, 7, people)
    asked = {"by": people[0], "phrase": "hello", **change}
    asked["by"] = guest if asked["by"] == "guest" else asked["by"]
    with pytest.raises(Refused) as refused:
        commands.say(table_id=deal.table_id, now=NOW, **asked)
    assert refused.value.code == code


def test_a_tournament_table_has_no_phrases(people):
    deal = tournament_table(people)
    with pytest.raises(Refused) as refused:
        commands.say(by=people[0], table_id=deal.table_id, phrase="hello", now=NOW)
    assert refused.value.code == "phrase.off"


# --- a full table ---------------------------------------------------------------------------------


def full_table(people: list[Player], *, seats: int, starts_itself: bool) -> Deal:
    table = opened_table(
        by=people[0], name="Bàn", rules=VINAGAMES, seats=seats, starts_itself=starts_itself, now=NOW
    )
    for number, player in enumerate(people):
        commands.sit_down(by=player, table_id=table.pk, seat=number, now=NOW)
    return table.deals.get(ended_at=None)


def test_a_full_table_of_people_asks_at_once_who_is_ready(people):
    deal = full_table(people, seats=2, starts_itself=True)
    assert deal.deadline is not None
    commands.get_ready(by=people[0], deal_id=deal.pk, now=NOW)
    commands.start_deal(deal_id=deal.pk, now=deal.deadline)
    assert not Seat.objects.filter(table=deal.table_id, player=people[1]).exists()
    assert Seat.objects.filter(table=deal.table_id, player=people[0]).exists()


def test_a_table_with_bots_waits_for_its_people_and_so_does_one_that_is_not_to_start(people):
    assert full_table(people, seats=4, starts_itself=True).deadline is None
    assert full_table(people, seats=2, starts_itself=False).deadline is None


def test_4sac_of_four_people_starts_when_the_last_one_sits(people):
    more = [*people, *(Player.objects.create_user(name) for name in ("chi", "dung"))]
    table = opened_table(
        by=more[0], name="Bàn", rules=FOURSAC, seats=4, filler="", starts_itself=True, now=NOW
    )
    for number, player in enumerate(more):
        commands.sit_down(by=player, table_id=table.pk, seat=number, now=NOW)
    assert table.deals.get(ended_at=None).deadline is not None

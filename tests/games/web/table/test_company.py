"""The people at a table on its page: the bank, who is gone, pauses, phrases, and what a director allows."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import commands, queries
from games.commands.deal.deal_work import DealWork
from games.engine.attendance import GRACE
from games.engine.deal import to_move
from games.engine.events import SeatBack, SeatGone
from games.engine.rules import VINAGAMES
from games.models import Deal, Player, Seat, Table
from games.queries.play.participants import bot_at
from tests.support.deals import NOW, get_ready, prepared_deal
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh")]


@pytest.fixture
def deal(people: list[Player]) -> Deal:
    """A deal of two people, dealt at NOW, with 60 seconds a move and a bank of 120."""
    deal = prepared_deal(VINAGAMES, 7, people, seats=2)
    Table.objects.filter(pk=deal.table_id).update(bank_seconds=120)
    get_ready(deal, people, ["one", "two"])
    return Deal.objects.get(pk=deal.pk)


def browser(player: Player) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(player)
    return client


def page(player: Player, deal: Deal, seconds: int = 0) -> str:
    with time_machine.travel(NOW + timedelta(seconds=seconds), tick=False):
        return without_legend(browser(player).get(f"/tables/{deal.table_id}/").content.decode())


def without_legend(html: str) -> str:
    """Return a page without what all signs mean, which names them all."""
    return re.sub(r'<dl class="legend">.*?</dl>', "", html, flags=re.DOTALL)


def post(player: Player, deal: Deal, what: str, seconds: int = 0, **form: object) -> int:
    with time_machine.travel(NOW + timedelta(seconds=seconds), tick=False):
        answer = browser(player).post(f"/tables/{deal.table_id}/{what}", {"deal": deal.pk, **form})
    return answer.status_code


def clock(html: str) -> list[int]:
    """Return the seconds that the clock shows without scripts: of the move, then of the bank."""
    found = re.search(r'id="clock".*?</header>', html, re.DOTALL)
    assert found is not None
    return [int(number) for number in re.findall(r"seconds\s*>(\d+)<", found[0])]


def test_the_clock_shows_the_move_first_and_then_the_bank(people, deal):
    assert clock(page(people[0], deal, 0)) == [60, 120]
    assert clock(page(people[0], deal, 45)) == [15, 120]
    assert clock(page(people[1], deal, 70)) == [0, 110]
    deal.refresh_from_db()
    assert deal.deadline == NOW + timedelta(seconds=180) + GRACE
    assert f'data-deadline="{int((deal.deadline - GRACE).timestamp() * 1000)}"' in page(
        people[0], deal
    )


def test_a_person_who_is_called_like_the_clubs_bot_has_not_its_sign(people, deal):
    Player.objects.filter(pk=people[1].pk).update(display_name=bot_at(1))
    html = page(people[0], deal)
    assert bot_at(1) in html and 'data-sign="bot"' not in html


def test_who_is_gone_is_marked_and_comes_back_with_one_press(people, deal):
    work = DealWork.on(deal.pk, now=NOW)
    work.add((SeatGone(1),))
    work.save()
    for player in people:
        own = player == people[1]  # who reads it above their buttons
        assert page(player, deal).count("so the careful bot plays.</span>") == (not own)
        assert ("You are marked as away, so the careful bot plays" in page(player, deal)) == own
    assert 'id="move-back"' not in page(people[0], deal)
    assert 'id="move-back"' in page(people[1], deal)
    assert post(people[1], deal, "back") == 303
    assert queries.history(deal.pk)[-1].event == SeatBack(1)
    html = page(people[0], deal)
    assert "so the careful bot plays.</span>" not in html and "is back." in html


def test_a_pause_is_asked_for_shown_and_ended_by_form(people, deal):
    html = page(people[0], deal)
    assert "Suggest a pause" in html and "It begins when everyone who is here agrees" in html
    assert post(people[0], deal, "pause", resume="0") == 303
    assert "an suggested a pause. Still to agree: binh." in page(people[1], deal)
    assert 'id="pause"' not in page(people[0], deal)
    assert post(people[1], deal, "pause", resume="0") == 303
    html = page(people[0], deal)
    assert "data-paused" in html and "The deal is paused." in html and "Suggest resuming" in html
    assert "All clocks are stopped, for at most half an hour." in html
    [seat] = to_move(queries.load_state(deal.pk))
    refused = post(
        people[seat], deal, "move", move="hit", move_id="in-the-pause", expected_version="1"
    )
    assert refused == 409
    for player in people:
        post(player, deal, "pause", 100, resume="1")
    assert clock(page(people[0], deal, 100)) == [60, 120]


def test_a_director_pauses_from_beside_the_table(people, deal):
    judge = Player.objects.create_user("judge", is_director=True)
    assert "Pause the deal" in page(judge, deal)
    assert post(judge, deal, "pause", resume="0") == 303
    assert "The director paused the deal." in page(people[0], deal)
    assert "Resume the deal" in page(judge, deal)
    assert post(Player.objects.create_user("guest"), deal, "pause", resume="1") == 403


def test_what_happens_is_spoken_in_one_line_that_says_nothing_twice(people, deal):
    """The line is empty until something happens (js/said.js); errors and a lost connection have one each."""
    html = page(people[0], deal)
    live = re.findall(r'<[^>]*(?:role="(?:status|alert)"|aria-live)[^>]*>', html)
    assert [re.findall(r'id="([^"]+)"|(data-log-watch)', tag)[0] for tag in live] == [
        ("", "data-log-watch"),
        ("turn-said", ""),
        ("messages", ""),
        ("feed", ""),
    ]
    assert 'id="turn-said" role="status"></p>' in html


def test_a_phrase_is_said_and_hidden_by_form(people, deal):
    assert post(people[0], deal, "say", phrase="thank-you") == 303
    said = '<span class="seat__said" data-sign="said">Thank you</span>'
    assert said in page(people[1], deal)
    assert post(people[1], deal, "mute", seat="0", muted="1") == 303
    assert said not in page(people[1], deal)
    assert "Show what an says" in page(people[1], deal)
    assert post(people[1], deal, "mute", seat="all", muted="1") == 303
    assert "Show what others say" in page(people[1], deal)
    wrong: list[dict[str, Any]] = [{"seat": "9", "muted": "1"}, {"seat": "x"}, {}]
    for form in wrong:
        assert post(people[1], deal, "mute", **form) == 404
    assert post(people[1], deal, "say", phrase="") == 422


def test_a_director_says_who_may_look_on(people, deal):
    judge = Player.objects.create_user("judge", is_director=True)
    assert 'id="allow"' in page(judge, deal) and 'id="allow"' not in page(people[0], deal)
    assert post(judge, deal, "company", delay="30", phrases="1") == 303
    table = Table.objects.get(pk=deal.table_id)
    assert (table.spectators, table.spectator_delay, table.phrases) == (False, 30, True)
    for delay in ("601", "-1", "", "x"):
        assert post(judge, deal, "company", delay=delay) == 422
    assert post(people[0], deal, "company", delay="0") == 403


def test_a_table_is_opened_with_its_bank_delay_and_start(people):
    form = {
        "name": "Bàn 9",
        "rules": "vinagames",
        "seats": "2",
        "seconds_per_move": "30",
        "bank_seconds": "90",
        "spectator_delay": "120",
        "starts_itself": "on",
        "chips_per_point": "1",
        "admission": "open",
        "idempotency_key": "6a1f2b9e-4c63-4a5e-9a57-0f6c8f2d7f10",
    }
    assert browser(people[0]).post("/tables/new", form).status_code == 302
    table = Table.objects.get(name="Bàn 9")
    assert (table.bank_seconds, table.spectator_delay, table.starts_itself) == (90, 120, True)
    refused = browser(people[0]).post("/tables/new", {**form, "bank_seconds": "601"})
    assert refused.status_code == 422


def test_programs_do_the_same(people, deal):
    judge = Player.objects.create_user("judge", is_director=True)

    def ask(player: Player, path: str, **body: object) -> Any:
        with time_machine.travel(NOW, tick=False):
            return browser(player).post(f"/api/v1/{path}/", body, content_type="application/json")

    table, running = f"tables/{deal.table_id}", f"deals/{deal.pk}"
    assert ask(people[0], f"{running}/pause").json()["asking"] == [0]
    told = ask(people[1], f"{running}/pause").json()
    assert (told["paused"], told["asking"], told["bank_seconds"]) == (True, [], 120)
    refused = ask(people[0], f"{running}/moves", move="hit", move_id="12345678", expected_version=1)
    assert refused.status_code == 409
    assert ask(people[0], f"{running}/halt", resume=True).status_code == 403
    assert ask(judge, f"{running}/halt", resume=True).status_code == 204
    assert not Deal.objects.get(pk=deal.pk).paused_at
    said = ask(people[0], f"{table}/say", phrase="hello").json()["said"]
    assert said == [{"seat": 0, "phrase": "hello"}]
    assert ask(people[1], f"{table}/mute", seat=0).json()["said"] == []
    assert ask(people[0], f"{table}/say", phrase="nothing").status_code == 422
    allowed = {"spectators": True, "spectator_delay": 30, "phrases": False}
    assert ask(judge, f"{table}/company", **allowed).json()["spectator_delay"] == 30
    assert ask(people[0], f"{table}/company", **allowed).status_code == 403
    seats = ask(people[0], f"{running}/back").json()["seats"]
    assert [(seat["gone"], seat["bank_left"]) for seat in seats] == [(False, 120)] * 2


def test_a_director_who_looks_on_gives_the_table_more_time(people, deal):
    judge = Player.objects.create_user("judge", is_director=True)
    before = Deal.objects.get(pk=deal.pk).deadline
    assert 'id="give-time"' not in page(people[0], deal)
    shown = re.search(r'name="key" value="(\d+)"', page(judge, deal))
    assert shown is not None and before is not None
    for _press in range(2):
        assert post(judge, deal, "time", minutes="5", key=shown[1]) == 303
    assert Deal.objects.get(pk=deal.pk).deadline == before + timedelta(minutes=5)
    assert "The director gave extra time: 5\xa0minutes." in page(people[0], deal)
    assert post(judge, deal, "time", minutes="½", key="x") == 422
    assert post(people[0], deal, "time", minutes="5", key="x") == 403


def test_in_a_pause_no_button_looks_as_if_it_could_be_pressed(people, deal):
    for one in people:
        assert post(one, deal, "pause") == 303
    for one in people:
        html = page(one, deal)
        assert html.count('aria-disabled="true" data-why="') == 4
        assert "data-asked" not in html


def test_who_is_asked_for_a_pause_reads_it_on_the_felt_and_agrees_with_one_press(people, deal):
    assert "pause-here" not in page(people[1], deal)
    assert post(people[0], deal, "pause") == 303
    html = page(people[1], deal)
    assert "an suggested a pause." in html and 'id="pause-here">Agree to a pause<' in html
    assert post(people[1], deal, "pause") == 303
    assert 'id="pause-here">Suggest resuming<' in page(people[0], deal)


def test_an_open_page_hears_of_what_the_director_allows_and_of_who_looks_on(people, deal):
    an = people[0]
    judge = Player.objects.create_user("judge", is_director=True)
    _status, _html, etag = look(an, deal, 0)
    for change in ("spectators phrases", "phrases", ""):
        allowed = dict.fromkeys(change.split(), "1")
        assert post(judge, deal, "company", 0, delay="60", **allowed) == 303
        status, html, etag = look(an, deal, 0, etag)
        assert status == 200
        assert look(an, deal, 0, etag)[0] == 204
    assert f'data-stream="table-{deal.table_id}-' in html
    assert post(judge, deal, "company", spectators="1", delay="0") == 303
    etag = look(an, deal, 1, etag)[2]
    assert "judge" in page(judge, deal, 2)
    status, html, etag = look(an, deal, 3, etag)
    assert status == 200 and "1 person is watching: judge." in html


# --- whose page is gone ---------------------------------------------------------------------------


def look(player: Player, deal: Deal, seconds: int, shown: str = "") -> tuple[int, str, str]:
    """Return what the open page gets when it looks, and its new ETag (the old one where nothing has changed)."""
    with time_machine.travel(NOW + timedelta(seconds=seconds), tick=False):
        answer = browser(player).get(
            f"/tables/{deal.table_id}/", {"shown": shown}, headers={"HX-Request": "true"}
        )
    html = without_legend(answer.content.decode())
    found = re.search(r'name="shown" value="(\w+)"', html)
    return answer.status_code, html, found[1] if found else shown


def test_a_seat_whose_page_is_gone_is_shown_as_not_here_until_it_looks_again(people, deal):
    an, binh = people
    look(binh, deal, 0)
    _status, html, etag = look(an, deal, 20)
    assert "Not here" not in html
    status, html, etag = look(an, deal, 26, etag)
    assert status == 200 and "Not here" in html
    assert "Not here" not in page(binh, deal, 26)  # nobody is told of themselves
    assert look(an, deal, 40, etag)[0] == 204
    look(binh, deal, 41)
    status, html, _etag = look(an, deal, 42, etag)
    assert status == 200 and "Not here" not in html


def test_a_seat_that_is_not_here_at_its_turn_shows_when_a_bot_plays_and_its_owner_takes_it_back(
    people, deal
):
    seat = to_move(queries.load_state(deal.pk))[0]
    gone, here = people[seat], people[1 - seat]
    table = Table.objects.get(pk=deal.table_id)
    look(gone, deal, 0)
    _status, _html, etag = look(here, deal, 26)
    commands.play_unseen(deal_id=deal.pk, now=NOW + timedelta(seconds=26))
    status, html, etag = look(here, deal, 30, etag)
    assert status == 200
    assert re.search("A bot will play in <span data-seconds>11</span> s", html)
    assert clock(page(gone, deal, 30)) == [
        30,
        120,
    ]  # and the owner sees the time that is really left
    assert "A bot will play in" not in page(gone, deal, 30)
    look(gone, deal, 31)
    status, html, etag = look(here, deal, 32, etag)
    assert status == 200 and "A bot will play in" not in html and "Not here" not in html
    for seconds in (57, 72):
        look(here, deal, seconds, etag)
        commands.play_unseen(deal_id=deal.pk, now=NOW + timedelta(seconds=seconds))
    assert "Gone" in page(here, deal, 73)
    assert 'id="history"' in page(here, deal, 73) and f"{gone.shown_name} is not here" in page(
        here, deal, 73
    )
    assert post(gone, deal, "back", 74) == 303
    assert "Gone" not in page(here, deal, 75)
    assert table.admission == Table.Admission.OPEN


def test_who_plays_without_an_open_page_is_not_said_to_be_away(people, deal):
    """A page without scripts and a program do not look by themselves; and what follows a press tells nothing."""
    page(people[1], deal, 0)
    assert "Not here" not in page(people[0], deal, 300)
    assert not Seat.objects.exclude(seen_at=None).filter(player=people[1]).exists()


def test_looks_are_written_seldom_and_only_where_somebody_else_sits(people, deal):
    def written(seconds: int) -> int:
        with CaptureQueriesContext(connection) as asked:
            look(people[0], deal, seconds)
        return sum(
            "UPDATE" in query["sql"] and "seen_at" in query["sql"] and "games_seat" in query["sql"]
            for query in asked
        )

    assert [written(seconds) for seconds in (0, 1, 7, 8, 9)] == [1, 0, 0, 1, 0]
    Seat.objects.filter(player=people[1]).update(player=None)
    assert written(60) == 0


def test_the_others_are_told_at_once_that_somebody_is_back(people, deal, monkeypatch):
    told: list[str] = []
    monkeypatch.setattr("games.live.publish._send", told.append)
    monkeypatch.setattr("games.live.publish.transaction.on_commit", lambda act: act())
    for seconds, times in ((0, 0), (15, 0), (60, 1), (75, 1)):
        look(people[1], deal, seconds)
        assert len(told) == times


def test_a_phrase_goes_with_who_said_it_and_not_with_the_seat_nor_the_clock(people):
    an, binh = people
    with time_machine.travel(NOW, tick=False):
        table = opened_table(by=an, name="Bàn 2", rules=VINAGAMES, seats=3, now=NOW)
        commands.sit_down(by=an, table_id=table.pk, seat=0, now=NOW)
        commands.sit_down(by=binh, table_id=table.pk, seat=1, now=NOW)
        commands.say(by=binh, table_id=table.pk, phrase="hello", now=NOW)
        assert queries.see_table(table.pk, an).said == ((1, "hello"),)
        commands.leave_table(by=binh, table_id=table.pk, now=NOW)
        assert queries.see_table(table.pk, an).said == ()
        chi = Player.objects.create_user("chi")
        commands.sit_down(by=chi, table_id=table.pk, seat=1, now=NOW)
        assert queries.see_table(table.pk, an).said == ()
        commands.say(by=chi, table_id=table.pk, phrase="goodbye", now=NOW)
    earlier = NOW - timedelta(hours=1)  # the clock is set back
    with time_machine.travel(earlier, tick=False):
        assert queries.see_table(table.pk, an).said == ()
        commands.say(by=chi, table_id=table.pk, phrase="hello", now=earlier)
        assert queries.see_table(table.pk, an).said == ((1, "hello"),)

"""The puzzle of the day: one for everybody, from deals that anyone may see, with a streak and no login."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.engine.cards import CARD_NAMES
from games.engine.rules import VINAGAMES
from games.models import Deal, Table
from games.presenters.cards import card_name
from replays.queries.daily import puzzle_of
from replays.web.daily import COOKIE
from tests.support.deals import stored_deal
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db
PAGE = "/replays/puzzles/today/"
DAY = date(2026, 12, 24)


@pytest.fixture
def opened(four: Any) -> Deal:
    deal = stored_deal(VINAGAMES, 4, four)
    Table.objects.filter(pk=deal.table_id).update(origin="tournament-3/1/2")
    Deal.objects.filter(pk=deal.pk).update(ended_at=datetime(2026, 12, 22, 20, tzinfo=UTC))
    return deal


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Any:
    def set_day(day: date) -> None:
        monkeypatch.setattr("replays.web.daily.timezone.localdate", lambda: day)

    set_day(DAY)
    return set_day


def read(client: Client) -> str:
    answer = client.get(PAGE)
    assert answer.status_code == 200
    return answer.content.decode()


def answer(client: Client) -> None:
    card = re.findall(r'name="card" value="(\w\w)"', read(client))[0]
    said = client.post(PAGE, {"card": card})
    assert (said.status_code, said["Location"]) == (303, PAGE + "#solved")


def test_a_stranger_answers_once_and_reads_the_verdict_and_not_before(
    opened: Deal, on: Any
) -> None:
    client = Client()
    before = read(client)
    assert 'id="solved"' not in before and f"/replays/{opened.pk}/" not in before
    answer(client)
    after = read(client)
    assert 'id="solved"' in after and f"/replays/{opened.pk}/" in after and 'id="verdict"' in after
    kept = client.cookies[COOKIE].value
    assert client.post(PAGE, {"card": "Kr"}).status_code == 200
    assert client.cookies[COOKIE].value == kept
    assert 'id="solved"' not in read(Client())


def test_the_streak_counts_days_in_a_row_and_begins_again_after_a_gap(
    opened: Deal, on: Any
) -> None:
    client = Client(headers={"Accept-Language": "en"})
    for day, said in ((0, "1 day<"), (1, "2 days"), (2, "3 days"), (4, "1 day<")):
        on(DAY + timedelta(days=day))
        answer(client)
        assert f"Your streak in this browser: {said}" in read(client)


@pytest.mark.parametrize("card", ["", "Zz", "\x00", "Kr Kr"])
def test_a_card_that_could_not_be_discarded_is_refused(opened: Deal, on: Any, card: str) -> None:
    client = Client()
    said = client.post(PAGE, {"card": card})
    assert said.status_code == 422 and COOKIE not in client.cookies
    assert 'id="solved"' not in said.content.decode()


@pytest.mark.parametrize("forged", ["", "2026-12-24 1/2 3 99", "x:y", "\x00"])
def test_a_forged_cookie_is_no_answer(opened: Deal, on: Any, forged: str) -> None:
    client = Client()
    client.cookies[COOKIE] = forged
    assert 'id="solved"' not in read(client)


def test_who_sat_there_has_nothing_to_guess(opened: Deal, on: Any, four: Any) -> None:
    assert 'id="solved"' in read(browser(four[0]))


def test_it_is_the_same_all_day_and_another_one_on_other_days(opened: Deal, four: Any) -> None:
    found = {str(puzzle_of(DAY + timedelta(days=day)).puzzle) for day in range(9)}
    assert len(found) > 1
    first = puzzle_of(DAY)
    later = stored_deal(VINAGAMES, 5, four)
    Table.objects.filter(pk=later.table_id).update(origin="tournament-3/1/3")
    Deal.objects.filter(pk=later.pk).update(ended_at=datetime(2026, 12, 24, 9, tzinfo=UTC))
    again = puzzle_of(DAY)
    assert str(first.puzzle) == str(again.puzzle)


def test_a_deal_that_strangers_may_not_open_is_not_asked_and_bots_play_one_instead(
    opened: Deal, on: Any
) -> None:
    Table.objects.filter(pk=opened.table_id).update(origin="")
    assert puzzle_of(DAY).deal is None
    Table.objects.filter(pk=opened.table_id).update(origin="tournament-3/1/2")
    assert puzzle_of(DAY).deal == opened
    Deal.objects.filter(pk=opened.pk).update(ended_at=None)
    assert puzzle_of(DAY).deal is None


def test_a_club_without_any_deal_has_a_puzzle_that_bots_played(on: Any, four: Any) -> None:
    client = browser(four[0])
    client.cookies["django_language"] = "en"
    before = read(client)
    assert "Bots played this deal." in before and 'id="solved"' not in before
    answer(client)
    after = read(client)
    assert 'id="verdict"' in after and "Your streak in this browser: 1 day<" in after
    assert "?at=" not in after  # there is no replay to open
    assert not Deal.objects.exists()


def test_the_bots_deal_is_the_same_all_day_and_another_one_on_other_days() -> None:
    one, again, next_day = puzzle_of(DAY), puzzle_of(DAY), puzzle_of(DAY + timedelta(days=1))
    assert (one.replay.history, one.played) == (again.replay.history, again.played)
    assert one.replay.history != next_day.replay.history
    assert set(one.replay.players) == {"bot:club"}
    judged = one.replay.frame(one.puzzle.version).review
    assert judged is not None and len(one.choices) > 1


def solved(client: Client) -> str:
    return unescape(read(client).partition('id="solved"')[2].partition("</section>")[0])


@pytest.mark.parametrize("safe", [True, False])
def test_the_own_answer_is_judged_first_and_the_reason_is_said(on: Any, *, safe: bool) -> None:
    posed = puzzle_of(DAY)
    review = posed.replay.frame(posed.puzzle.version).review
    assert review is not None
    mine = next(row for row in review.rows if row.worst is safe)
    best = next(row for row in review.rows if row.worst)
    client = Client(headers={"Accept-Language": "en"})
    client.post(PAGE, {"card": CARD_NAMES[mine.card]})
    said = solved(client)
    judged, _, played = said.partition(" discarded the ")
    assert played, "what was played comes after the verdict on the own answer"
    if safe:
        assert f"Right: the {card_name(mine.card)} was safe." in judged
        assert "It was the card the hand needed least" in judged
    else:
        assert f"Wrong: the {card_name(mine.card)} was not safe." in judged
        assert f"{mine.usefulness} without the {card_name(mine.card)}" in judged
        assert f"{best.usefulness} without the {card_name(best.card)}" in judged
    assert "Every day with an answer counts, right or wrong." in said


def test_the_hand_is_laid_as_at_the_table_and_every_choice_lies_in_it_once(on: Any) -> None:
    posed, client = puzzle_of(DAY), Client()
    own = read(client).partition('id="own"')[2].partition("</section>")[0]
    assert sorted(re.findall(r'name="card" value="(\w\w)"', own)) == sorted(
        CARD_NAMES[card] for card in posed.choices
    )
    held = posed.replay.as_seen(posed.decision.seat).frame(posed.puzzle.version - 1)
    seat = held.seats[posed.decision.seat]
    assert own.count('class="pick"') == seat.count
    answer(client)
    assert 'name="card"' not in read(client)

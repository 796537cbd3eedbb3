"""The coach: where there is one, what it tells, and that it knows no more than its seat."""

import re
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from games import commands, queries
from games.engine.cards import CARD_BY_NAME, CARD_NAMES
from games.engine.deal import legal_moves
from games.engine.hands.hand import trash, trash_cards
from games.engine.recording.notation import move_text
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from games.engine.state import Phase
from games.lessons import LESSONS
from games.models import Table
from games.presenters.learning.coach import coach_of
from tests.support import deals
from tests.support.play_pages import browser, dealt, member
from tests.support.tables import opened_table
from tests.support.worlds import changed_for

pytestmark = pytest.mark.django_db

SEED = 5
"""Of deals in which the first seat discards and has turns, in both rule sets."""


@pytest.fixture
def an():
    return member("an")


def page_of(deal, player):
    return queries.see_table(deal.table_id, player)


# --- where there is one ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chips", "asked", "allowed"),
    [(0, None, True), (5, None, False), (0, False, False), (5, True, True)],
)
def test_a_table_for_honour_has_a_coach_unless_its_host_says_otherwise(an, chips, asked, allowed):
    table = opened_table(
        by=an,
        name="Bàn 1",
        rules=VINAGAMES,
        seats=4,
        chips_per_point=chips,
        coach=asked,
        now=timezone.now(),
    )
    assert table.has_coach is allowed


@pytest.mark.parametrize(("asked", "allowed"), [("", False), ("yes", True), ("no", False)])
def test_the_form_of_a_table_asks_for_it(an, asked, allowed):
    client = browser(an)
    assert 'name="coach"' in client.get("/tables/new").content.decode()
    assert opened(client, coach=asked).coach is allowed


def opened(client, **told):
    """The table that the form opens, with its host at it and everything else as it stands there."""
    form = {
        "name": "Bàn 1",
        "rules": "vinagames",
        "seats": "4",
        "filler": "club",
        "seconds_per_move": "60",
        "chips_per_point": "2",
        "admission": "open",
        "sit": "on",
        "idempotency_key": str(uuid4()),
        **told,
    }
    assert client.post("/tables/new", form).status_code == 302
    return Table.objects.latest("pk")


def finish_a_lesson(player):
    key, lesson = next(iter(LESSONS.items()))
    commands.note_learned(by=player, lesson=key, step=len(lesson.steps), now=timezone.now())


def deal_at(table, player):
    deal = table.deals.get(ended_at=None)
    commands.get_ready(by=player, deal_id=deal.pk, now=timezone.now())
    return deal


def is_coached(client, table):
    return 'id="ask-coach"' in client.get(f"/tables/{table.pk}/").content.decode()


def test_who_has_never_finished_a_lesson_has_the_coach_at_the_own_table_until_it_is_unticked(an):
    client = browser(an)
    assert 'name="coached"' in client.get("/tables/new").content.decode()
    table = opened(client, coached="on")
    deal_at(table, an)
    assert table.has_coach and is_coached(client, table)
    other = opened(client, chips_per_point="0")
    deal_at(other, an)
    assert other.has_coach and not is_coached(client, other)
    assert not opened(client, coached="on", coach="no").has_coach


def test_who_has_finished_a_lesson_asks_for_the_coach(an):
    finish_a_lesson(an)
    client = browser(an)
    assert 'name="coached"' not in client.get("/tables/new").content.decode()
    table = opened(client, coached="on", chips_per_point="0")
    deal_at(table, an)
    assert table.has_coach and not is_coached(client, table)


def test_nobody_is_coached_unasked_at_the_table_of_another(an):
    host = member("host")
    table = opened(browser(host), coached="on", sit="")
    commands.sit_down(by=an, table_id=table.pk, seat=1, now=timezone.now())
    deal_at(table, an)
    assert table.has_coach and not is_coached(browser(an), table)


def test_there_is_none_in_a_tournament_whatever_is_asked_and_whatever_the_row_says(an):
    others = ["greedy"] * 3
    table = opened_table(
        by=an,
        name="Vòng 1",
        rules=VINAGAMES,
        seats=4,
        origin="tournament-1/1/1",
        occupants=[an, *others],
        coach=True,
        now=timezone.now(),
    )
    assert not table.coach
    Table.objects.update(coach=True)
    client = browser(an)
    client.cookies["coach"] = "1"
    html = client.get(f"/tables/{table.pk}/").content.decode()
    assert "sheet-coach" not in html
    assert coach_of(queries.see_table(table.pk, an), on=True) is None


def test_each_member_switches_it_for_themselves_and_who_only_watches_has_none(an):
    deal = dealt(an, chips_per_point=0)
    where = f"/tables/{deal.table_id}/"
    client = browser(an)
    assert "Switch the coach off" in client.get(where).content.decode()
    finish_a_lesson(an)
    html = client.get(where).content.decode()
    assert "sheet-coach" in html and "Switch the coach on" in html and "Your trash" not in html
    answer = client.post(where + "coach", {"on": "1"})
    assert (answer.status_code, answer["Location"]) == (303, where)
    assert "Your trash" in client.get(where).content.decode()
    assert "Your trash" not in browser(an).get(where).content.decode()
    client.post(where + "coach", {"on": "0"})
    assert "Your trash" not in client.get(where).content.decode()
    stranger = browser()
    stranger.cookies["coach"] = "1"
    assert "sheet-coach" not in stranger.get(where).content.decode()
    assert client.post("/tables/999/coach", {"on": "1"}).status_code == 404


# --- what it tells --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", [VINAGAMES, FOURSAC, MIEN_NAM], ids=["vinagames", "4sac", "mien-nam"]
)
def test_it_tells_of_every_state_of_a_deal_what_the_engine_says(an, rules):
    deal = deals.running_deal(rules, SEED, [an], chips_per_point=0)
    told = set()
    for state in deals.turns(deal, lambda moves: moves[0], clock=lambda: deals.NOW):
        coach = coach_of(page_of(deal, an), on=True)
        assert coach is not None and coach.now is not None
        block, number = state.blocks[0], trash(state.blocks[0])
        assert coach.trash.startswith(str(number) if number else "No trash")
        assert tuple(one.card for one in coach.waiting) == trash_cards(block)
        for one in coach.waiting:
            assert any(kind.card == one.card for kind in one.kinds)  # its twin makes a pair
            assert all(0 <= kind.unseen <= 4 for kind in one.kinds)
        verdict = page_of(deal, an).current.view.verdict
        assert bool(coach.judged) == (verdict is not None)
        for judged in coach.judged:
            assert judged.usefulness == dict(verdict.usefulness)[judged.card]
            assert judged.usefulness == sum(gain.unseen * gain.gain for gain in judged.gains)
            assert judged.worst == (judged.card in verdict.worst)
        if state.phase is not Phase.DISCARD:
            assert coach.active
        told.add(coach.now.section)
        assert not (rules is not VINAGAMES and coach.judged)
    assert told >= ({"§4.2", "§6.7"} if rules is FOURSAC else {"§4.1", "§6.4"})
    html = browser(an).get(f"/tables/{deal.table_id}/").content.decode()
    assert "Your trash" not in html


def test_4sac_hears_no_word_of_a_worst_card(an):
    deal = dealt(an, rules=FOURSAC, chips_per_point=0)
    client = browser(an)
    client.cookies["coach"] = "1"
    until = deals.turns(deal, lambda moves: moves[0])
    while next(until).phase is not Phase.DISCARD:
        pass
    html = client.get(f"/tables/{deal.table_id}/").content.decode()
    sheet = html[html.index('id="sheet-coach"') :]
    sheet = sheet[: sheet.index("</section>")]
    assert "Your trash" in sheet
    assert "worst" not in sheet.lower() and "§10" not in sheet


# --- what it knows --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", [VINAGAMES, FOURSAC, MIEN_NAM], ids=["vinagames", "4sac", "mien-nam"]
)
def test_it_says_the_same_whatever_the_others_hold(an, rules):
    binh = member("binh")
    deal = deals.running_deal(rules, SEED, [an, binh], chips_per_point=0)
    looked = 0
    for state in deals.turns(deal, lambda moves: moves[-1], clock=lambda: deals.NOW):
        if state.version % 6:
            continue
        for seat, player in enumerate((an, binh)):
            before = coach_of(page_of(deal, player), on=True)
            with changed_for(deal, seat, Random(state.version)) as changed:
                assert bool(changed) == (queries.load_state(deal.pk) != state)
                assert coach_of(page_of(deal, player), on=True) == before
            looked += bool(changed)
    assert looked


def test_the_page_with_the_coach_on_names_no_more_cards_for_other_hands(an):
    deal = dealt(an, chips_per_point=0)
    deals.until_a_person_moves(deal)
    assert legal_moves(queries.load_state(deal.pk), 0)
    client = browser(an)
    client.cookies["coach"] = "1"

    def sheet() -> str:
        html = client.get(f"/tables/{deal.table_id}/").content.decode()
        html = html[html.index('id="sheet-coach"') :]
        return re.sub(r'value="[^"]{20,}"', "", html[: html.index("</section>")])

    before = sheet()
    assert len(CARD_NAMES) == 28 and "card--" in before
    with changed_for(deal, 0, Random(7)) as changed:
        assert changed
        assert sheet() == before


@pytest.mark.parametrize("seats", [2, 4])
def test_where_no_penalty_can_follow_the_coach_speaks_of_none(an, seats):
    tried = (
        deals.running_deal(VINAGAMES, seed, [an], seats=seats, chips_per_point=0)
        for seed in range(40)
    )
    deal = next(deal for deal in tried if deal.phase == Phase.DISCARD and deal.turn == 0)
    html = browser(an).get(f"/tables/{deal.table_id}/").content.decode()
    said = (
        "With two players there is no penalty"
        if seats == 2
        else "There is no penalty for the opening discard"
    )
    assert said in html
    assert "you may have to pay the penalty" not in html


# --- its answer -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", [VINAGAMES, FOURSAC, MIEN_NAM], ids=["vinagames", "4sac", "mien-nam"]
)
def test_its_answer_is_a_legal_move_and_never_a_punished_discard(an, rules):
    deal = deals.running_deal(rules, SEED, [an], chips_per_point=0)
    seen = set()
    for state in deals.turns(deal, lambda moves: moves[0], clock=lambda: deals.NOW):
        shown = coach_of(page_of(deal, an), on=True)
        assert shown is not None
        advice = shown.advice
        legal = {move_text(move) for move in legal_moves(state, 0)}
        assert (advice is not None) == bool(legal)
        if advice is None:
            continue
        assert advice.move in legal and "%" not in advice.words
        seen.add(advice.move.split()[0])
        verdict = page_of(deal, an).current.view.verdict
        if verdict is not None:
            card = CARD_BY_NAME[advice.move.removeprefix("discard ")]
            assert card in verdict.worst
            assert advice.words.startswith("Discard the ") and "it is safe" in advice.words
    assert {"discard", "hit"} <= seen


def test_its_answer_is_made_by_one_press(an):
    deal = dealt(an, chips_per_point=0)
    deals.until_a_person_moves(deal)
    client = browser(an)
    client.cookies["coach"] = "1"
    html = client.get(f"/tables/{deal.table_id}/").content.decode()
    (button,) = re.findall(r'<button[^>]*id="coach-do"[^>]*>', html)
    assert 'form="moves"' in button
    form = html[html.index('id="moves"') :]
    kept = {
        name: re.findall(f'name="{name}" value="([^"]*)"', form)[0]
        for name in ("deal", "expected_version", "move_id")
    }
    before = queries.load_state(deal.pk).version
    (move,) = re.findall(r'value="([^"]*)"', button)
    answer = client.post(f"/tables/{deal.table_id}/move", {**kept, "move": move})
    assert answer.status_code == 303
    assert queries.load_state(deal.pk).version > before


def test_it_says_when_it_switches_itself_off_and_stays_where_that_is_asked(an):
    deal = dealt(an, chips_per_point=0)
    where, client = f"/tables/{deal.table_id}/", browser(an)
    html = client.get(where).content.decode()
    assert "switches itself off when you have finished a lesson" in html
    assert "Keep the coach on" in html
    client.post(where + "coach", {"on": "1"})
    html = client.get(where).content.decode()
    assert "switches itself off" not in html and "Keep the coach on" not in html
    for number, said in ((1, "off after deal 3"), (3, "the last deal with the coach")):
        page = page_of(deal, an)
        page.current.deal.number = number
        shown = coach_of(page, on=True, last_deal=3)
        assert shown is not None and said in shown.ends
    silent = coach_of(page, on=False, last_deal=3)
    assert silent is not None and silent.ends == ""

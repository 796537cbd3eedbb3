"""Puzzles: asked at a discard, answered before anything is told, and counted."""

import re
from dataclasses import replace
from random import Random

import pytest
from django.template.loader import render_to_string

from games import queries
from games.engine.events import CardDiscarded, Event
from games.engine.rules import FOURSAC, VINAGAMES
from games.errors import Refused
from games.models import Deal, Player
from replays.commands.puzzles import MOST, ask_puzzle
from replays.models import Answer, Puzzle
from replays.presenters.puzzles import puzzle_page
from replays.queries.puzzles import LISTED, Posed, discard_at, posed
from replays.queries.replay import Replay, replay_of
from tests.support.deals import NOW, running_deal, stored_deal
from tests.support.play_pages import browser
from tests.support.worlds import otherwise

pytestmark = pytest.mark.django_db


def discards(deal: Deal) -> list[int]:
    """Return the versions of its discards that can be asked."""
    whole = replay_of(queries.history(deal.pk))
    found = []
    for step in whole.steps:
        if isinstance(step.event, CardDiscarded):
            try:
                discard_at(whole, step.version)
            except Refused:  # no other card could be let go
                continue
            found.append(step.version)
    return found


def asked(deal: Deal, player: Player, at: int) -> Puzzle:
    answer = browser(player).post(f"/replays/{deal.pk}/puzzle/", {"at": at})
    assert answer.status_code == 303
    return Puzzle.objects.get(pk=int(answer["Location"].rstrip("/").rpartition("/")[2]))


def page(player: Player | None, puzzle: Puzzle) -> str:
    answer = browser(player).get(f"/replays/puzzles/{puzzle.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


def choices(html: str) -> list[str]:
    return re.findall(r'name="card" value="(\w\w)"', html)


def test_a_discard_is_asked_answered_once_and_then_told(four, stranger, director, deal):
    at = discards(deal)[2]
    assert "what would you discard?" in (
        browser(four[0]).get(f"/replays/{deal.pk}/puzzle/", {"at": at}).content.decode()
    )
    puzzle = asked(deal, four[0], at)
    before = page(stranger, puzzle)
    cards = choices(before)
    real = posed(puzzle.pk)
    assert len(cards) == len(real.choices) > 1
    assert 'id="solved"' not in before and "usefulness" not in before.lower()
    assert f"/replays/{deal.pk}/" not in before, "the deal itself is not told"
    answer = browser(stranger).post(f"/replays/puzzles/{puzzle.pk}/", {"card": cards[0]})
    assert answer.status_code == 302
    browser(director).post(f"/replays/puzzles/{puzzle.pk}/", {"card": cards[1]})
    after = page(stranger, puzzle)
    assert "your answer" in after and "what was played" in after and "What 2 members chose" in after
    assert after.count("(50 %)") == 2 and "How it is counted" in after
    assert f"/replays/{deal.pk}/?at={at}" in after and not choices(after)
    again = browser(stranger).post(f"/replays/puzzles/{puzzle.pk}/", {"card": cards[1]})
    assert again["Location"].endswith("#solved"), "pressed twice, the first one counts"
    assert Answer.objects.get(player=stranger).card == real.choices[0]


def test_who_sat_there_or_asked_sees_all_and_is_not_counted(four, stranger, deal):
    puzzle = asked(deal, stranger, discards(deal)[0])
    for one in (stranger, four[1]):
        assert 'id="solved"' in page(one, puzzle)
        card = re.findall(r"\w\w", "Rr")[0]
        answer = browser(one).post(f"/replays/puzzles/{puzzle.pk}/", {"card": card})
        assert answer.status_code == 409 and not Answer.objects.exists()


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC], ids=lambda rules: rules.key)
def test_before_the_answer_not_a_byte_tells_what_the_seat_did_not_see(four, stranger, rules):
    """Other hands, the stock and all that came afterwards are exchanged; the page is the same."""
    deal = stored_deal(rules, 3, four)
    apart = 0
    for at in discards(deal)[::4]:
        puzzle = ask_puzzle(by=stranger, deal_id=deal.pk, version=at, now=NOW)
        real = posed(puzzle.pk)
        seat = real.decision.seat
        before = [row.event for row in queries.history(deal.pk)][: at - 1]
        other = list(otherwise(before, seat, Random(at)))
        assert other != before
        pages = [drawn(_cut(real, events)) for events in (before, other)]
        assert pages[0] == pages[1], at
        told = [drawn(_cut(real, events), knows_it=True) for events in (before, other)]
        apart += told[0] != told[1]
    assert apart or rules.key == "4sac", "the attack tells the worlds apart where all is told"


def _cut(real: Posed, events: list[Event]) -> Posed:
    steps = tuple(
        replace(step, event=events[step.logged - 1])
        for step in real.replay.steps
        if step.logged <= len(events)
    )
    last = next(step for step in real.replay.steps if step.logged == real.puzzle.version)
    replay: Replay = replace(real.replay, steps=(*steps, last), history=(*events, last.event))
    return replace(real, replay=replay)


def drawn(real: Posed, *, knows_it: bool = False) -> str:
    seen = puzzle_page(real, answer=None, knows_it=knows_it, answers={})
    verdict = "" if seen.solved is None else repr(seen.solved.judged)
    return render_to_string("replays/puzzle.html", {"page": seen}) + verdict


def test_what_is_no_choice_is_refused_and_nothing_is_stored(four, stranger, deal):
    puzzle = asked(deal, four[0], discards(deal)[1])
    for card in ("", "Kr", "xx", "Rr Rr", "discard Rr", "\x00", "9" * 500):
        answer = browser(stranger).post(f"/replays/puzzles/{puzzle.pk}/", {"card": card})
        assert answer.status_code == 422, card
        assert "Choose one of the cards" in answer.content.decode()
        assert choices(answer.content.decode()), "and the question is still there"
    assert not Answer.objects.exists()


def test_only_a_discard_of_a_finished_deal_is_a_puzzle(four, stranger, deal):
    member = browser(stranger)
    whole = replay_of(queries.history(deal.pk))
    drawn_at = next(s.version for s in whole.steps if not isinstance(s.event, CardDiscarded))
    for at in ("", "x", drawn_at, 99_999):
        for answer in (
            member.get(f"/replays/{deal.pk}/puzzle/", {"at": at}),
            member.post(f"/replays/{deal.pk}/puzzle/", {"at": at}),
        ):
            assert answer.status_code == 404
    running = running_deal(VINAGAMES, 4, [stranger])
    assert member.post(f"/replays/{running.pk}/puzzle/", {"at": 11}).status_code == 409
    assert not Puzzle.objects.exists()
    assert browser(None).get("/replays/puzzles/").status_code == 302
    assert member.get("/replays/puzzles/7/").status_code == 404


def test_a_discard_is_asked_once_and_who_asked_takes_it_back(four, stranger, director, deal):
    at = discards(deal)[0]
    puzzle = asked(deal, four[0], at)
    assert asked(deal, stranger, at) == puzzle
    where = f"/replays/puzzles/{puzzle.pk}/"
    browser(director).post(where, {"card": choices(page(director, puzzle))[0]})
    assert browser(stranger).post(where, {"remove": "1"}).status_code == 404
    assert browser(four[0]).post(where, {"remove": "1"}).status_code == 303
    assert not Puzzle.objects.exists() and not Answer.objects.exists()


def test_the_list_says_what_waits_and_no_more_than_so_many_are_asked(four, stranger, deal):
    first, second = discards(deal)[:2]
    puzzle = asked(deal, four[0], first)
    assert "waiting for your answer" in browser(stranger).get("/replays/puzzles/").content.decode()
    browser(stranger).post(
        f"/replays/puzzles/{puzzle.pk}/", {"card": choices(page(stranger, puzzle))[0]}
    )
    html = browser(stranger).get("/replays/puzzles/").content.decode()
    assert "waiting for your answer" not in html and "answered" in html
    assert "asked by you" in browser(four[0]).get("/replays/puzzles/").content.decode()
    Puzzle.objects.bulk_create(
        Puzzle(deal=deal, version=1000 + number, by=four[0], asked_at=deal.ended_at)
        for number in range(MOST - 1)
    )
    answer = browser(four[0]).post(f"/replays/{deal.pk}/puzzle/", {"at": second})
    assert answer.status_code == 409 and "at most 50 puzzles" in answer.content.decode()


def test_the_replay_leads_to_it_at_discards_alone(four, deal):
    at = discards(deal)[0]
    html = browser(four[0]).get(f"/replays/{deal.pk}/", {"at": at}).content.decode()
    assert re.search(rf'id="puzzle" href="/replays/{deal.pk}/puzzle/\?at={at}"', html)
    hidden = re.compile(r'data-only-kind="asked"\s+hidden')
    assert not hidden.search(html)
    first = browser(four[0]).get(f"/replays/{deal.pk}/").content.decode()
    assert hidden.search(first)


def test_ones_own_puzzles_stay_on_the_list_however_many_others_ask(four, stranger, director, deal):
    mine = asked(deal, stranger, discards(deal)[2])
    Puzzle.objects.bulk_create(
        Puzzle(deal=deal, version=1000 + number, by=director, asked_at=NOW)
        for number in range(LISTED)
    )
    mine_listed = browser(stranger).get("/replays/puzzles/").content.decode()
    assert f'href="/replays/puzzles/{mine.pk}/"' in mine_listed
    others = browser(director).get("/replays/puzzles/").content.decode()
    assert f'href="/replays/puzzles/{mine.pk}/"' not in others


def test_who_sat_there_is_not_waited_for_and_a_second_press_leads_to_the_answer(
    four, stranger, director, deal
):
    puzzle = asked(deal, director, discards(deal)[2])
    page_of_a_seat = browser(four[0]).get("/replays/puzzles/").content.decode()
    assert "it was your hand" in page_of_a_seat and "waiting for your answer" not in page_of_a_seat
    card = choices(page(stranger, puzzle))[0]
    for _twice in range(2):
        answer = browser(stranger).post(f"/replays/puzzles/{puzzle.pk}/", {"card": card})
        assert answer["Location"] == f"/replays/puzzles/{puzzle.pk}/#solved"
    assert Answer.objects.count() == 1

"""What a director's pages offer in each state of a tournament can be done there: no button only refuses."""

import re
from typing import Any

import pytest
from django.utils import timezone

from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player, score
from tournaments import commands

pytestmark = pytest.mark.django_db

NAMES = ("an", "binh", "chi", "dung")


def close(director: Player, tournament: int) -> None:
    commands.close(by=director, tournament_id=tournament, now=timezone.now())


def cancel(director: Player, tournament: int) -> None:
    commands.cancel(by=director, tournament_id=tournament, reason="Rain.", now=timezone.now())


def start(director: Player, tournament: int) -> None:
    commands.start(by=director, tournament_id=tournament, now=timezone.now())


def play(_director: Player, tournament: int) -> None:
    score(tournament)


STATES: dict[str, tuple[dict[str, Any], tuple[Any, ...]]] = {
    "open": ({}, ()),
    "open, with a fee": ({"entry_fee": 20}, ()),
    "open, given by hand": ({"format": "fixed"}, ()),
    "open, a duplicate": ({"duplicate": True, "fill_to": 8}, ()),
    "running": ({"rounds": 2}, (start,)),
    "running, a duplicate": ({"duplicate": True, "fill_to": 8}, (start,)),
    "running, the last round": ({"rounds": 1}, (start,)),
    "played": ({"rounds": 1}, (start, play)),
    "closed": ({"rounds": 1}, (start, play, close)),
    "cancelled": ({}, (cancel,)),
}


@pytest.mark.parametrize("state", STATES)
def test_every_link_of_a_director_leads_to_something_to_press(state: str) -> None:
    options, steps = STATES[state]
    director = player("director", is_director=True)
    people = [player(name) for name in NAMES]
    tournament = announced(director, *people, **{"entry_fee": 0, **options})
    for step in steps:
        step(director, tournament)
    client, home = browser(director), f"/tournaments/{tournament}/"
    offered = set()
    for page in (home, f"{home}corrections/"):
        answer = client.get(page).content.decode().partition("<h1>")[2]
        links = re.findall(r'<a class="button[^"]*" href="([^"]+)"', answer)
        offered |= {one for one in links if one.startswith(home) and "?" not in one}
    for link in sorted(offered - {f"{home}corrections/"}):
        led = client.get(link)
        assert led.status_code == 200, (link, led.status_code)
        shown = led.content.decode().partition("<h1>")[2]
        pressed = re.search(r'<button[^>]* ?class="button|<a class="button', shown)
        assert pressed or f'href="{link}' in shown, link  # entries are a list of links
        assert "notice--error" not in shown or "/start" in link, link
    names = {one.removeprefix(home) for one in offered}
    over, duplicate = bool({close, cancel} & set(steps)), "duplicate" in state
    # A closed evening can still be added to a league.
    assert ("corrections/terms" in names) is (cancel not in steps), names
    assert ("real-cards" in names) is not (over or duplicate or state == "played"), names


def test_a_duplicate_offers_no_replay_and_no_bots_to_a_draw_by_hand(director: Player) -> None:
    people = [player(name) for name in NAMES]
    given = announced(director, *people, format="fixed", entry_fee=0)
    terms = browser(director).get(f"/tournaments/{given}/corrections/terms").content.decode()
    assert 'name="format"' in terms and 'name="fill_to"' not in terms
    even = announced(director, *people, rounds=1, entry_fee=0)
    twin = announced(director, *people, rounds=1, entry_fee=0, duplicate=True, fill_to=8)
    for tournament, replays in ((even, True), (twin, False)):
        start(director, tournament)
        score(tournament)
        page = f"/tournaments/{tournament}/corrections/deals/1011"
        shown = browser(director).get(page).content.decode()
        assert ('name="replay"' in shown) is replays

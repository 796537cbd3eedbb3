"""Somebody alters what is stored: the night names the first difference to the owner, and to everybody how many."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.checks import whole
from games.commands import make_checkpoint
from games.ledger.models import Posting
from games.log import codec, read
from games.log.models import Verification
from games.models import Deal, DealSeat, Player, RatedDeal, Rating, RatingStep
from games.queries.club.house import open_alarms
from games.ratings import rate
from notices.models import Notice
from tests.support.deals import play_to_the_end
from tests.support.forger import forge, rechain
from tests.support.notices import tell, words_for
from tests.support.play_pages import dealt
from tests.support.tournament_pages import announced, player
from tournaments import commands
from tournaments.models import Standing

# What is sealed and followed is committed.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("signed")]

NOON = datetime(2026, 11, 21, 12, tzinfo=timezone.get_default_timezone())
CARD = re.compile(r"\b[KGMRCNP][rygw]\b")


@pytest.fixture
def deal() -> Deal:
    """A deal that is over and paid, a tournament that has begun, and all of it found right in the first night."""
    deal = dealt(Player.objects.create_user("an"), now=NOON - timedelta(hours=2))
    play_to_the_end(deal)
    director = player("director", is_director=True)
    tournament = announced(director, *(player(name) for name in ("e", "f", "g", "h")))
    commands.start(by=director, tournament_id=tournament, now=NOON)
    make_checkpoint(now=NOON)
    rate()
    night = whole.verify_tonight(now=NOON)
    assert night is not None and night.found == 0, night and night.first
    return deal


def result(deal: Deal) -> None:
    Deal.objects.filter(pk=deal.pk).update(points=77)


def players(deal: Deal) -> None:
    """Two who sat there, with each other's seat."""
    mine = DealSeat.objects.get(deal=deal, player__isnull=False)
    bots = DealSeat.objects.filter(deal=deal, player__isnull=True).order_by("number")
    other = bots[0]
    DealSeat.objects.filter(pk=mine.pk).update(player=None, bot=other.bot)
    DealSeat.objects.filter(pk=other.pk).update(player=mine.player, bot="")


def event(deal: Deal) -> None:
    """The bytes of its last event, and every hash of the stream made anew behind them."""
    last = read(deal.stream)[-1]
    altered = codec.encode(last.payload | {"points": 77})
    forge(
        "UPDATE log_event SET payload = %s WHERE stream = %s AND version = %s",
        altered,
        deal.stream,
        last.version,
    )


def event_and_hashes(deal: Deal) -> None:
    event(deal)
    rechain(deal.stream)


def posting(deal: Deal) -> None:
    one = Posting.objects.order_by("-pk").first()
    assert one is not None
    forge("UPDATE ledger_posting SET amount = amount + 5 WHERE id = %s", one.pk)


def standing(deal: Deal) -> None:
    Standing.objects.filter(place=1).update(points=7)


def rating(deal: Deal) -> None:
    assert RatingStep.objects.update(mu=99.0)


def rating_now(deal: Deal) -> None:
    assert Rating.objects.update(mu=99.0)


def rated_deal(deal: Deal) -> None:
    assert RatedDeal.objects.update(net=[1, 2, 3, -6])


SABOTAGE: list[tuple[Callable[[Deal], None], str, str]] = [
    (result, "deals", "its row says points 77"),
    (players, "deals", "deal-"),
    (event, "chains", "deal-"),
    (event_and_hashes, "chains", "deal-"),
    (posting, "ledger", ""),
    (standing, "standings", "standings, player:"),
    (rating, "ratings", "the rating of"),
    (rating_now, "ratings", "the rating of"),
    (rated_deal, "ratings", "rated"),
]


def found_within_two_nights(kind: str) -> tuple[Verification, Verification, datetime]:
    """Return the night that finds something first, the one whose check of this kind does, and when that was.

    Each stream has its turn within two nights; the ledger has it in each.
    """
    nights: list[Verification] = []
    for days in (1, 2):
        then = NOON + timedelta(days=days)
        night = whole.verify_tonight(now=then)
        assert night is not None and not night.whole
        if night.found:
            nights.append(night)
        if kind in shown(then)[0][0]["differences"]:
            return nights[0], night, then
    raise AssertionError("two nights found nothing")


@pytest.mark.parametrize(
    ("alter", "kind", "named"), SABOTAGE, ids=lambda it: getattr(it, "__name__", "")
)
def test_what_was_altered_is_named_to_the_owner_and_counted_for_everybody(
    alter: Callable[[Deal], None], kind: str, named: str, deal: Deal
) -> None:
    owner = Player.objects.create_superuser("owner", password="not a secret")
    alter(deal)
    first, night, then = found_within_two_nights(kind)
    assert named in night.first
    (alarm,) = open_alarms()
    assert alarm.raised.kind == "log.broken" and alarm.raised.facts["first"] == first.first
    tell()
    notice = Notice.objects.get(name="club.alarm-raised")
    assert notice.player == owner and notice.facts["found"] == first.found
    assert str(notice.facts["about"]) in first.first or notice.facts["about"] == "–"
    assert f"found differences: {first.found}." in words_for(owner)[-1]
    rows, page = shown(then)
    assert rows[0]["found"] == night.found and kind in rows[0]["differences"]
    assert sum(rows[0]["differences"].values()) == night.found
    newest = page.split("<tr>")[2]
    assert f"{night.found} difference" in newest and "0 differences" not in newest
    for said in (str(rows), page):
        assert night.first not in said and "its row" not in said and not CARD.search(said)


def shown(now: datetime) -> tuple[list[dict[str, Any]], str]:
    """Return what a stranger reads: the API's nights, and the page's part about them."""
    with time_machine.travel(now, tick=False):
        rows = Client().get("/api/v1/nights/").json()
        page = Client().get("/log/").content.decode()
    return rows, page.split('id="nights"')[1].split("</section>")[0]


def test_of_a_deal_that_is_still_played_no_card_is_shown(deal: Deal) -> None:
    running = dealt(Player.objects.create_user("binh"), now=NOON)
    started = next(one for one in read(running.stream) if "hands" in one.payload)
    hands = started.payload["hands"]
    altered = started.payload | {"hands": [hands[1], hands[0], *hands[2:]]}
    forge(
        "UPDATE log_event SET payload = %s WHERE stream = %s AND version = %s",
        codec.encode(altered),
        running.stream,
        started.version,
    )
    rechain(running.stream)
    _first, night, then = found_within_two_nights("deals")
    assert running.stream in night.first
    assert not CARD.search(night.first)
    rows, page = shown(then)
    assert rows[0]["differences"]["deals"]
    assert not CARD.search(str(rows)) and not CARD.search(page) and running.stream not in page

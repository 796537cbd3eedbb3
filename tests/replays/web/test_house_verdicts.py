"""A discard from a set under the house's own rules (§13.13): replay, dispute, desk and casebook tell of it in words."""

from dataclasses import replace

import pytest
from django.urls import reverse

from games.bots import BOTS
from games.engine.moves import Discard
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from replays.commands import rulings
from tests.support.deals import NOW, ending_of, first_seed, stored_deal, taken_in
from tests.support.play_pages import browser
from tests.support.replay_pages import offered, page

pytestmark = pytest.mark.django_db
SETS = {
    "any": replace(VINAGAMES, key="Nhà 1", discards="any"),
    "any but a king, points": replace(FOURSAC, key="Nhà 2", penalty="pays-for-all"),
    "flat": replace(MIEN_NAM, key="Nhà 3", penalty="pays-for-all", discards="any-but-king"),
}
usual = BOTS["greedy"]


def careless(view, moves):
    """Discards what is no trash, as often as it may."""
    kept = [
        move
        for move in moves
        if isinstance(move, Discard) and move.card not in view.verdict.discards
    ]
    return kept[-1] if kept else usual(view, moves)


@pytest.fixture(params=SETS.values(), ids=list(SETS))
def deal(request, monkeypatch, four):
    """A deal that was won by a card out of a set."""
    monkeypatch.setitem(BOTS, "greedy", careless)

    def is_kept(ending):
        taken = ending.taken
        return (
            ending.result.offender is not None
            and taken is not None
            and taken.card not in taken.verdict.discards
        )

    seed = first_seed(is_kept, request.param, 4, 4)
    return stored_deal(request.param, seed, four, chips_per_point=10)


def test_the_replay_says_that_only_trash_is_safe_and_who_pays(deal, four):
    taken = taken_in(deal)
    html = page(four[0], deal, taken.version)
    assert "only trash is safe to discard." in html and 'aria-label="Rule: §13.13"' in html
    assert "pays for all the losers" in html
    assert "Every trash card" in html
    assert offered(html)


def test_it_is_disputed_ruled_on_and_found_in_the_casebook(deal, four, referee):
    taken, ending = taken_in(deal), ending_of(deal)
    row = rulings.file_dispute(
        by=four[ending.result.offender],
        deal_id=deal.pk,
        discard=taken.version,
        reason="It was safe.",
        now=NOW,
    )
    desk = browser(referee).get(reverse("desk-case", args=[row.pk]))
    assert desk.status_code == 200 and "§13.13" in desk.content.decode()
    for seat in (*four, referee):
        assert "only trash is safe" in page(seat, deal, taken.version)
    rulings.give_ruling(
        by=referee,
        dispute_id=row.pk,
        outcome="reversed",
        section="§13.13",
        reason="The house lets it pass.",
        now=NOW,
    )
    after = ending_of(deal)
    assert after.result.offender is None and sum(after.result.net) == 0
    assert "A referee lifted the penalty" in page(four[0], deal, taken.version)
    case = browser(referee).get(reverse("case", args=[row.pk]))
    html = case.content.decode()
    assert case.status_code == 200 and "was not trash, and only trash is safe (§13.13)" in html

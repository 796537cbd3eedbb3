"""Nobody learns from a claim window that a khap or a pair will take the card behind it (§13.5, §6.10)."""

from dataclasses import replace
from random import Random

import pytest

from games import commands, queries
from games.engine.deal import to_move
from games.engine.events import CardMelded, ClaimsOffered
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC
from games.engine.state import Phase
from games.models import Table
from tests.support import deals
from tests.support.claims import asked_otherwise, window_of
from tests.support.sightseeing import Tour

pytestmark = pytest.mark.django_db

RULES = replace(FOURSAC, key="Nhà An", pair_claim="forced", khap_claim="forced")


@pytest.fixture
def deal(club, monkeypatch):
    """A deal in whose open window nobody is asked, with a forced set behind it."""
    close = commands.close_window

    class Found(Exception):
        pass

    def closing(*, deal_id, now):
        state = queries.load_state(deal_id)
        if state.phase is Phase.CLAIMS and not to_move(state):
            raise Found
        return close(deal_id=deal_id, now=now)

    for seed in range(40):
        found = club.deal(RULES, seed)
        with monkeypatch.context() as patched:
            patched.setattr(commands, "close_window", closing)
            try:
                for _state in deals.turns(found, lambda moves: moves[-1], clock=lambda: deals.NOW):
                    pass
            except Found:
                found.refresh_from_db()
                return found
        Table.objects.filter(pk=found.table_id).update(closed_at=deals.NOW)
    raise AssertionError("no deal came to that")


def test_a_window_looks_the_same_whether_a_set_is_forced_behind_it(deal, club):
    assert queries.load_state(deal.pk).phase is Phase.CLAIMS
    for viewer in ("superuser", "South", "East"):
        person, seat = club.viewers[viewer], club.seat(viewer)
        here = Tour(deal, person)
        before = here.go(whole=False)
        with asked_otherwise(deal, seat, Random(1)) as more:
            other = here.again().go(whole=False)
        assert more
        assert here.settle(before, other, whole=False) == [], viewer


def test_at_its_end_the_set_takes_the_card_and_the_record_is_whole(deal):
    assert [type(row.event) for row in queries.history(deal.pk)][-1] is ClaimsOffered
    assert commands.close_window(deal_id=deal.pk, now=window_of(deal))
    made = [row.event for row in queries.history(deal.pk)][-1]
    assert isinstance(made, CardMelded) and made.forced
    deals.play_to_the_end(deal)
    assert verify(queries.record_of(deal.pk)) is None

"""A bot that thinks: while nothing is locked, never when it is late or alone, never about a claim."""

from datetime import timedelta
from itertools import count

import pytest
from django.db import connection

from games import commands, queries
from games.bots import BOTS, careful
from games.commands.play import BEHIND
from games.engine.deal import legal_moves, to_move
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sight import see
from games.engine.state import Phase
from games.models import Deal, Player
from tests.support.deals import NOW, play_to_the_end
from tests.support.play_pages import dealt

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return Player.objects.create_user("an")


class Thinker:
    """A master that notes how deep in transactions it was asked, and plays as the careful bot."""

    def __init__(self):
        self.depths = []
        self.phases = set()
        self.meanwhile = None

    def __call__(self, view, moves):
        assert len(moves) > 1
        self.depths.append(len(connection.savepoint_ids))
        self.phases.add(view.phase)
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            meanwhile()
        return careful(view, moves)


@pytest.fixture
def thinker(monkeypatch):
    made = Thinker()
    monkeypatch.setitem(BOTS, "master", made)
    return made


def test_a_master_thinks_while_nothing_is_locked(an, thinker):
    state = play_to_the_end(dealt(an, now=NOW, filler="master"))
    assert state.phase is Phase.OVER
    assert thinker.depths
    assert set(thinker.depths) == {len(connection.savepoint_ids)}


def test_6_10_nobody_thinks_about_a_claim(an, thinker):
    for _ in range(3):
        play_to_the_end(dealt(an, now=NOW, filler="master", rules=FOURSAC))
    assert thinker.depths
    assert Phase.CLAIMS not in thinker.phases


def waiting_for_a_thought(deal):
    """Play until a master has a choice; whether the deal came so far, and since when it is waited for."""
    while True:
        deal.refresh_from_db()
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            return None
        (seat,) = to_move(state)
        legal = legal_moves(state, seat)
        if state.setup.players[seat] == "bot:master":
            if len(legal) > 1:
                return deal.bot_due
            commands.play_bots(deal_id=deal.pk, clock=lambda: deal.bot_due)
        else:
            commands.submit_move(
                by=Player.objects.get(),
                deal_id=deal.pk,
                move=careful(see(state, seat), legal),
                move_id=f"move-{state.version:08}",
                expected_version=state.version,
                now=deal.changed_at,
            )


def test_a_master_that_is_late_plays_at_once(an, thinker):
    deal = dealt(an, now=NOW, filler="master", rules=VINAGAMES)
    due = waiting_for_a_thought(deal)
    assert due is not None
    thinker.depths.clear()
    later = count(1)
    assert commands.play_bots(deal_id=deal.pk, clock=lambda: due + next(later) * 2 * BEHIND)
    assert not thinker.depths


def test_a_thought_that_came_too_late_is_thrown_away(an, thinker):
    deal = dealt(an, now=NOW, filler="master", rules=VINAGAMES)
    due = waiting_for_a_thought(deal)
    assert due is not None
    before = queries.load_state(deal.pk).version

    def another_worker():
        assert commands.play_bots(deal_id=deal.pk, clock=lambda: due)

    thinker.meanwhile = another_worker
    assert commands.play_bots(deal_id=deal.pk, clock=lambda: due) == 0
    after = queries.load_state(deal.pk)
    assert after.version > before
    assert Deal.objects.get(pk=deal.pk).version == after.version


def test_masters_alone_do_not_think(an, thinker):
    table = commands.open_table(
        by=an, rules=VINAGAMES, seats=4, name="Bàn", filler="master", now=NOW,
        occupants=["master"] * 4, starters=[0],
    )  # fmt: skip
    deal = commands.prepare_deal(table_id=table.pk, now=NOW) or table.deals.get()
    commands.start_deal(deal_id=deal.pk, now=NOW)
    assert commands.play_bots(deal_id=deal.pk, clock=lambda: NOW + timedelta(seconds=1)) > 3
    assert not thinker.depths

"""A bot that thinks: ahead, while its pause runs and nothing is locked, so that when it moves tells nothing."""

import re
from datetime import timedelta
from random import Random
from types import SimpleNamespace

import pytest
from django.db import connection
from redis.exceptions import ConnectionError as Unreachable

from games import commands, queries, tasks
from games.bots import BOTS, careful
from games.commands.deal import thinking
from games.commands.deal.deadlines import LEAST_TO_THINK
from games.commands.deal.thinking import LONGEST, thought_of
from games.engine import deal as engine
from games.engine.deal import legal_moves, may_turn_waiver, to_move
from games.engine.moves import Discard, Hit, Meld, Pass
from games.engine.recording.notation import parse_card
from games.engine.rules import FOURSAC, MIEN_NAM, PRESETS, VINAGAMES
from games.engine.sight import see
from games.engine.state import Phase
from games.models import Deal, Player
from tests.support.deals import NOW
from tests.support.play_pages import dealt
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db

PAUSE = timedelta(seconds=0.7)
THOUGHT = timedelta(seconds=0.1)


class Service:
    """The club's messages, and a clock that stands still but while a bot thinks."""

    def __init__(self):
        self.now = NOW
        self.sent = []
        self.depths = []
        self.phases = set()
        self.meanwhile = lambda: None

    def clock(self):
        return self.now

    def enqueue(self, task, *args, countdown=0.0, **_options):
        if args:
            self.sent.append((self.now + timedelta(seconds=countdown), task, args))

    def think(self, view, moves):
        """A master that declines what it may."""
        assert len(moves) > 1
        self.depths.append(len(connection.savepoint_ids))
        self.phases.add(view.phase)
        self.now += THOUGHT
        self.meanwhile()
        left = [move for move in moves if isinstance(move, Hit | Pass)]
        return left[0] if left else careful(view, moves)

    def work(self, deal):
        """Workers enough take the messages, each when it is due, until the deal has moved on."""
        before = queries.load_state(deal.pk).version
        while queries.load_state(deal.pk).version == before:
            self.sent.sort(key=lambda message: message[0])
            self.now, task, args = self.sent.pop(0)
            getattr(tasks, task.removeprefix("games.tasks."))(*args)
        deal.refresh_from_db()


@pytest.fixture
def an():
    return Player.objects.create_user("an", preferences={"pace": "quick"})


@pytest.fixture
def service(monkeypatch, settings):
    settings.TUSAC_BOT_PAUSE = PAUSE.total_seconds()
    made = Service()
    monkeypatch.setitem(BOTS, "master", made.think)
    monkeypatch.setattr("games.infrastructure.outbox.enqueue", made.enqueue)
    monkeypatch.setattr("django.utils.timezone.now", made.clock)
    monkeypatch.setattr(commands, "is_behind", lambda **_: False)
    return made


def turns_of_masters(deal, service):
    """Each state of the deal in which a master is to move, its messages sent and none of them taken yet."""
    [an] = Player.objects.all()
    while True:
        deal.refresh_from_db()
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            return
        service.now = max(service.now, deal.changed_at)
        if deal.window_until is not None:
            service.sent.clear()
            service.now = deal.window_until
            commands.close_window(deal_id=deal.pk, now=service.now)
        elif 0 in to_move(state):
            service.sent.clear()
            seen = queries.see_deal(deal, an)
            commands.submit_move(
                by=an,
                deal_id=deal.pk,
                move=seen.moves[-1],
                move_id=f"move-{state.version:08}",
                expected_version=seen.view.version,
                now=service.clock,
            )
        else:
            yield state
            assert queries.load_state(deal.pk).version > state.version


def choice_of(state):
    return (
        state.setup.players[state.turn] == "bot:master" and len(legal_moves(state, state.turn)) > 1
    )


def at_a_choice(deal, service):
    """The first state in which a master has something to think about."""
    for state in turns_of_masters(deal, service):
        if choice_of(state):
            return state
        service.work(deal)
    raise AssertionError


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.key)
def test_6_10_a_master_takes_as_long_over_a_choice_as_over_none(an, service, rules):
    """As `python -m benchmarks --only claims` measures it, with thoughts of a known length."""
    deal = dealt(an, now=NOW, filler="master", rules=rules)
    took, sent, kinds = set(), set(), set()
    for state in turns_of_masters(deal, service):
        legal = legal_moves(state, state.turn)
        kinds.add((state.phase, any(isinstance(move, Meld) for move in legal), len(legal) > 1))
        since = service.now
        sent.add(tuple(sorted((task, due - since) for due, task, _args in service.sent)))
        service.work(deal)
        took.add(deal.changed_at - since)
    assert {(Phase.TURN, True, True), (Phase.TURN, False, False)} <= kinds
    assert took == {PAUSE}
    assert len(sent) == 1
    assert service.depths


def test_13_6_a_switch_that_is_turned_in_secret_takes_no_thought_away(an, service, monkeypatch):
    """Else whoever turns it late would have the careful bot play for the master."""
    rolls = Random(23)
    monkeypatch.setattr(
        "games.commands.deal.deals.secrets.token_hex", lambda size=32: rolls.randbytes(size).hex()
    )
    deal = dealt(an, now=NOW, filler="master", rules=MIEN_NAM)
    for state in turns_of_masters(deal, service):
        legal = legal_moves(state, state.turn)
        other = [move for move in legal if move != careful(see(state, state.turn), legal)]
        if choice_of(state) and may_turn_waiver(state, 0) and other:
            break
        service.work(deal)
    monkeypatch.setitem(BOTS, "master", lambda _view, _moves: other[0])
    deal.refresh_from_db()
    due = deal.bot_due
    assert due is not None
    service.now = due - LONGEST
    assert commands.think_ahead(deal_id=deal.pk, clock=service.clock)
    seen = queries.see_deal(deal, an)
    commands.let_pairs_go(
        by=an,
        deal_id=deal.pk,
        on=not seen.view.lets_pairs_go,
        expected_version=seen.view.version,
        now=service.now + LONGEST / 2,
    )
    before = queries.current(deal.pk)
    service.now = due
    assert commands.play_bots(deal_id=deal.pk, clock=service.clock)
    made = queries.current(deal.pk).rows[len(before.rows)].event
    assert made == engine.decide(before.state, other[0])[0]


def test_a_master_thinks_while_nothing_is_locked_and_never_about_a_claim(an, service):
    deal = dealt(an, now=NOW, filler="master", rules=FOURSAC)
    for _state in turns_of_masters(deal, service):
        service.work(deal)
    assert set(service.depths) == {len(connection.savepoint_ids)}
    assert service.phases == {Phase.TURN, Phase.DISCARD}


def test_what_a_master_thought_out_is_what_it_plays(an, service, monkeypatch):
    deal = dealt(an, now=NOW, filler="master")
    state = at_a_choice(deal, service)
    legal = legal_moves(state, state.turn)
    for chosen in (legal[0], legal[-1]):
        monkeypatch.setitem(BOTS, "master", lambda _view, _moves, chosen=chosen: chosen)
        assert commands.think_ahead(deal_id=deal.pk, clock=service.clock)
        assert thought_of(deal.pk, state.version, state.turn) == chosen
    service.sent = [message for message in service.sent if message[1].endswith("play_bots")]
    before = [row.event for row in queries.current(deal.pk).rows]
    service.work(deal)
    happened = [row.event for row in queries.current(deal.pk).rows][len(before) :]
    assert tuple(happened) == engine.decide(state, legal[-1])


def test_whoever_reads_the_cache_learns_nothing_of_a_thought(an, service, monkeypatch):
    """Neither the move, nor whether there was a choice: every turn leaves as much there."""
    kept = {}

    def keep(key, text, **_options):
        kept[key] = text

    monkeypatch.setattr(thinking, "cache", SimpleNamespace(get=kept.get, set=keep))
    deal, choices = dealt(an, now=NOW, filler="master"), set()
    for turns, state in enumerate(turns_of_masters(deal, service), start=1):
        choices.add(choice_of(state))
        service.work(deal)
        assert len(kept) == turns
    assert choices == {True, False}
    assert len({len(text) for text in kept.values()}) == 1
    assert not re.search(r"discard|meld|hit|pass", " ".join(kept.values()))


@pytest.mark.parametrize("lost", ["the message", "the cache", "the thought"])
def test_a_master_without_its_thought_moves_all_the_same_and_in_time(
    an, service, monkeypatch, lost
):
    def away(*_args, **_options):
        raise Unreachable

    deal = dealt(an, now=NOW, filler="master")
    state, since = at_a_choice(deal, service), service.now
    service.depths.clear()
    if lost == "the message":
        service.sent = [message for message in service.sent if message[1].endswith("play_bots")]
    elif lost == "the cache":
        monkeypatch.setattr(thinking, "cache", SimpleNamespace(get=away, set=away))
    else:
        monkeypatch.setattr(
            thinking, "parse_move", lambda *_: Discard(seat=state.turn, card=parse_card("Kr"))
        )
    service.work(deal)
    assert deal.changed_at - since == PAUSE
    assert len(service.depths) == (lost != "the message")


def test_a_thought_is_not_begun_that_may_not_be_ready_in_time(an, service):
    deal = dealt(an, now=NOW, filler="master")
    at_a_choice(deal, service)
    due = Deal.objects.get(pk=deal.pk).bot_due
    assert due is not None
    service.depths.clear()
    in_time, late = due - LONGEST, due - LONGEST + timedelta(seconds=0.01)
    assert not commands.think_ahead(deal_id=deal.pk, clock=lambda: late)
    assert not service.depths
    assert commands.think_ahead(deal_id=deal.pk, clock=lambda: in_time)


def test_the_shortest_pause_of_a_thinker_is_longer_than_its_longest_thought() -> None:
    assert timedelta(seconds=LEAST_TO_THINK) > LONGEST


@pytest.mark.parametrize("pause", [0.0, 0.3])
def test_a_short_pause_leaves_a_master_the_time_to_think_and_no_other_bot(
    an, service, settings, pause
):
    settings.TUSAC_BOT_PAUSE = pause
    waits = {}
    for filler in ("master", "careful"):
        deal = dealt(an, now=NOW, filler=filler)
        next(turns_of_masters(deal, service))
        assert deal.bot_due is not None
        waits[filler] = (deal.bot_due - deal.changed_at).total_seconds()
    assert waits == {"master": LEAST_TO_THINK, "careful": pause}


def test_masters_alone_do_not_think(an, service):
    table = opened_table(
        by=an, rules=VINAGAMES, seats=4, name="Bàn", filler="master", now=NOW,
        occupants=["master"] * 4, starters=[0],
    )  # fmt: skip
    deal = commands.prepare_deal(table_id=table.pk, now=NOW) or table.deals.get()
    commands.start_deal(deal_id=deal.pk, now=NOW)
    assert commands.play_bots(deal_id=deal.pk, clock=lambda: NOW + timedelta(seconds=1)) > 3
    assert not commands.think_ahead(deal_id=deal.pk, clock=lambda: NOW)
    assert not service.depths

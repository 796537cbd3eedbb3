"""Deals of players without sense by every mixture of §13.5 to §13.8: what holds in all of them, and their records."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import events as ev
from games.engine.cards import CARD_NAMES, is_king
from games.engine.deal import (
    commit_deal,
    decide,
    legal_moves,
    let_pairs_go,
    may_turn_waiver,
    start,
    to_move,
)
from games.engine.evolve import evolve, fold
from games.engine.hands.hand import cards_of
from games.engine.moves import ClaimKind, Meld, Pass
from games.engine.recording.records import DealRecord, to_record
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES, RuleSet, objection
from games.engine.scoring import most_lost
from games.engine.seeds import bind_seed, give_seed
from games.engine.sets import SetKind
from games.engine.shuffle import commit, commit_seed, kept_seed, shuffle, starter_by_dice
from games.engine.state import DealState, Phase
from games.engine.taking import keeps_king, kept_by_default
from tests.support.builders import count_all
from tests.support.documented.reader import wrong
from tests.support.engine import oracle

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
CLAIM = st.sampled_from(["forced", "offered"])
MIXED = st.builds(
    replace,
    st.sampled_from([VINAGAMES, FOURSAC, MIEN_NAM]),
    key=st.just("Nhà An"),
    seats=st.just((2, 3, 4)),
    win_claim=CLAIM,
    khap_claim=CLAIM,
    pair_claim=CLAIM,
    pair_waived_when_waiting=st.booleans(),
    drawn_king=st.sampled_from(["passes-on", "dies", "kept"]),
    unclaimed_draw=st.sampled_from(["second-chance", "dies"]),
    melds=st.sampled_from(["no-more-trash", "least-trash"]),
    discards=st.sampled_from(["trash", "any-but-king", "any"]),
    king_triples=st.booleans(),
    fourth_to_exposed_triple=st.booleans(),
).filter(lambda rules: objection(rules) is None)


class Played:
    """A deal from its commitment, each move any legal one, switches turned at random."""

    def __init__(self, rules: RuleSet, seats: int, random: Random) -> None:
        self.random = random
        self.secret = f"{random.getrandbits(256):064x}"
        self.history: list[ev.Event] = []
        self.state = fold(self.add_first(rules, seats))
        kept = [kept_seed(self.secret, seat) for seat in range(seats)]
        for seat, seed in enumerate(kept):
            self.add(bind_seed(self.state, seat=seat, commitment=commit_seed(seed), kept=True))
        for seat, seed in enumerate(kept):
            self.add(give_seed(self.state, seat=seat, seed=seed))
        dice, deck = shuffle(self.secret, self.state.setup.seeds)
        self.add(start(self.state, deck=deck, starter=starter_by_dice(dice, seats), dice=dice))

    def add_first(self, rules: RuleSet, seats: int) -> tuple[ev.Event, ...]:
        players = [f"bot:{name}" for name in ("a", "b", "c", "d")[:seats]]
        first = commit_deal(rules, players=players, commitment=commit(self.secret), starter=None)
        self.history += first
        return first

    def add(self, events: tuple[ev.Event, ...]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
        self.history += events

    def on(self) -> Iterator[tuple[DealState, tuple[ev.Event, ...]]]:
        """Yield the state before each move, and what comes of it."""
        while self.state.phase is not Phase.OVER:
            for seat in range(self.state.seats):
                if may_turn_waiver(self.state, seat) and self.random.random() < 0.5:
                    self.add(let_pairs_go(self.state, seat=seat, on=self.random.random() < 0.7))
            before = self.state
            moves = legal_moves(before, self.random.choice(to_move(before)))
            late = moves[-1] if self.random.random() < 0.4 else self.random.choice(moves)
            events = decide(before, late)
            self.add(events)
            yield before, events
        self.add((ev.SecretPublished(self.secret),))


def held(state: DealState, seat: int, card: int) -> int:
    return cards_of(state.blocks[seat]).count(card)


def check_what_follows(before: DealState, events: tuple[ev.Event, ...]) -> None:
    """Ask a slow oracle who could win with a new card, and what of §6.2, §6.3 and §6.6 holds for it."""
    rules, shown = before.rules, None
    for at, event in enumerate(events):
        if isinstance(event, ev.CardDiscarded | ev.CardDrawn):
            shown, behind = event, events[at + 1 :]
    if shown is None:
        return
    state = before
    for event in events[: len(events) - len(behind)]:
        state = evolve(state, event)
    card, by, drawn = shown.card, shown.seat, isinstance(shown, ev.CardDrawn)
    asked = [seat for seat in range(state.seats) if drawn or seat != by]
    turn = by if drawn else (by + 1) % state.seats
    blocks = [tuple(CARD_NAMES[one] for one in cards_of(block)) for block in state.blocks]
    name = CARD_NAMES[card]

    def makes(seat: int, *kinds: str) -> bool:
        found = [meld for meld in oracle.melds(blocks[seat], name) if meld.kind in kinds]
        return bool(found) and (rules.king_triples or not is_king(card) or kinds != ("triple",))

    def wins(seat: int) -> bool:
        fourth = drawn and seat == by and rules.fourth_to_exposed_triple
        triple = any(made.cards == (card,) * 3 for made in state.public[seat])
        if fourth and triple and oracle.trash(blocks[seat]) == 0:
            return True
        return any(
            oracle.trash(meld.left) == 0
            for meld in oracle.melds(blocks[seat], name)
            if meld.kind != "triple" or makes(seat, "triple")
        )

    winners = [seat for seat in asked if wins(seat)]
    if rules.win_claim == "forced" and winners:
        first = min(winners, key=lambda seat: (seat - turn) % state.seats)
        assert isinstance(behind[-1], ev.DealWon) and behind[-1].seat == first
        return
    offers = behind[0].offers if behind and isinstance(behind[0], ev.ClaimsOffered) else ()
    kept = rules.drawn_king == "kept" and drawn and is_king(card)
    for seat in range(state.seats):
        kinds = set(offers[seat]) if offers else set()
        of_three, of_two = held(state, seat, card) == 3, held(state, seat, card) == 2
        mine = seat in asked
        assert (ClaimKind.WIN in kinds) == (rules.win_claim == "offered" and seat in winners)
        assert (ClaimKind.KONG in kinds) == (rules.khap_claim == "offered" and mine and of_three)
        triple = mine and of_two and makes(seat, "triple") and not (kept and seat != by)
        assert (ClaimKind.TRIPLE in kinds) == (rules.pair_claim == "offered" and triple)
    if any(offers):
        return
    made = next((event for event in behind if isinstance(event, ev.CardMelded)), None)
    waived = next((event.seat for event in behind if isinstance(event, ev.PairWaived)), None)
    khap = next((seat for seat in asked if held(state, seat, card) == 3), None)
    pair = next((seat for seat in asked if held(state, seat, card) == 2 and seat != turn), None)
    stood = state.waivers is not None and pair in state.waivers.stood
    if rules.khap_claim == "forced" and khap is not None:
        assert made is not None and made.forced and (made.seat, made.kind) == (khap, SetKind.KHUI)
        return
    excepted = (
        pair is None
        or is_king(card)
        or rules.pair_claim == "offered"
        or not makes(pair, "triple")
        or (not rules.pair_waived_when_waiting and oracle.two_card_wait(blocks[pair]))
    )
    assert waived == (pair if stood and not excepted else None)
    taken = made is not None and (made.seat, made.kind, made.forced) == (pair, SetKind.TRIPLE, True)
    assert taken == (not excepted and not stood)


def check_turn(state: DealState) -> None:
    """What a seat in turn may do, told from its legal moves alone."""
    if state.phase is not Phase.TURN or state.active is None:
        return
    rules, card, moves = state.rules, state.active.card, legal_moves(state, state.turn)
    melded = [move.cards for move in moves if isinstance(move, Meld)]
    own = state.active.drawn and state.active.seat == state.turn
    if rules.drawn_king == "kept" and state.active.drawn and is_king(card):
        assert own and melded and not any(isinstance(move, Pass) for move in moves)
    else:
        assert any(isinstance(move, Pass) for move in moves) == own
    assert (card,) * 3 not in melded, "§6.2, §13.5"
    if rules.pair_claim == "offered":
        assert (card,) * 2 not in melded, "§13.5"
        assert not is_king(card) or (card,) not in melded, "§6.8"
    if state.waivers is not None and state.waivers.waived == state.turn:
        assert (card,) * 2 not in melded, "§13.6"
    if rules.unclaimed_draw == "dies" and state.active.drawn:
        assert own, "§13.8"


@settings(max_examples=120, deadline=None)
@given(rules=MIXED, seats=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_whatever_is_mixed_the_right_things_follow_a_card_and_the_record_is_whole(
    rules: RuleSet, seats: int, seed: int
) -> None:
    played = Played(rules, seats, Random(seed))
    for before, events in played.on():
        check_what_follows(before, events)
        check_turn(played.state)
        assert set(count_all(played.state).values()) == {4}
    ending = played.state.ending
    assert ending is not None and sum(ending.result.net) == 0
    assert -min(ending.result.net) <= most_lost(rules, seats)
    record = DealRecord("1", tuple((NOW, event) for event in played.history))
    assert verify(record) is None
    assert wrong(to_record(record)) == []


def test_random_play_comes_to_all_that_is_asked_here():
    met: set[object] = set()
    mixtures = product(("forced", "offered"), ("forced", "offered"), ("dies", "kept"), range(6))
    for number, (win, khap, king, _again) in enumerate(mixtures):
        options: dict[str, Any] = {"win_claim": win, "khap_claim": khap, "drawn_king": king}
        rules = replace(MIEN_NAM, key="A", **options)
        played = Played(rules, 4, Random(number))
        for before, _events in played.on():
            if before.phase is Phase.TURN and keeps_king(before):
                met.add("a kept king")
        for one, other in pairwise(played.history):
            met |= {type(one), (type(one), type(other))}
    behind = (ev.ClaimsDeclined, ev.CardMelded)
    assert {ev.PairWaived, ev.WaiverTurned, behind, ev.KingDied, "a kept king"} <= met


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_13_17_a_deal_of_the_southern_rules_costs_forty_at_most(seats):
    assert most_lost(MIEN_NAM, seats) == 40


def test_13_7_a_king_whose_time_was_up_is_kept_at_once_by_the_meld_with_most_points():
    said: Counter[str] = Counter()
    for number in range(9):
        played = Played(MIEN_NAM, 4, Random(number))
        for _step in played.on():
            pass
        told = played.history
        for at in range(1, len(told)):
            state = fold(told[:at])
            due, made = kept_by_default(state), ev.move_behind(told[at])
            if due is None or not isinstance(made, Meld) or made.cards == due.cards:
                continue
            late = ev.TimeRanOut(state.turn)
            for between in ([], [ev.ClockExtended(5, "the service was away")]):
                history = [*told[:at], late, *between, *told[at:]]
                fault = verify(DealRecord("x", tuple((NOW, event) for event in history)))
                assert fault is not None
                said[str(fault).partition(": ")[2]] += 1
    assert said["the time was up, and the king is not kept with most points (§13.7)"] > 3
    assert said["the time was up, and the king is not kept at once (§13.7)"] > 3

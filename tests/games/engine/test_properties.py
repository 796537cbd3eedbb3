"""What holds in every deal, whoever plays it: thousands of deals of bots and of players without sense."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import BOTS, THINKERS, Bot
from games.bots.match import play_match
from games.engine import events as ev
from games.engine.cards import CARDS, DECK, Card, is_king
from games.engine.deal import commit_deal, decide, legal_moves, start, to_move
from games.engine.errors import IllegalMove
from games.engine.events import Event
from games.engine.evolve import evolve, fold
from games.engine.hands.families import MEMBERS
from games.engine.hands.hand import block_of, cards_of, count, khap_count, trash
from games.engine.moves import Claim, ClaimKind, Discard, Hit, Meld, Move, Pass
from games.engine.recording.notation import (
    NAMES,
    event_from_plain,
    event_to_plain,
    move_text,
    parse_move,
)
from games.engine.recording.records import DealRecord, from_record, to_record
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC, VINAGAMES, RuleSet
from games.engine.sets import SetKind, kind_of
from games.engine.shuffle import commit, shuffle, starter_by_dice
from games.engine.sight import see
from games.engine.state import DealState, Phase
from tests.support.builders import count_all

TABLES = ((VINAGAMES, 2), (VINAGAMES, 3), (VINAGAMES, 4), (FOURSAC, 4))
TABLE_NAMES = [f"{rules.key} {seats}" for rules, seats in TABLES]
CLUB = replace(
    FOURSAC,
    key="club",
    seats=(2, 3, 4),
    king_triples=True,
    drawn_king="passes-on",
    loser_kongs="deduct",
)
"""A club's own rules: 4sac's claims for any number of seats, with vinagames' kings."""
DEALS_OF_BOTS = 120
"""How many deals of each table and bot are looked at event by event."""
WHOLE_DECK = dict.fromkeys(CARDS, 4)


def started(rules: RuleSet, seats: int, number: int) -> list[Event]:
    """Return the events of a deal from its commitment to the dealt cards; the number makes the deck."""
    secret = f"{number:064x}"
    committed = commit_deal(
        rules, players=["player:1"] * seats, commitment=commit(secret), starter=None
    )
    state = fold(committed)
    dice, deck = shuffle(secret, state.setup.seeds)
    return [
        *committed,
        *start(state, deck=deck, starter=starter_by_dice(dice, seats), dice=dice),
    ]


def steps(
    history: list[Event], players: Iterable[Bot]
) -> Iterator[tuple[DealState, Event, DealState]]:
    """Play a started deal to its end: each event with the state before and after it; `history` grows."""
    bots = list(players)
    state = fold(history)
    while state.phase is not Phase.OVER:
        check_waiting(state)
        seat = to_move(state)[-1]
        moves = legal_moves(state, seat)
        move = bots[seat](see(state, seat), moves)
        assert move in moves
        for event in decide(state, move):
            before, state = state, evolve(state, event)
            history.append(event)
            yield before, event, state


def without_sense(random: Random) -> Bot:
    """Return a player of any legal move, which prefers hitting and declining a little, so that deals last."""

    def play(_: object, moves: tuple[Move, ...]) -> Move:
        return moves[-1] if random.random() < 0.3 else random.choice(moves)

    return play


def check(before: DealState, event: Event, after: DealState) -> None:
    """Everything that must hold after any event of play."""
    assert after.version == before.version + 1
    check_cards(after)
    assert after.stock >= after.rules.stock_limit or after.drawn == 0
    match event:
        case ev.CardDiscarded():
            assert not is_king(event.card) or after.rules.discards == "any", "§4.3"
            if after.rules.discards == "trash":
                assert after.trash[event.seat] == before.trash[event.seat] - 1, "§4.1"
        case ev.CardDrawn():
            assert before.stock > before.rules.stock_limit, "§8.1"
            check_claimants(after)
        case ev.CardMelded():
            check_meld(before, event, after)
        case ev.ClaimsOffered():
            kongs = [kinds for kinds in event.offers if {"kong", "triple"} & set(kinds)]
            assert len(kongs) <= 1, "§6.5"
        case ev.DealWon():
            assert after.trash[event.seat] == 0, "§7.1"
            assert event.result.points % 2 == 1, "§9.7"
            assert sum(event.result.net) == 0, "§9.7"
            assert sum(len(made.cards) for made in event.result.sets) == 21
        case ev.DealExhausted():
            assert after.stock == after.rules.stock_limit, "§8.1"
            assert not any(event.result.net), "§8.2"


def check_cards(state: DealState) -> None:
    assert count_all(state) == WHOLE_DECK, "§1.1"
    for seat, (block, shown) in enumerate(zip(state.blocks, state.public, strict=True)):
        assert state.trash[seat] == trash(block), "§3.5"
        assert state.khaps[seat] == khap_count(block), "§3.3"
        assert state.held[seat] == len(cards_of(block))
        held = len(cards_of(block)) + sum(len(made.cards) for made in shown)
        about_to_discard = state.turn == seat and state.phase is Phase.DISCARD
        won = state.ending is not None and state.ending.result.winner == seat
        assert held == (21 if about_to_discard or won else 20), "§3.1"


def check_waiting(state: DealState) -> None:
    """Where a move is due, somebody has one, a discard too, and only who is waited for (§4, §6.4)."""
    waiting = to_move(state)
    assert waiting
    for seat in range(state.seats):
        assert bool(legal_moves(state, seat)) == (seat in waiting)


def check_claimants(state: DealState) -> None:
    """Of the seats at most one holds a pair or a khap of the active card (§6.5)."""
    assert state.active is not None
    card = state.active.card
    assert sum(count(block, card) >= 2 for block in state.blocks) <= 1


def check_meld(before: DealState, event: ev.CardMelded, after: DealState) -> None:
    assert after.trash[event.seat] <= before.trash[event.seat], "§5.2"
    made = after.public[event.seat][-1]
    assert kind_of(made.cards, exposed=True) is event.kind is made.kind, "§2"
    if event.kind is not SetKind.KHUI:
        assert all(count(before.blocks[event.seat], card) < 3 for card in event.cards), "§3.4"


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=TABLE_NAMES)
@pytest.mark.parametrize("bot", ["newcomer", "club", "careful"])
def test_what_holds_in_every_deal_of_bots(rules, seats, bot):
    for number in range(DEALS_OF_BOTS):
        for before, event, after in steps(started(rules, seats, number), [BOTS[bot]] * seats):
            check(before, event, after)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([*TABLES, (CLUB, 2), (CLUB, 3)]), st.integers(0, 2**256 - 1), st.integers(0))
def test_what_holds_in_every_deal_of_players_without_sense(table, number, seed):
    rules, seats = table
    history = started(rules, seats, number)
    for before, event, after in steps(history, [without_sense(Random(seed))] * seats):
        check(before, event, after)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(TABLES), st.permutations(DECK), st.integers(0, 1))
def test_1_4_every_deck_is_dealt_whole(table, deck, starter):
    rules, seats = table
    committed = commit_deal(rules, players=["a"] * seats, commitment="", starter=starter)
    state = fold([*committed, *start(fold(committed), deck=deck, starter=starter, dice=None)])
    check_cards(state)
    assert state.stock == 111 - 20 * seats


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=TABLE_NAMES)
def test_thousands_of_deals_pay_what_they_should(rules, seats):
    for played in play_match(rules, ["greedy"] * seats, deals=500, random=Random(seats)):
        assert played.state.ending is not None
        result = played.state.ending.result
        assert sum(result.net) == 0
        assert result.points % 2 == (result.winner is not None)
        assert fold(played.events) == played.state
        assert not any(isinstance(e, ev.CardDiscarded) and is_king(e.card) for e in played.events)


@pytest.mark.parametrize("seats", [3, 4])
def test_10_3_the_careful_bot_is_never_penalised(seats):
    others = ["greedy"] * (seats - 1)
    offenders = set()
    for played in play_match(VINAGAMES, ["safe", *others], deals=300, random=Random(3)):
        assert played.state.ending is not None
        offenders.add(played.state.ending.result.offender)
    # The others are, so there was something to be had.
    assert offenders == {None, *range(1, seats)}


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=TABLE_NAMES)
def test_the_state_in_play_is_the_folded_state_after_every_event(rules, seats):
    for number in range(20):
        history = started(rules, seats, number)
        bots = [without_sense(Random(number)), *[BOTS["greedy"]] * (seats - 1)]
        states = [after for _, _, after in steps(history, bots)]
        for step, state in enumerate(reversed(states)):
            assert fold(history[: len(history) - step]) == state


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=TABLE_NAMES)
def test_decide_accepts_exactly_the_legal_moves(rules, seats):
    random = Random(seats)
    for number in range(6):
        history = started(rules, seats, number)
        state = fold(history)
        while state.phase is not Phase.OVER:
            legal = {move for seat in range(seats) for move in legal_moves(state, seat)}
            snapshot = repr(state)
            accepted = {move for move in every_move(seats) if is_accepted(state, move)}
            assert accepted == legal
            assert repr(state) == snapshot, "a refused move changed something"
            for event in decide(state, random.choice(sorted(legal, key=repr))):
                state = evolve(state, event)


def is_accepted(state: DealState, move: Move) -> bool:
    try:
        return bool(decide(state, move))
    except IllegalMove:
        return False


def every_move(seats: int) -> list[Move]:
    """Return every move that could make sense to anybody, and some that could not."""
    together: set[tuple[Card, ...]] = {()}
    for card in CARDS:
        together |= {(card,) * size for size in (1, 2, 3, 4)}
    for members in MEMBERS:
        for size in (2, 3):
            together |= set(combinations(members, size))
    together |= {(CARDS[0], CARDS[27]), (CARDS[0], CARDS[1])}
    moves: list[Move] = []
    for seat in range(seats):
        moves += [Discard(seat, card) for card in CARDS]
        moves += [Meld(seat, tuple(sorted(cards))) for cards in together]
        moves += [Hit(seat), Pass(seat), *(Claim(seat, kind) for kind in ClaimKind)]
    return moves


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(CARDS), max_size=3), st.integers(0, 3), st.sampled_from(CARDS))
def test_moves_round_trip_through_notation(cards, seat, card):
    moves: list[Move] = [Discard(seat, card), Meld(seat, tuple(sorted(cards)))]
    moves += [Hit(seat), Pass(seat), *(Claim(seat, kind) for kind in ClaimKind)]
    for move in moves:
        assert parse_move(move_text(move), seat) == move


def through_json(event: Event) -> Event:
    name, plain = NAMES[type(event)], json.loads(json.dumps(event_to_plain(event)))
    return event_from_plain(name, plain)


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=TABLE_NAMES)
def test_events_and_records_round_trip_and_verify(rules, seats):
    at = datetime(2026, 1, 1, 20, tzinfo=UTC)
    bots = ["safe", *["greedy"] * (seats - 1)]
    for number, played in enumerate(play_match(rules, bots, deals=40, random=Random(9))):
        assert fold(played.events) == played.state
        assert [through_json(event) for event in played.events] == list(played.events)
        record = DealRecord(
            f"deal {number}",
            tuple((at + timedelta(seconds=n), event) for n, event in enumerate(played.events)),
        )
        plain = json.loads(json.dumps(to_record(record)))
        assert from_record(plain) == record
        assert to_record(from_record(plain)) == plain
        assert verify(record) is None


def test_the_same_deal_is_played_the_same_way_twice():
    for rules, seats in TABLES:
        once, again = (
            [
                played.events
                for played in play_match(rules, ["greedy"] * seats, deals=5, random=Random(5))
            ]
            for _ in range(2)
        )
        assert once == again


def test_bots_see_no_more_than_their_own_cards():
    """Swapping what a bot cannot see changes nothing of its move."""
    for number in range(30):
        history = started(VINAGAMES, 4, number)
        for before, _, state in steps(history, [BOTS["safe"]] * 4):
            if state.phase is Phase.OVER or before.phase is Phase.OVER:
                continue
            seat = to_move(state)[0]
            unseen = [
                card
                for other in range(4)
                if other != seat
                for card in cards_of(state.blocks[other])
            ]
            Random(number).shuffle(unseen)
            blocks = list(state.blocks)
            for other in range(4):
                if other != seat:
                    size = len(cards_of(blocks[other]))
                    blocks[other] = block_of(unseen[:size])
                    unseen = unseen[size:]
            stock = (
                *state.setup.stock[: state.drawn],
                *reversed(state.setup.stock[state.drawn :]),
            )
            swapped = replace(
                state,
                blocks=tuple(blocks),
                trash=tuple(map(trash, blocks)),
                khaps=tuple(map(khap_count, blocks)),
                setup=replace(state.setup, stock=stock),
            )
            moves = legal_moves(state, seat)
            assert legal_moves(swapped, seat) == moves
            seen = see(state, seat)
            # How many khạps the others hold is announced, so the swap may not change it (§3.3).
            other_seen = replace(see(swapped, seat), khaps=seen.khaps)
            for name, bot in BOTS.items():
                if name not in THINKERS:  # tests/games/bots/test_manners.py asks them the same
                    assert bot(other_seen, moves) == bot(seen, moves)
            break


def test_every_order_of_answers_to_the_claims_gives_the_same_end():
    """§6.10: who was fastest does not matter."""
    seen = 0
    for number in range(150):
        history = started(FOURSAC, 4, number)
        for _, event, state in steps(history, [BOTS["greedy"]] * 4):
            if not isinstance(event, ev.ClaimsOffered) or len(to_move(state)) < 2:
                continue
            seen += 1
            ends = set()
            for order in permutations(to_move(state)):
                after = state
                for seat in order:
                    for happened in decide(after, legal_moves(after, seat)[0]):
                        after = evolve(after, happened)
                ends.add(repr(after))
            assert len(ends) == 1
    assert seen


def test_a_deal_in_play_is_verified_with_its_secret_as_far_as_it_goes():
    (played,) = play_match(VINAGAMES, ["greedy"] * 4, deals=1, random=Random(3))
    assert played.state.ending is not None
    timed = [(datetime(2026, 1, 1, tzinfo=UTC), event) for event in played.events[:-1]]
    for end in range(1, len(timed) + 1):
        record = DealRecord("deal", tuple(timed[:end]))
        started = any(isinstance(event, ev.DealStarted) for event in record.history)
        fault = verify(record, secret=played.state.ending.secret)
        # Only between what the rules make of one move a deal never stands.
        assert fault is None or "is missing at the end" in fault
        assert verify(record, secret="00" * 32) is not None
        assert (verify(record) is None) == (not started and fault is None)

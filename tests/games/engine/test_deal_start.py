"""From the commitment to the first discard (§1, §3.2, §7.3)."""

import pytest

from games.engine.cards import DECK
from games.engine.deal import cancel, commit_deal, decide, legal_moves, start, to_move
from games.engine.errors import IllegalMove
from games.engine.events import DealCancelled, DealCommitted, DealStarted, SeedGiven
from games.engine.evolve import evolve, fold
from games.engine.hands.hand import cards_of
from games.engine.moves import Discard, Hit
from games.engine.recording.notation import parse_cards
from games.engine.rules import FOURSAC, PRESETS, SEAT_NAMES, VINAGAMES, RuleSet
from games.engine.seeds import give_seed
from games.engine.shuffle import starter_by_dice
from games.engine.state import DealState, Phase
from tests.support.builders import count_all, dealt, position, sets

COMPLETE = "Kr Kr Kr Ky Gy My Gw Gw Rr Cr Nr Rr Cr Nr Pr Py Pg Pw Ng Ng Kg"
"""21 cards without trash: 3 for the khap, 1 for each of four sets, 2 for the pawns, 9 in all."""


def committed(rules: RuleSet = VINAGAMES, seats: int = 4) -> DealState:
    return fold(commit_deal(rules, players=["player:1"] * seats, commitment="c0", starter=None))


def code(refused: pytest.ExceptionInfo[IllegalMove]) -> str:
    return refused.value.code


def test_1_1_a_deck_that_is_not_the_112_cards_is_refused():
    for deck in (DECK[:-1], (*DECK[:-1], DECK[0]), ()):
        with pytest.raises(IllegalMove) as refused:
            start(committed(), deck=deck, starter=0, dice=None)
        assert code(refused) == "deal.deck"


@pytest.mark.parametrize(
    ("rules", "seats"), [(VINAGAMES, 2), (VINAGAMES, 3), (VINAGAMES, 4), (FOURSAC, 4)]
)
def test_1_2_the_seats_that_each_rule_set_allows(rules, seats):
    assert committed(rules, seats).seats == seats


@pytest.mark.parametrize(
    ("rules", "seats"),
    [(VINAGAMES, 1), (VINAGAMES, 5), (VINAGAMES, 0), (FOURSAC, 2), (FOURSAC, 3), (FOURSAC, 5)],
)
def test_1_2_any_other_number_of_seats_is_refused(rules, seats):
    with pytest.raises(IllegalMove) as refused:
        commit_deal(rules, players=["player:1"] * seats, commitment="c0", starter=None)
    assert code(refused) == "deal.seats"


@pytest.mark.parametrize("starter", [-1, 4])
def test_1_2_a_starter_who_has_no_seat_is_refused(starter):
    with pytest.raises(IllegalMove) as refused:
        commit_deal(VINAGAMES, players=["a"] * 4, commitment="c0", starter=starter)
    assert code(refused) == "deal.seats"
    with pytest.raises(IllegalMove) as refused:
        start(committed(), deck=DECK, starter=starter, dice=None)
    assert code(refused) == "seat.unknown"


def test_1_3_play_runs_from_south_to_east_to_north_to_west():
    assert SEAT_NAMES == ("South", "East", "North", "West")
    for seat, after in ((0, 1), (1, 2), (2, 3), (3, 0)):
        hands = ["Gr My Rg Cw", "Gr My Rg Cw", "Gr My Rg Cw", "Gr My Rg Cw"]
        hands[seat] = "Ny Rr"
        table = position(hands=hands, turn=seat, phase="discard")
        table.when(seat, "discard Ny")
        assert table.state.turn == after


@pytest.mark.parametrize(("seats", "stock"), [(2, 71), (3, 51), (4, 31)])
def test_1_4_twenty_cards_each_and_the_starter_one_more(seats, stock):
    for starter in range(seats):
        (event,) = start(committed(seats=seats), deck=DECK, starter=starter, dice=None)
        assert isinstance(event, DealStarted)
        assert [len(hand) for hand in event.hands] == [
            21 if seat == starter else 20 for seat in range(seats)
        ]
        assert len(event.stock) == stock
        assert sorted([*(card for hand in event.hands for card in hand), *event.stock]) == [*DECK]


def test_1_4_cards_are_dealt_one_by_one_from_the_starter_and_the_starters_21st_last():
    deck = tuple(reversed(DECK))
    event = start(committed(seats=3), deck=deck, starter=2, dice=None)[0]
    assert isinstance(event, DealStarted)
    assert event.hands[2] == tuple(sorted((*deck[0:60:3], deck[60])))
    assert event.hands[0] == tuple(sorted(deck[1:60:3]))
    assert event.hands[1] == tuple(sorted(deck[2:60:3]))
    assert event.stock == deck[61:]


@pytest.mark.parametrize(
    ("dice", "seats", "starter"),
    [
        ((1, 1), 4, 1),
        ((1, 2), 4, 2),
        ((2, 2), 4, 3),
        ((2, 3), 4, 0),
        ((6, 6), 4, 3),
        ((1, 1), 3, 1),
        ((1, 2), 3, 2),
        ((2, 2), 3, 0),
        ((1, 1), 2, 1),
        ((2, 1), 2, 0),
    ],
)
def test_1_5_the_dice_are_counted_from_south_as_1(dice, seats, starter):
    assert starter_by_dice(dice, seats) == starter


def test_1_5_the_dice_are_recorded():
    (event,) = start(committed(), deck=DECK, starter=3, dice=(6, 6))
    state = evolve(committed(), event)
    assert (state.setup.dice, state.setup.starter, state.turn) == ((6, 6), 3, 3)


def test_1_5_a_seat_gives_its_own_seed_once_and_before_the_deal():
    state = committed()
    events = give_seed(state, seat=2, seed="dragon-7_A")
    assert events == (SeedGiven(2, "dragon-7_A"),)
    state = evolve(state, events[0])
    assert state.setup.seeds == (None, None, "dragon-7_A", None)
    with pytest.raises(IllegalMove) as refused:
        give_seed(state, seat=2, seed="another")
    assert code(refused) == "seed.given"
    state = evolve(state, start(state, deck=DECK, starter=0, dice=None)[0])
    with pytest.raises(IllegalMove) as refused:
        give_seed(state, seat=1, seed="late")
    assert code(refused) == "seed.too-late"
    with pytest.raises(IllegalMove) as refused:
        give_seed(committed(), seat=4, seed="x")
    assert code(refused) == "seat.unknown"


@pytest.mark.parametrize("seed", ["", "a" * 65, "two words", "line\n", "é", "a;b"])
def test_1_5_a_malformed_seed_is_refused(seed):
    with pytest.raises(IllegalMove) as refused:
        give_seed(committed(), seat=0, seed=seed)
    assert code(refused) == "seed.malformed"


def test_3_2_a_quan_is_laid_as_part_of_the_deal():
    for rules in PRESETS.values():
        table, _ = dealt(["Gr Gr Gr Gr Mw Mw Mw Mw", "Ny Ny Ny Ny", "", ""], rules)
        assert table.shown(0)[:2] == ["quan Gr Gr Gr Gr", "quan Mw Mw Mw Mw"]
        assert table.shown(1)[0] == "quan Ny Ny Ny Ny"
        assert len(cards_of(table.state.blocks[0])) == 21 - 4 * len(table.shown(0))
        assert all(
            not {4} & {table.hand(seat).split().count(c) for c in ("Gr", "Mw", "Ny")}
            for seat in range(4)
        )
        assert set(count_all(table.state).values()) == {4}


def test_3_2_three_of_a_kind_stay_in_the_private_block():
    table, _ = dealt(["Gr Gr Gr", "", "", ""])
    assert table.hand(0).split().count("Gr") == 3


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_7_3_a_starter_without_trash_wins_at_the_deal(rules):
    table, happened = dealt([COMPLETE, "", "", ""], rules)
    assert happened == ["0 starts", "0 wins 9"]
    assert table.state.phase is Phase.OVER
    assert table.state.ending is not None and table.state.ending.taken is None
    assert table.result.offender is None
    assert table.state.ending.next_starter == 0


def test_7_3_another_seat_without_trash_does_not():
    hands = ["Kr Gr Mw"] + [""] * 3
    hands[1] = " ".join(COMPLETE.split()[:20])
    table, happened = dealt(hands)
    assert table.state.trash[1] == 0
    assert happened == ["0 starts"]


def test_7_3_a_quan_counts_towards_the_21_cards():
    quan = "Rw Rw Rw Rw Ky Gy My Gw Gw Rr Cr Nr Rr Cr Nr Pr Py Pg Pw Ng Ng"
    table, happened = dealt([quan, "", "", ""])
    assert happened == ["0 starts", "0 wins 13"]
    assert table.result.amount == (3 + 13) * 2 + 10


def test_1_4_nothing_is_played_before_the_deal():
    state = committed()
    assert to_move(state) == ()
    assert legal_moves(state, 0) == ()
    for move in (Hit(0), Discard(0, DECK[0])):
        with pytest.raises(IllegalMove) as refused:
            decide(state, move)
        assert code(refused) == "deal.not-started"


def test_1_4_the_cards_are_dealt_once():
    state = evolve(committed(), start(committed(), deck=DECK, starter=0, dice=None)[0])
    with pytest.raises(IllegalMove) as refused:
        start(state, deck=DECK, starter=0, dice=None)
    assert code(refused) == "deal.already-started"
    with pytest.raises(IllegalMove) as refused:
        cancel(state, reason="the table broke up")
    assert code(refused) == "deal.already-started"


def test_1_4_a_committed_deal_may_be_called_off_and_is_over():
    events = cancel(committed(), reason="the table broke up")
    assert events == (DealCancelled("the table broke up"),)
    state = evolve(committed(), events[0])
    assert state.phase is Phase.OVER
    assert state.ending is not None
    assert state.ending.cancelled == "the table broke up"
    assert state.ending.result.net == (0, 0, 0, 0)
    with pytest.raises(IllegalMove) as refused:
        decide(state, Hit(0))
    assert code(refused) == "deal.over"


def test_11_1_the_first_event_holds_the_options_in_full():
    (event,) = commit_deal(FOURSAC, players=["a"] * 4, commitment="c0", starter=2)
    assert event == DealCommitted(FOURSAC, ("a",) * 4, "c0", 2)
    assert fold([event]).rules == FOURSAC


def test_the_builder_reads_public_sets():
    assert [made.kind for made in sets("Rr*4, Gr Gr Gr Gr, Pr Py Pg")] == [
        "quan",
        "khui",
        "three-pawns",
    ]
    assert parse_cards("Rr Cr") == (12, 16)

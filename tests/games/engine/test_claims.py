"""What 4sac offers when a card becomes active, and how the answers are resolved (§6.6-§6.10, §5.4)."""

import pytest

from games.engine.deal import to_move
from games.engine.events import ClaimsOffered, KingDied
from games.engine.evolve import evolve
from games.engine.moves import Claim, ClaimKind
from games.engine.recording.notation import parse_card
from games.engine.rules import FOURSAC
from games.engine.state import Phase
from tests.support.builders import DULL, Table, position
from tests.support.engine.situations import hit


def discarded(*others: str, by: int = 0, card: str = "Ny") -> tuple[Table, list[str]]:
    """Seat `by` discards the card; `others` are the next seats' private blocks, in order of play."""
    hands = [f"{card} Rw Mg"] * 4
    for step in range(3):
        hands[(by + 1 + step) % 4] = others[step] if step < len(others) else DULL
    table = position(FOURSAC, hands=hands, turn=by, phase="discard")
    return table, table.when(by, f"discard {card}")


# §6.6 Win, kong, triple


def test_6_6_a_win_is_offered_and_not_forced():
    table, happened = discarded(DULL, "Ry Cy Gw Gw")
    assert happened == ["0 discards Ny", "offered 2 win"]
    assert table.state.phase is Phase.CLAIMS
    assert to_move(table.state) == (2,)
    assert table.may(2) == ["claim win", "pass"]
    assert table.when(2, "claim win") == [
        "2 claims win",
        "2 melds Ny with Ry Cy: rook-cannon-knight",
        "2 wins 1",
    ]


@pytest.mark.parametrize("step", [1, 2, 3])
def test_6_6_a_kong_is_offered_to_the_holder_of_the_khap(step):
    others = [DULL] * 3
    others[step - 1] = "Ny Ny Ny Gw Cg"
    table, happened = discarded(*others)
    assert happened == ["0 discards Ny", f"offered {step} kong"]
    assert table.when(step, "claim kong") == [
        f"{step} claims kong",
        f"{step} melds Ny with Ny Ny Ny: khui",
    ]
    assert table.state.turn == step
    assert table.state.phase is Phase.DISCARD


@pytest.mark.parametrize("step", [1, 2, 3])
def test_6_6_a_triple_is_offered_to_the_holder_of_a_pair(step):
    others = [DULL] * 3
    others[step - 1] = "Ny Ny Gw Cg Mr"
    table, happened = discarded(*others)
    assert happened == ["0 discards Ny", f"offered {step} triple"]
    assert table.when(step, "claim triple") == [
        f"{step} claims triple",
        f"{step} melds Ny with Ny Ny: triple",
    ]
    assert table.state.turn == step


def test_6_6_also_to_the_drawer_of_the_card():
    _, happened = hit("Ny", "Ny Ny Gw Cg Mr")
    assert happened == ["0 draws Ny", "offered 0 triple"]
    _, happened = hit("Ny", "Ny Ny Ny Gw Cg Mr")
    assert happened == ["0 draws Ny", "offered 0 kong"]


def test_6_6_also_to_a_seat_that_waits_for_two_cards():
    # §6.3 (c) is a rule of vinagames.
    _, happened = discarded(DULL, "Ny Ny Rr Cr")
    assert happened == ["0 discards Ny", "offered 2 triple"]


def test_5_2_a_triple_that_would_raise_trash_is_not_offered():
    _, happened = discarded(DULL, "Ny Ny Ry Cy Gw Mr")
    assert happened == ["0 discards Ny"]


def test_6_6_a_discarder_is_not_offered_its_own_discard():
    # Without the third rook its khap is a pair that the discard would make a triple, and win.
    table = position(FOURSAC, hands=["Rr Rr Rr Gw Gw", DULL, DULL, DULL], phase="discard")
    assert table.when(0, "discard Rr") == ["0 discards Rr"]
    assert table.state.phase is Phase.TURN


def test_6_6_a_win_beats_a_triple():
    table, happened = discarded("Ny Ny Gw Cg Mr", DULL, "Ry Cy Gw Gw")
    assert happened == ["0 discards Ny", "offered 1 triple, 3 win"]
    assert table.when(1, "claim triple") == ["1 claims triple"]
    assert table.when(3, "claim win")[-1] == "3 wins 1"


def test_6_6_a_win_beats_a_kong():
    table, _ = discarded("Ny Ny Ny Gw Cg", "Ry Cy Gw Gw")
    table.when(1, "claim kong")
    assert table.when(2, "claim win")[-1] == "2 wins 1"


@pytest.mark.parametrize("by", [0, 1, 2, 3])
def test_6_6_of_several_wins_the_first_after_the_discarder_counts(by):
    table, _ = discarded(DULL, "Ry Cy Gw Gw", "Ny Gg Gg", by=by)
    last, first = (by + 3) % 4, (by + 2) % 4
    assert table.when(last, "claim win") == [f"{last} claims win"]
    assert table.when(first, "claim win")[-1] == f"{first} wins 1"


def test_6_6_of_several_wins_on_a_draw_the_drawers_counts():
    table, _ = hit("Ny", "Ny Gw Gw", "Ry Cy Gg Gg", seat=2)
    table.when(3, "claim win")
    assert table.when(2, "claim win")[-1] == "2 wins 0"


def test_6_6_where_the_first_declines_a_later_win_counts():
    table, _ = discarded(DULL, "Ry Cy Gw Gw", "Ny Gg Gg")
    table.when(2, "pass")
    assert table.when(3, "claim win")[-1] == "3 wins 0"


def test_6_6_one_seat_may_be_offered_a_win_and_a_triple():
    table, happened = discarded(DULL, "Ny Ny Gw Gw")
    assert happened[1] == "offered 2 win/triple"
    assert table.may(2) == ["claim win", "claim triple", "pass"]
    # Claimed as a triple it leaves no trash, and a hand without trash has won (§5.3).
    assert table.when(2, "claim triple")[-1] == "2 wins 3"


def test_7_2_a_claimed_win_takes_the_set_with_the_most_points():
    table, _ = discarded(DULL, "Ny Ny Gw Gw")
    assert table.when(2, "claim win")[1:] == ["2 melds Ny with Ny Ny: triple", "2 wins 3"]


# §6.7 If nobody claims


def test_6_7_after_a_discard_the_next_seat_alone_may_take_it():
    table, happened = discarded("Ny Gw Cg", "Ry Cy Gw Cg Mr")
    assert happened == ["0 discards Ny"]
    assert table.may(1) == ["meld Ny", "hit"]
    assert table.refused(2, "meld Ry Cy") == "turn.not-yours"


def test_6_7_pair_chow_and_pawn_set():
    assert discarded("Ny Gw Cg")[0].may(1) == ["meld Ny", "hit"]
    assert discarded("Ry Cy Gw Cg")[0].may(1) == ["meld Ry Cy", "hit"]
    assert discarded("Py Pg Gw Cg", card="Pr")[0].may(1) == ["meld Py Pg", "hit"]
    table, _ = discarded("Py Pg Pw Gw Cg", card="Pr")
    assert table.when(1, "meld Py Pg Pw") == ["1 melds Pr with Py Pg Pw: four-pawns"]


def test_6_7_after_a_draw_the_drawer_then_its_next_seat():
    table, _ = hit("Ny", "Ny Gw Cg", "Ry Cy Gw Cg Mr")
    assert table.may(0) == ["meld Ny", "pass"]
    table.when(0, "pass")
    assert table.may(1) == ["meld Ry Cy", "hit"]
    assert table.when(1, "meld Ry Cy") == ["1 melds Ny with Ry Cy: rook-cannon-knight"]


def test_6_7_a_seat_that_declined_a_triple_may_still_take_the_card_otherwise():
    table, happened = discarded("Ny Ny Gw Cg Mr")
    assert happened[1] == "offered 1 triple"
    assert table.when(1, "pass") == ["1 declines", "nobody claims"]
    assert table.refused(1, "meld Ny Ny") == "meld.declined"
    assert table.may(1) == ["hit"]
    table, _ = discarded("Ny Ny Ny Ry Cy Gw Cg Mr")
    table.when(1, "pass")
    assert table.refused(1, "meld Ny Ny Ny") == "meld.declined"
    assert table.may(1) == ["meld Ry Cy", "hit"]


def test_6_7_a_seat_that_declined_a_win_may_take_the_card_in_its_turn_and_wins():
    table, _ = discarded("Ny Gw Gw")
    table.when(1, "pass")
    assert table.when(1, "meld Ny") == ["1 melds Ny with Ny: pair", "1 wins 0"]


# §6.8 Drawn kings


def test_6_8_only_the_drawer_may_take_a_king_alone_or_with_its_court():
    table, happened = hit("Kr", "Kr Gr Mr Gw Cg", "Gr Mr Rg Cw")
    assert happened == ["0 draws Kr"]
    assert table.may(0) == ["meld", "meld Gr Mr", "pass"]
    table, _ = hit("Kr", "Kr Gw Cg")
    assert table.may(0) == ["meld", "pass"]
    assert table.refused(0, "meld Kr") == "meld.king-alone"


def test_6_8_a_declined_king_is_dead_and_the_next_seat_draws():
    table, _ = hit("Kr", "Gw Cg My")
    happened = table.when(0, "pass")
    assert happened[0] == "0 lets the king die"
    assert happened[1].startswith("1 draws")
    assert table.state.dead[-1] == parse_card("Kr")
    assert table.state.active is not None and table.state.active.seat == 1


def test_6_8_between_the_dead_king_and_the_next_draw_the_next_seat_can_only_draw():
    # The two events are appended together; a replay that stops between them shows this state.
    table, _ = hit("Kr", "Gw Cg My")
    between = Table(evolve(table.state, KingDied(0)))
    assert between.state.active is None
    assert between.may(1) == ["hit"]
    assert between.refused(1, "meld Cw") == "meld.not-now"
    assert between.refused(1, "pass") == "pass.not-now"
    assert between.when(1, "hit") == table.when(0, "pass")[1:]


def test_6_8_the_card_drawn_after_a_dead_king_is_offered_like_any():
    table = position(
        FOURSAC,
        hands=["Gw Cg My", DULL, "Ny Ny Gw Cg Mr", DULL],
        active="Mg",
        stock="Kr Ny",
    )
    table.when(0, "hit")
    assert table.when(0, "pass") == ["0 lets the king die", "1 draws Ny", "offered 2 triple"]


def test_6_8_a_drawn_king_may_be_won_by_anybody():
    table, happened = hit("Kr", DULL, DULL, "Gr Mr Gw Gw")
    assert happened[1] == "offered 2 win"
    assert table.when(2, "claim win")[-1] == "2 wins 1"
    _, happened = hit("Kr", DULL, "Gw Gw")
    assert happened[1] == "offered 1 win"


def test_6_8_a_drawn_king_may_be_konged_by_anybody():
    table, happened = hit("Kr", DULL, DULL, DULL, "Kr Kr Kr Gw Cg")
    assert happened[1] == "offered 3 kong"
    assert table.when(3, "claim kong")[1] == "3 melds Kr with Kr Kr Kr: khui"


def test_6_8_a_khap_of_kings_is_declined_before_the_drawer_chooses():
    table, _ = hit("Kr", "Kr Kr Kr Gr Mr Gw Cg")
    table.when(0, "pass")
    assert table.may(0) == ["meld", "meld Gr Mr", "pass"]


# §5.4


def test_5_4_a_triple_of_kings_is_not_offered():
    _, happened = hit("Kr", "Kr Kr Gw Cg", "Ny Gw")
    assert happened == ["0 draws Kr"]
    _, happened = hit("Kr", DULL, "Kr Kr Gw Cg")
    assert happened == ["0 draws Kr"]


# §6.9


def test_6_9_after_a_discard_that_nobody_takes_the_next_seat_draws():
    table, _ = discarded("Ny Gw Cg")
    happened = table.when(1, "hit")
    assert happened[0].startswith("1 draws")


def test_6_9_after_a_draw_that_nobody_takes_the_drawers_next_seat_draws():
    table, _ = hit("Ny", "Gw Cg Ny", seat=1)
    assert table.when(1, "pass") == ["1 passes"]
    assert table.refused(2, "pass") == "pass.first-chance"
    assert table.when(2, "hit")[0].startswith("2 draws")
    assert table.state.dead[-1] == parse_card("Ny")


# §6.10


def test_6_10_claims_are_offered_to_all_entitled_seats_together():
    table, happened = discarded("Ny Ny Gw Cg Mr", "Ry Cy Gw Gw", "Ny Gg Gg")
    assert happened[1] == "offered 1 triple, 2 win, 3 win"
    assert to_move(table.state) == (1, 2, 3)
    event = table.events[1]
    assert isinstance(event, ClaimsOffered)
    assert event.offers == ((), (ClaimKind.TRIPLE,), (ClaimKind.WIN,), (ClaimKind.WIN,))


def test_6_10_nothing_is_resolved_before_all_have_answered():
    table, _ = discarded("Ny Ny Gw Cg Mr", "Ry Cy Gw Gw", "Ny Gg Gg")
    assert table.when(3, "claim win") == ["3 claims win"]
    assert to_move(table.state) == (1, 2)
    assert table.when(1, "claim triple") == ["1 claims triple"]
    assert table.state.phase is Phase.CLAIMS
    assert table.when(2, "pass") == ["2 declines", "3 melds Ny with Ny: pair", "3 wins 0"]


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1), (2, 1, 3)])
def test_6_10_who_was_fastest_does_not_matter(order):
    table, _ = discarded("Ny Ny Gw Cg Mr", "Ry Cy Gw Gw", "Ny Gg Gg")
    claims = {1: "claim triple", 2: "claim win", 3: "claim win"}
    for seat in order:
        happened = table.when(seat, claims[seat])
    assert happened[-1] == "2 wins 1"


def test_6_10_an_answer_is_final():
    table, _ = discarded("Ny Ny Gw Cg Mr", "Ry Cy Gw Gw")
    table.when(1, "pass")
    for move in ("claim triple", "pass"):
        assert table.refused(1, move) == "claim.answered"
    assert table.may(1) == []


def test_6_10_while_claims_are_open_nothing_else_moves():
    table, _ = discarded("Gw Cg Mr", "Ny Ny Gw Cg Mr")
    for seat, move in ((1, "hit"), (1, "meld Ny"), (2, "meld Ny Ny"), (0, "discard Rw")):
        assert table.refused(seat, move) == "turn.claims-first"


def test_6_6_only_what_is_offered_may_be_claimed():
    table, _ = discarded("Gw Cg Mr", "Ny Ny Gw Cg Mr")
    for kind in ("win", "kong"):
        assert table.refused(2, f"claim {kind}") == "claim.not-offered"
    assert table.refused(1, "claim triple") == "claim.not-offered"
    assert table.refused(1, "pass") == "pass.not-now"
    assert table.refused(0, "claim win") == "claim.not-offered"
    assert table.refused(7, Claim(7, ClaimKind.WIN)) == "seat.unknown"


def test_6_6_once_the_claims_are_over_none_is_left():
    table, _ = discarded("Gw Cg Mr", "Ny Ny Gw Cg Mr")
    table.when(2, "pass")
    assert table.refused(2, "claim triple") == "claim.not-offered"
    assert table.may(1) == ["hit"]

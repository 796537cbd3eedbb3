"""Plays a position to its end on plain arrays, without events, states, views or records.

The moves and payments are exactly those of `decide` and `evolve` if every seat played by its `habits`; tests compare
them. A search uses it to try a move and play on thousands of times.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import getitem
from typing import Final

from games.engine.cards import CARDS, YELLOW_KING, Card
from games.engine.hands.board import DISCARD, OVER, SHOWN, TURN, Board, drawn_from
from games.engine.hands.families import FAMILY, TWO_CARD_WAIT, UNIT
from games.engine.hands.habits import CLAIMS, LET_GO, LETS_PAIRS_GO, SPARED, Take, habits
from games.engine.hands.worth import worth
from games.engine.sets import lift
from games.engine.worst import verdict

_ORDERS: Final = tuple(
    tuple(tuple((turn + step) % seats for step in range(seats)) for turn in range(seats))
    for seats in range(5)
)
_WITHOUT_LAST: Final = tuple(tuple(order[:-1] for order in orders) for orders in _ORDERS)


def play(board: Board, *, judged: bool = False) -> list[int]:
    """Play on by `habits` to the end, and return what each seat has won or lost (§9).

    If `judged`, the discard that completes a hand is judged by §10.3; otherwise nobody pays a penalty (§10.5).
    """
    rules = board.rules
    if board.stage == TURN and board.waived == (board.shown, board.turn) and board.winner < 0:
        _take_no_triple(board)
    if board.winner >= 0 or board.stage == OVER:
        return board.net()
    asked, contested, chosen, spared, value = habits(rules)
    # The ranks that die where their drawer leaves them: all, kings, or none (§6.8, §13.8).
    dying = 28 if rules.unclaimed_draw == "dies" else 4 if rules.drawn_king == "dies" else 0
    fourth = rules.fourth_to_exposed_triple
    lifted = lift(rules)
    yellow = rules.yellow_king > 0
    blocks, trash, stock, seen = board.blocks, board.trash, board.stock, board.seen
    piles = board.piles
    seats, end = len(blocks), len(stock) - rules.stock_limit
    everybody, others = _ORDERS[seats], _WITHOUT_LAST[seats]
    stage, turn, by, card, drawn = board.stage, board.turn, board.by, board.active, board.drawn
    at, shown, declined, opening = board.at, board.shown, board.declined, board.opening
    waiver = rules.pair_waived_when_waiting
    judged = judged and rules.judges and seats > 2
    while True:
        if stage == DISCARD:
            block = blocks[turn]
            card = CARDS[min(map(getitem, LET_GO, block)) & 31]
            family = FAMILY[card]
            block[family] -= UNIT[card]
            trash[turn] -= 1
            by, drawn = turn, False
            turn = turn + 1 if turn + 1 < seats else 0
            seen[card] += 1
            shown += 1
        take: Take | None = None
        who = turn
        family = FAMILY[card]
        if stage != TURN:
            row = asked[card]
            for seat in everybody[turn] if drawn else others[turn]:
                ask = row[blocks[seat][family]]
                if ask is None:
                    continue
                least, win, other, how = ask
                if win is not None and trash[seat] == least and seat != declined:
                    take, who = win, seat
                    if contested and (both := contested.get((card, blocks[seat][family]))):
                        take = _better(board, seat, family, both)
                    break
                if other is not None and (
                    (seat != turn and not _is_spared(board, seat, shown))
                    if how == SPARED
                    else not how
                    or (seat != declined and (how == CLAIMS or not drawn or seat == by))
                ):
                    take, who = other, seat
            if (
                fourth
                and drawn
                and board.triples[by] >> card & 1
                and not trash[by]
                and by != declined
                and (
                    take is None
                    or who != by
                    or board.brings(by, lifted + _sum(value, blocks[by]), khui=True, taken=0)
                    >= _of_win(board, by, family, take)
                )
            ):
                board.triples[by] ^= 1 << card
                board.add_khui(by)
                board.kings[by] += card == YELLOW_KING
                board.points[by] += lifted
                board.winner = by
                break
            declined = -1
        if take is None:
            while True:
                take, who = chosen[card][blocks[turn][family]], turn
                if take is not None or not drawn or by != turn:
                    break
                turn = turn + 1 if turn + 1 < seats else 0
                if card < dying:
                    break
                if waiver and board.waived == (shown, turn):
                    take, who = spared[card][blocks[turn][family]], turn
                    break
        stage = SHOWN
        if take is None:
            if at >= end:
                break
            card = stock[at] if piles is None else drawn_from(piles, turn)
            at += 1
            seen[card] += 1
            shown += 1
            by, drawn = turn, True
            continue
        after, eased, made, makes_khui, triple_bit, cards = take
        if (
            judged
            and not (drawn or opening)
            and not trash[who] + eased
            and _offends(board, by, card, at_limit=at >= end)
        ):
            board.offender = by
        blocks[who][family] = after
        board.points[who] += made
        if makes_khui:
            board.add_khui(who)
            board.khaps[who] -= 1
        if yellow:
            board.kings[who] += (card, *cards).count(YELLOW_KING)
        board.triples[who] |= triple_bit
        for used in cards:
            seen[used] += 1
        trash[who] += eased
        if not trash[who]:
            board.winner = who
            break
        turn, stage, opening = who, DISCARD, False
    board.at, board.shown = at, shown
    return board.net()


def _is_spared(board: Board, seat: int, shown: int) -> bool:
    """Return whether this seat need not take the card with its pair (§6.3, §13.6)."""
    trash, block = board.trash[seat], board.blocks[seat]
    if not board.rules.pair_waived_when_waiting:
        return trash == 2 and any(map(getitem, TWO_CARD_WAIT, block))
    goes = trash == 2 and any(map(getitem, LETS_PAIRS_GO, block))
    if goes:
        board.waived = shown, seat
    return goes


def _take_no_triple(board: Board) -> None:
    """Meld the active card without a triple for the seat in turn, which let its pair go (§13.6).

    If there is no such meld, draw.
    """
    meld = habits(board.rules).waived[board.active][board.blocks[board.turn][FAMILY[board.active]]]
    if meld is None:
        board.hit()
    else:
        board.meld(meld)


def _of_win(board: Board, seat: int, family: int, take: Take) -> tuple[int, ...]:
    """Return the value of a winning meld for this seat, as a tuple in the order of §7.2."""
    value, block = worth(board.rules).value, board.blocks[seat]
    left = _sum(value, block) - value[family][block[family]] + value[family][take.after]
    return board.brings(seat, take.points + left, khui=take.khui, taken=len(take.cards))


def _better(board: Board, seat: int, family: int, both: Sequence[Take]) -> Take:
    return max(both, key=lambda one: _of_win(board, seat, family, one))


def _offends(board: Board, seat: int, card: Card, *, at_limit: bool) -> bool:
    """Return whether this discard was not one of the worst cards of the hand that it came from (§10.3)."""
    block = board.blocks[seat][:]
    block[FAMILY[card]] += UNIT[card]
    seen = board.seen[:]
    seen[card] -= 1
    return card not in verdict(tuple(block), seen, stock_at_limit=at_limit).worst


def _sum(table: Sequence[Sequence[int]], block: Sequence[int]) -> int:
    return sum(map(getitem, table, block))

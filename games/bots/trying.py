"""Values a move for its seat in a possible position, by letting all seats play on with a simple policy."""

from __future__ import annotations

from games.engine.hands.board import SHOWN, Board
from games.engine.hands.families import FAMILY, MELDS, PLACE
from games.engine.hands.habits import habits, take
from games.engine.hands.rollout import play
from games.engine.moves import Claim, ClaimKind, Discard, Hit, Meld, Move, Pass
from games.engine.rules import RuleSet


def outcome(rules: RuleSet, board: Board, move: Move, *, judged: bool = False) -> int:
    """Return the points that its seat gains if a move is made and the deal is played to its end.

    This changes the board; `judged` is as in `outcomes`.
    """
    return outcomes(rules, board, move, judged=judged)[move.seat]


def outcomes(rules: RuleSet, board: Board, move: Move, *, judged: bool = False) -> list[int]:
    """Return the points that each seat gains or loses if a move is made and the deal is then played to its end.

    The board cannot be used again afterwards. `judged` says that the move discards a card that is not a worst one:
    its seat pays for all if the discard immediately completes somebody's hand (§10.5). Later discards are not judged,
    because the other hands are only drawn at random.
    """
    seat = move.seat
    if isinstance(move, Discard):
        opening = board.opening
        board.discard(move.card)
        nets = play(board)
        if judged and not opening and board.winner >= 0 and board.shown == 1:
            board.offender = seat
            nets = board.net()
        return nets
    if board.stage == SHOWN:
        _answer(rules, board, seat, move.kind if isinstance(move, Claim) else None)
    elif isinstance(move, Meld):
        card = board.active
        family = FAMILY[card]
        code = board.blocks[seat][family]
        found = next(m for m in MELDS[family][code][PLACE[card]] if m.cards == move.cards)
        board.meld(take(rules, family, code, found, card))
    elif isinstance(move, Hit):
        board.hit()
    elif isinstance(move, Pass):
        board.leave()
    return play(board)


def _answer(rules: RuleSet, board: Board, seat: int, kind: ClaimKind | None) -> None:
    """Answer this seat's claim (§6.6) with `kind`, None to decline; the others make the strongest claims they can."""
    card, family = board.active, FAMILY[board.active]
    ask = habits(rules).asked[card][board.blocks[seat][family]]
    wins = ask is not None and ask.win is not None and board.trash[seat] == ask.trash
    lifted = board.drawn and board.by == seat and bool(board.triples[seat] >> card & 1)
    may_win = wins or (lifted and rules.fourth_to_exposed_triple and not board.trash[seat])
    if kind is ClaimKind.WIN or (kind is not None and not may_win):
        return  # as by habit
    board.declined = seat
    if kind is None or ask is None or _another_wins(rules, board, seat):
        return
    if ask.other is not None:
        board.turn = seat
        board.meld(ask.other)


def _another_wins(rules: RuleSet, board: Board, seat: int) -> bool:
    """Return whether a seat other than `seat` wins with the active card.

    A win outranks a kong and a triple (§6.6).
    """
    row, family = habits(rules).asked[board.active], FAMILY[board.active]
    for other, block in enumerate(board.blocks):
        ask = row[block[family]]
        if (
            other == seat
            or ask is None
            or ask.win is None
            or (other == board.by and not board.drawn)
        ):
            continue
        if board.trash[other] == ask.trash:
            return True
    return False

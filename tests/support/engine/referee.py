"""A whole deal by the rulebook's text alone (§1, §3 to §10, §13): slow, literal, and no code of the engine's.

Options are a record's, cards are names, moves are the notation's. What cards make together says the oracle beside it,
what is paid `house`. The referee says what each seat may do now, and of a move what happens.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tests.support.engine import house, oracle
from tests.support.engine.dealing import Lying
from tests.support.engine.house import Made, Options, Outcome
from tests.support.engine.judged import Active, Verdict, judge, kings_barred
from tests.support.engine.oracle import Meld, Names, in_order


class Referee:
    """A deal in play. `happened` is what the last move brought about, in words."""

    def __init__(
        self, options: Options, hands: Sequence[Names], stock: Sequence[str], starter: int
    ) -> None:
        self.options = options
        self.seats = range(len(hands))
        self.stock, self.dead = list(stock), list[str]()
        self.starter = self.turn = starter
        self.phase = "discard"
        self.active: Active | None = None
        self.opening = self.was_opening = True
        """Whether the next discard is the opening one, and whether the last was."""
        self.offers: dict[int, list[str]] = {}
        self.answers: dict[int, str | None] = {}
        self.switch = [False for _ in hands]
        self.standing: set[int] = set()
        """Whose switch stood on when the card became active."""
        self.let_go: int | None = None
        """Who has let this card's pair go."""
        self.outcome: Outcome | None = None
        self.verdict: Verdict | None = None
        """On the last discard."""
        self.happened = list[str]()
        self.public: list[list[Made]] = []
        self.private: list[Names] = []
        for hand in hands:
            quans = oracle.split(hand)[1]  # 3.2
            self.public.append([("quan", (card,) * 4) for card in in_order(quans)])
            self.private.append(in_order(card for card in hand if card not in quans))
        self._say(f"{starter} starts")
        if oracle.trash(self.private[starter]) == 0:  # 7.3
            self._win(starter)

    @classmethod
    def of(cls, options: Options, lying: Lying, stock: Sequence[str]) -> "Referee":
        """Return a deal in the middle, whose seat in turn is to discard."""
        deal = cls(options, lying.private, stock, lying.turn)
        deal.private, deal.public, deal.dead = lying.private, lying.public, lying.dead
        deal.opening, deal.happened = False, []
        return deal

    # --- what may be done -------------------------------------------------------------------------

    def may(self, seat: int) -> set[str]:
        """Return the legal moves of a seat now."""
        match self.phase:
            case "claims" if seat in self.offers and seat not in self.answers:
                return {"pass", *(f"claim {kind}" for kind in self.offers[seat])}
            case "discard" if seat == self.turn:
                return {f"discard {card}" for card in self._discards(self.private[seat])}
            case "turn" if seat == self.turn:
                assert self.active is not None
                moves = {f"meld {' '.join(meld.used)}".rstrip() for meld in self._turn_melds(seat)}
                if not self._own_draw(seat):
                    return {*moves, "hit"}
                return moves if self.keeps_king() else {*moves, "pass"}
        return set()

    def keeps_king(self) -> bool:
        """13.7: whether the seat in turn keeps the king that it drew."""
        return self.phase == "turn" and self._own_draw(self.turn) and self._is_kept()

    def kept_by_default(self) -> list[Names]:
        """13.7: of the melds of a kept king those with most points, of equals those with fewest private cards."""
        assert self.active is not None
        worth = {
            used: (house.points(self.options, kind, (self.active.card, *used)), -len(used))
            for kind, used, _left in self._turn_melds(self.turn)
        }
        return [used for used in worth if worth[used] == max(worth.values())]

    def may_switch(self, seat: int) -> bool:
        """13.6: whether the seat may turn its switch now."""
        discards = self.phase == "discard" and seat == self.turn
        return (
            self.options["pair_waived_when_waiting"]
            and self.phase != "over"
            and not discards
            and oracle.waits(self.private[seat])
        )

    def _discards(self, hand: Names) -> Names:
        """4.1, 4.2 and 13.9."""
        if self.options["discards"] == "trash":
            return oracle.trash_cards(hand)
        return tuple(c for c in hand if self.options["discards"] == "any" or c[0] != "K")

    def _turn_melds(self, seat: int) -> list[Meld]:
        """What a seat in turn may make of the active card (5.1, 5.2, 6.4, 6.7, 13.5, 13.6, 13.11)."""
        barred = set(self._barred())
        barred |= {"khui"} if self.options["khap_claim"] == "offered" else set()
        barred |= {"triple"} if self.options["pair_claim"] == "offered" else set()
        barred |= {"triple"} if seat == self.let_go else set()
        found = [meld for meld in self._melds(seat) if meld.kind not in barred]
        if self.options["melds"] == "least-trash":
            least = min((oracle.trash(meld.left) for meld in found), default=0)
            found = [meld for meld in found if oracle.trash(meld.left) == least]
        return found

    def _melds(self, seat: int) -> list[Meld]:
        """3.4, 5.1 and 5.2, and what no seat makes of a king here."""
        assert self.active is not None
        found = oracle.melds(self.private[seat], self.active.card)
        return [
            Meld(kind, in_order(used), left)
            for kind, used, left in found
            if kind not in self._barred()
        ]

    def _barred(self) -> frozenset[str]:
        """What nobody makes of the active card, since it is a king (5.4, 13.5)."""
        assert self.active is not None
        if self.active.card[0] != "K":
            return frozenset()
        return kings_barred(self.options)

    def _own_draw(self, seat: int) -> bool:
        return self.active is not None and self.active.drawn and self.active.by == seat

    def _is_kept(self) -> bool:
        assert self.active is not None
        king = self.active.card[0] == "K" and self.active.drawn
        return king and self.options["drawn_king"] == "kept"

    # --- what a move brings -----------------------------------------------------------------------

    def move(self, seat: int, move: str) -> list[str]:
        """Make a legal move; return what happens."""
        assert move in self.may(seat), (seat, move, self.may(seat))
        self.happened = []
        verb, _, rest = move.partition(" ")
        if self.phase == "claims":
            self.answers[seat] = rest or None
            self._say(f"{seat} claims {rest}" if rest else f"{seat} declines")
            if len(self.answers) == len(self.offers):
                self._resolve()
        elif verb == "discard":
            self._discard(seat, rest)
        elif verb == "meld":
            used = tuple(rest.split())
            kind = next(one.kind for one in self._turn_melds(seat) if one.used == used)
            self._meld(seat, kind, used, forced=False)
        elif verb == "hit":
            self._draw(seat)
        else:
            self._pass(seat)
        return self.happened

    def turn_switch(self, seat: int, *, on: bool) -> None:
        """13.6: turn the switch."""
        assert self.may_switch(seat)
        self.switch[seat] = on
        self.happened = [f"{seat} turns the switch {'on' if on else 'off'}"]

    def _discard(self, seat: int, card: str) -> None:
        hand = self.private[seat]
        self.verdict = None
        if self.options["penalty"] != "none":
            self.verdict = judge(self.options, hand, self.public, self.dead, len(self.stock))
        self.private[seat] = oracle.minus(hand, [card])
        self.switch[seat] = False
        self.was_opening, self.opening = self.opening, False
        self._say(f"{seat} discards {card}")
        active = Active(card, seat, False, verdict=self.verdict, opening=self.was_opening)
        self._becomes_active(active)

    def _draw(self, seat: int) -> None:
        """6.4, 6.9, 8.1: an active card that is left dies."""
        if len(self.stock) <= self.options["stock_limit"]:
            self._exhaust(seat)
            return
        self._bury()
        card = self.stock.pop(0)
        self._say(f"{seat} draws {card}")
        self.opening = False
        self._becomes_active(Active(card, seat, drawn=True))

    def _bury(self) -> None:
        if self.active is not None:
            self.dead.append(self.active.card)
            self.active = None

    def _pass(self, seat: int) -> None:
        """6.4, 6.8, 6.9, 13.8: the drawer leaves the card."""
        assert self.active is not None
        after = (seat + 1) % len(self.seats)
        king = self.active.card[0] == "K" and self.options["drawn_king"] == "dies"
        self.turn = after
        if king or self.options["unclaimed_draw"] == "dies":
            self._say(f"{seat} lets the {'king' if king else 'card'} die")
            self._bury()
            self._draw(after)
        else:
            self._say(f"{seat} passes")

    # --- a card becomes active ----------------------------------------------------------------------

    def _becomes_active(self, active: Active) -> None:
        """13.5: a forced win, else a window, else what is forced of khap and pair, then the turn."""
        self.active, self.let_go = active, None
        self.turn = active.by if active.drawn else (active.by + 1) % len(self.seats)
        self.standing = {seat for seat in self.seats if self.switch[seat]}
        if self.options["win_claim"] == "forced":
            for seat in self._asked():
                if self._wins(seat):
                    self._win_with(seat, self._wins(seat)[0], forced=True)
                    return
        offers = {seat: self._claims(seat) for seat in self._asked()}
        self.offers = {seat: kinds for seat, kinds in sorted(offers.items()) if kinds}
        self.answers = {}
        if not self.offers:
            self._unclaimed()
            return
        self.phase = "claims"
        said = (f"{seat} {'/'.join(kinds)}" for seat, kinds in self.offers.items())
        self._say("offered " + ", ".join(said))

    def _asked(self) -> Iterator[int]:
        """Every seat but a discarder, in order from the seat in turn (6.1, 6.6)."""
        assert self.active is not None
        for step in self.seats:
            seat = (self.turn + step) % len(self.seats)
            if self.active.drawn or seat != self.active.by:
                yield seat

    def _wins(self, seat: int) -> list[house.Winning]:
        """7.2: the best ways to win with the active card, of equals the lowest cards first."""
        assert self.active is not None
        card, public = self.active.card, self.public[seat]
        completes = (  # 5.5
            self.options["fourth_to_exposed_triple"]
            and self._own_draw(seat)
            and ("triple", (card,) * 3) in public
            and oracle.trash(self.private[seat]) == 0
        )
        best = house.best_wins(
            self.options,
            public,
            self.private[seat],
            card,
            barred=self._barred(),
            completes=completes,
        )
        found = [house.Winning(way.kind, in_order(way.used)) for way in best]
        return sorted(
            found,
            key=lambda way: (
                way.kind != "completed",
                [oracle.ALL_NAMES.index(one) for one in way.used],
            ),
        )

    def _claims(self, seat: int) -> list[str]:
        """6.6 and 13.5: what the seat may claim."""
        assert self.active is not None
        held = self.private[seat].count(self.active.card)
        kinds = []
        if self.options["win_claim"] == "offered" and self._wins(seat):
            kinds.append("win")
        if self.options["khap_claim"] == "offered" and held == 3:
            kinds.append("kong")
        others = self._is_kept() and not self._own_draw(seat)  # 13.7: its drawer's alone
        if self.options["pair_claim"] == "offered" and self._has_triple(seat) and not others:
            kinds.append("triple")
        return kinds

    def _has_triple(self, seat: int) -> bool:
        return any(meld.kind == "triple" for meld in self._melds(seat))

    def _resolve(self) -> None:
        """6.6: a win beats a kong or triple; among wins, the first in order."""
        assert self.active is not None
        for wanted in ("win", "kong", "triple"):
            for seat in self._asked():
                if self.answers.get(seat) != wanted:
                    continue
                if wanted == "win":
                    self._win_with(seat, self._wins(seat)[0], forced=False)
                else:
                    kind = "khui" if wanted == "kong" else "triple"
                    copies = (self.active.card,) * (3 if wanted == "kong" else 2)
                    self._meld(seat, kind, copies, forced=False)
                return
        self._say("nobody claims")
        self._unclaimed()

    def _unclaimed(self) -> None:
        """6.2 and 6.3: what happens by itself to a card that nobody has claimed; then the turn."""
        assert self.active is not None
        card = self.active.card
        self.phase = "turn"
        for seat in self._asked():
            held = self.private[seat].count(card)
            if self.options["khap_claim"] == "forced" and held == 3:
                self._meld(seat, "khui", (card,) * 3, forced=True)
                return
            if self.options["pair_claim"] == "forced" and self._pair_is_forced(seat):
                if seat in self.standing:
                    self._say(f"{seat} lets the pair go")
                    self.let_go = seat
                    return
                self._meld(seat, "triple", (card,) * 2, forced=True)
                return

    def _pair_is_forced(self, seat: int) -> bool:
        """6.3; where pairs may be let go its exception (c) does not apply (13.6)."""
        assert self.active is not None
        exempt = not self.options["pair_waived_when_waiting"] and oracle.two_card_wait(
            self.private[seat]
        )
        return (
            seat != self.turn
            and self.active.card[0] != "K"
            and self._has_triple(seat)
            and not exempt
        )

    # --- taking, and the end ------------------------------------------------------------------------

    def _meld(self, seat: int, kind: str, used: Names, *, forced: bool) -> None:
        assert self.active is not None
        card = self.active.card
        how = "must meld" if forced else "melds"
        beside = f" with {' '.join(used)}" if used else ""
        self._say(f"{seat} {how} {card}{beside}: {kind}")
        self.private[seat] = oracle.minus(self.private[seat], used)
        self.public[seat].append((kind, in_order((card, *used))))
        self.turn, self.phase = seat, "discard"
        if oracle.trash(self.private[seat]) == 0:  # 5.3
            self._win(seat)
        self.active = None

    def _win_with(self, seat: int, way: house.Winning, *, forced: bool) -> None:
        assert self.active is not None
        if way.kind != "completed":
            self._meld(seat, way.kind, way.used, forced=forced)
            return
        card = self.active.card
        self._say(f"{seat} completes {card}")
        self.public[seat][self.public[seat].index(("triple", (card,) * 3))] = ("khui", (card,) * 4)
        self._win(seat)
        self.active = None

    def _win(self, winner: int) -> None:
        """7, 9 and 13: the seat has won, and everybody pays."""
        self.phase, self.turn = "over", winner
        self.outcome = house.paid(self.options, self.public, self.private, winner, self._offender())
        self._say(f"{winner} wins {self.outcome.points}")

    def _offender(self) -> int | None:
        """10.5: who pays for all, since that very discard completed the winner's hand and was no worst card."""
        taken = self.active
        if taken is None or taken.drawn or taken.opening or len(self.seats) == 2:
            return None
        if taken.verdict is None or taken.card in taken.verdict.worst:
            return None
        return taken.by

    def _exhaust(self, due: int) -> None:
        """8.1 to 8.3, 13.12."""
        self._bury()
        self.phase = "over"
        after = self.starter if self.options["starter_after_draw"] == "same" else due
        self.outcome = Outcome(None, 0, 0, [0 for _ in self.seats], None, after)
        self._say(f"exhausted before {due}")

    def _say(self, words: str) -> None:
        self.happened.append(words)

    def shown(self) -> dict[str, Any]:
        """Return where every card lies and whom the deal waits for."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "private": [in_order(hand) for hand in self.private],
            "public": [sorted((kind, in_order(cards)) for kind, cards in s) for s in self.public],
            "dead": self.dead,
            "stock": len(self.stock),
            "active": self.active and (self.active.card, self.active.by, self.active.drawn),
        }

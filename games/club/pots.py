"""The pot of a table (đậu heo, §13.14): events of the stream `pot-<table>`, and the state that they make. Pure.

Every payment in or out is an event, so the pot alone says what each seat has paid since it was last taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from games.club.schema import Streams


@dataclass(frozen=True, slots=True)
class PotPaid:
    """Every seat of a deal paid this many chips into the pot before the cards were dealt."""

    deal: int
    players: tuple[str, ...]
    """The participants in seat order (`"player:12"`, `"bot:club"`)."""
    chips: int
    """What each of them paid."""


@dataclass(frozen=True, slots=True)
class PotTaken:
    """The winner of a deal took everything in the pot."""

    deal: int
    by: str


@dataclass(frozen=True, slots=True)
class PotReturned:
    """A deal was stopped, and the payments for it went back to its seats."""

    deal: int


@dataclass(frozen=True, slots=True)
class PotGivenBack:
    """A ruling voided the deal in which the pot was taken: its taker gave it back to the players who had paid."""

    deal: int


@dataclass(frozen=True, slots=True)
class PotTakenAgain:
    """The ruling was lifted: the players returned the pot to the winner."""

    deal: int


@dataclass(frozen=True, slots=True)
class PotSharedOut:
    """The table ended: each player got back what they had paid since the pot was last taken."""

    deal: int
    """The last deal that was paid for."""


PotEvent = PotPaid | PotTaken | PotReturned | PotGivenBack | PotTakenAgain | PotSharedOut
"""Everything that moves chips into or out of a pot."""


class PotOfDeal(NamedTuple):
    """What a deal says about the pot: who pays how much, who takes it, and whether the deal was stopped or voided."""

    players: tuple[str, ...]
    chips: int
    """What each of them pays into it."""
    taker: str | None = None
    """Who won with what takes the pot, as the engine judged it; None while nobody has."""
    stopped: bool = False
    void: bool = False
    """Whether the deal is void by a ruling as it stands."""


class Taken(NamedTuple):
    """A win of the pot: the winner, and the payments that were in it."""

    by: str
    payments: tuple[PotPaid, ...]
    """All that was in it."""
    given_back: bool = False


@dataclass(frozen=True, slots=True)
class Pot:
    """A table's pot: its contents, and who took it in which deal."""

    payments: tuple[PotPaid, ...] = ()
    """Those since it was last taken."""
    held: Mapping[int, int] = field(default_factory=dict)
    """By deal, the chips in the pot while it was played."""
    taken: Mapping[int, Taken] = field(default_factory=dict)
    """By the deal whose winner took it."""

    @property
    def chips(self) -> int:
        """Return the number of chips in the pot."""
        return sum(_shares(self.payments).values())

    def moved(self, event: PotEvent) -> dict[str, int]:
        """Return how many chips an event gives each participant (negative: takes). The pot changes by the opposite.

        Raises ValueError if the event is impossible.
        """
        match event:
            case PotPaid():
                paid = _shares((event,))
                return {label: -chips for label, chips in paid.items()}
            case PotTaken(_, by):
                return {by: self.chips}
            case PotReturned(deal):
                return dict(_shares([one for one in self.payments if one.deal == deal]))
            case PotSharedOut():
                return dict(_shares(self.payments))
            case PotGivenBack(deal) | PotTakenAgain(deal):
                taken = self._taken(deal)
                back = _shares(taken.payments)
                back[taken.by] -= back.total()
                sign = 1 if isinstance(event, PotGivenBack) else -1
                return {label: sign * chips for label, chips in back.items()}

    def after(self, event: PotEvent) -> Pot:
        """Return the pot after one more event. Raises ValueError if the event is impossible."""
        match event:
            case PotPaid(deal, players, chips):
                if (
                    deal in self.held
                    or deal <= max(self.held, default=0)
                    or chips <= 0
                    or not players
                ):
                    raise ValueError(f"deal {deal} cannot pay into the pot")
                payments = (*self.payments, event)
                held = sum(_shares(payments).values())
                return replace(self, payments=payments, held={**self.held, deal: held})
            case PotTaken(deal, by):
                self._require_last(deal)
                taken = {**self.taken, deal: Taken(by, self.payments)}
                return replace(self, payments=(), taken=taken)
            case PotReturned(deal):
                self._require_last(deal)
                return replace(self, payments=self.payments[:-1])
            case PotSharedOut(deal):
                self._require_last(deal)
                return replace(self, payments=())
            case PotGivenBack(deal) | PotTakenAgain(deal):
                found, back = self._taken(deal), isinstance(event, PotGivenBack)
                if found.given_back is back:
                    raise ValueError(f"the pot that deal {deal} took was moved so already")
                return replace(self, taken={**self.taken, deal: found._replace(given_back=back)})

    def due(self, deal: int, said: PotOfDeal) -> Iterator[PotEvent]:
        """Yield, in order, the events that a deal calls for and the pot lacks."""
        pot = self
        if deal not in pot.held:
            paid = PotPaid(deal, said.players, said.chips)
            pot = pot.after(paid)
            yield paid
        if said.stopped and pot.payments and pot.payments[-1].deal == deal:
            yield PotReturned(deal)
        if said.taker is None:
            return
        if deal not in pot.taken:
            taken = PotTaken(deal, said.taker)
            pot = pot.after(taken)
            yield taken
        if said.void is not pot.taken[deal].given_back:
            yield PotGivenBack(deal) if said.void else PotTakenAgain(deal)

    def _require_last(self, deal: int) -> None:
        if not self.payments or self.payments[-1].deal != deal:
            raise ValueError(f"deal {deal} is not the last one that paid into the pot")

    def _taken(self, deal: int) -> Taken:
        if deal not in self.taken:
            raise ValueError(f"deal {deal} did not take the pot")
        return self.taken[deal]


def fold(events: Iterable[PotEvent]) -> Pot:
    """Return the pot after these events. Raises ValueError if they are impossible."""
    pot = Pot()
    for event in events:
        pot = pot.after(event)
    return pot


def _shares(payments: Iterable[PotPaid]) -> Counter[str]:
    """Return what each participant paid in these payments."""
    paid: Counter[str] = Counter()
    for one in payments:
        for label in one.players:
            paid[label] += one.chips
    return paid


NAMES: Final[dict[type[PotEvent], str]] = {
    PotPaid: "pot.paid",
    PotTaken: "pot.taken",
    PotReturned: "pot.returned",
    PotGivenBack: "pot.given-back",
    PotTakenAgain: "pot.taken-again",
    PotSharedOut: "pot.shared-out",
}
"""Event class → name on disk; a name is final, a new field needs a default."""
_POTS: Final = Streams[PotEvent]("pot", NAMES)
pot_stream, table_of = _POTS.stream, _POTS.number_of
to_stored, from_stored = _POTS.to_stored, _POTS.from_stored

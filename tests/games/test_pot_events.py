"""What is in a pot and who gets it (§13.14), by a book of its own that knows no events: in any order of deals."""

from collections import Counter
from dataclasses import dataclass, field

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.club.pots import (
    NAMES,
    Pot,
    PotEvent,
    PotGivenBack,
    PotOfDeal,
    PotPaid,
    PotReturned,
    PotSharedOut,
    PotTaken,
    PotTakenAgain,
    fold,
    from_stored,
    to_stored,
)

WHO = ("player:1", "player:2", "player:3", "player:4", "bot:club")


@dataclass
class Book:
    """The chips of everybody and of the pot: slow, and from the rule's text alone."""

    chips: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)
    """By whom, what lies in the pot."""
    taken: dict[int, tuple[str, Counter[str]]] = field(default_factory=dict)

    def deal(self, number: int, said: PotOfDeal) -> None:
        if said.stopped:
            return
        for who in said.players:
            self.chips[who] -= said.chips
            self.paid[who] += said.chips
        if said.taker is not None:
            self.chips[said.taker] += self.paid.total()
            self.taken[number], self.paid = (said.taker, self.paid), Counter()
            if said.void:
                self.void(number, void=True)

    def void(self, number: int, *, void: bool) -> None:
        taker, paid = self.taken[number]
        sign = 1 if void else -1
        for who, chips in paid.items():
            self.chips[who] += sign * chips
            self.chips[taker] -= sign * chips

    def end(self) -> None:
        self.chips.update(self.paid)
        self.paid = Counter()


@st.composite
def deals(draw: st.DrawFn) -> PotOfDeal:
    players = tuple(draw(st.lists(st.sampled_from(WHO), min_size=2, max_size=4)))
    stopped = draw(st.integers(0, 9)) == 0
    taker = None if stopped else draw(st.none() | st.sampled_from(players))
    void = taker is not None and draw(st.integers(0, 3)) == 0
    return PotOfDeal(players, draw(st.integers(1, 1000)), taker, stopped, void)


@settings(deadline=None)
@given(st.data())
def test_every_chip_is_somewhere_and_each_gets_what_the_rule_says(data: st.DataObject) -> None:
    pot, book, chips, told = Pot(), Book(), Counter[str](), {}

    def happen(number: int, said: PotOfDeal) -> None:
        nonlocal pot
        for event in list(pot.due(number, said)):
            moved = pot.moved(event)
            before = pot.chips
            pot = pot.after(from_stored(*_stored(event)))
            assert sum(moved.values()) == before - pot.chips
            for who, amount in moved.items():
                chips[who] += amount
        assert list(pot.due(number, said)) == [], "twice changes nothing"
        told[number] = said

    for number in range(1, data.draw(st.integers(1, 12)) + 1):
        said = data.draw(deals())
        happen(number, said)
        book.deal(number, said)
        for changed in data.draw(st.lists(st.sampled_from(sorted(told)), max_size=2)):
            ruled = told[changed]
            if ruled.taker is None:
                continue
            happen(changed, ruled._replace(void=not ruled.void))
            book.void(changed, void=not ruled.void)
        assert pot.chips == book.paid.total() == -chips.total()
        assert {who: chips[who] for who in WHO} == {who: book.chips[who] for who in WHO}
    if pot.payments:
        last = PotSharedOut(pot.payments[-1].deal)
        for who, amount in pot.moved(last).items():
            chips[who] += amount
        pot = pot.after(last)
    book.end()
    assert pot.chips == chips.total() == 0
    assert {who: chips[who] for who in WHO} == {who: book.chips[who] for who in WHO}


def _stored(event: PotEvent) -> tuple[str, int, dict[str, object]]:
    stored = to_stored(event)
    return stored.name, stored.schema, msgspec.json.decode(msgspec.json.encode(stored.payload))


ONE, TWO = PotPaid(1, ("player:1", "player:2"), 5), PotPaid(2, ("player:1", "player:2"), 5)


@pytest.mark.parametrize(
    "events",
    [
        [PotTaken(1, "player:1")],
        [ONE, ONE],
        [TWO, ONE],
        [PotPaid(1, ("player:1", "player:2"), 0)],
        [PotPaid(1, (), 5)],
        [ONE, TWO, PotTaken(1, "player:1")],
        [ONE, PotTaken(1, "player:1"), PotTaken(1, "player:1")],
        [ONE, PotTaken(1, "player:1"), PotReturned(1)],
        [ONE, PotTaken(1, "player:1"), PotSharedOut(1)],
        [ONE, PotGivenBack(1)],
        [ONE, PotTaken(1, "player:1"), PotTakenAgain(1)],
        [ONE, PotTaken(1, "player:1"), PotGivenBack(1), PotGivenBack(1)],
    ],
    ids=lambda events: " ".join(type(event).__name__ for event in events),
)
def test_what_cannot_have_happened_is_not_read(events: list[PotEvent]) -> None:
    with pytest.raises(ValueError, match="deal"):
        fold(events)


def test_names_on_disk_are_final() -> None:
    assert sorted(NAMES.values()) == [
        "pot.given-back",
        "pot.paid",
        "pot.returned",
        "pot.shared-out",
        "pot.taken",
        "pot.taken-again",
    ]
    assert _stored(ONE) == (
        "pot.paid",
        1,
        {"deal": 1, "players": ["player:1", "player:2"], "chips": 5},
    )

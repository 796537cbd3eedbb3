"""What the sentences of a tournament's log may ask: names, and who sits where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games.presenters.amounts import signed
from games.presenters.cards import listed
from games.queries.participants import names_of
from tournaments.engine import events as ev
from tournaments.engine.participants import member_label
from tournaments.engine.seats import sat_in
from tournaments.engine.state import TournamentState


class Scene:
    """What a sentence may ask: the tournament before the event, and names."""

    def __init__(self, before: TournamentState | None, names: dict[str, str]) -> None:
        """`names` are those that are read already, by label."""
        self.before = before
        self._names = names

    def name(self, label: str) -> str:
        """The name on screen of a participant."""
        if label not in self._names:
            (self._names[label],) = names_of([label])
        return self._names[label]

    def member(self, player: int) -> str:
        """The name on screen of a member."""
        return self.name(member_label(player))

    def seats(self, round_number: int, table: int) -> ev.Table:
        """Who sits at a table."""
        assert self.before is not None
        return self.before.rounds[round_number - 1].tables[table - 1].seats

    def sat(self, event: OfDeal) -> list[str]:
        """Who sat at the table of a deal, be it in place of somebody."""
        assert self.before is not None
        table = self.before.rounds[event.round - 1].tables[event.table - 1]
        seats, score = list(table.seats), table.score(event.deal_number)
        pairs = getattr(event, "sat_in", score.sat_in if score is not None else sat_in(table))
        for seat, player in pairs:
            seats[seat] = member_label(player)
        return seats


Sentence = Callable[[Any, Scene], str]


class OfDeal(Protocol):
    """An event that names a deal of a table."""

    @property
    def round(self) -> int:
        """The number of the round."""

    @property
    def table(self) -> int:
        """The number of the table."""

    @property
    def deal_number(self) -> int:
        """The deal of the table."""


class Counted(OfDeal, Protocol):
    """An event that says what a deal brought."""

    @property
    def net(self) -> ev.Net:
        """By seat."""


def place_of(event: OfDeal) -> str:
    """Which deal of which table."""
    facts = {"round": event.round, "table": event.table, "deal": event.deal_number}
    return _("Round %(round)d, table %(table)d, deal %(deal)d") % facts


def nets(event: Counted, scene: Scene) -> str:
    """What a deal brought everybody."""
    seats = scene.sat(event)
    return listed(
        f"{scene.name(label)} {signed(net)}" for label, net in zip(seats, event.net, strict=True)
    )


def seat_name(event: OfDeal, seat: int, scene: Scene) -> str:
    """The name on screen of who sits there."""
    return scene.name(scene.sat(event)[seat])

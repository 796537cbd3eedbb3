"""What the sentences of a tournament's log may ask: names, and who sits where."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, Protocol

from django.utils.translation import gettext as _

from games.models import Player
from games.presenters.amounts import signed
from games.presenters.cards import listed
from games.queries.finished.private_deals import kept_by_house
from games.queries.play.participants import names_of
from tournaments.engine import cardboard_events as paper
from tournaments.engine import correction_events as correction_ev
from tournaments.engine import events as ev
from tournaments.engine import signature_events as signature_ev
from tournaments.engine.participants import member_label
from tournaments.engine.seats import sat_in
from tournaments.engine.state import TournamentState

ON_DEALS: Final = (
    correction_ev.DealVoided,
    correction_ev.VoidingTakenBack,
    signature_ev.CorrectionProposed,
    signature_ev.CorrectionUnsigned,
    paper.ResultContradicted,
    paper.ResultCorrected,
    paper.DiscardDisputed,
    paper.DiscardJoined,
    paper.DiscardRuled,
    paper.DiscardAppealed,
    paper.DiscardProposed,
    paper.DiscardUnsigned,
    paper.PhotographRemoved,
    ev.RefereeAnswered,
)
"""Events whose reasons or words may say what lay on the table of a deal."""


class Scene:
    """What a sentence may ask: the tournament before the event, and names."""

    def __init__(
        self, before: TournamentState | None, names: dict[str, str], *, kept: bool = False
    ) -> None:
        """`names` are those that are read already, by label; `kept` says whether the reader is told no reasons of
        acts on deals, nor how cards lay, as the house keeps such deals from them (decision 0246).
        """
        self.before = before
        self.kept = kept
        self._names = names

    def told(self, event: Any) -> Any:
        """The event as this reader is told it."""
        if self.kept and isinstance(event, ev.RefereeAnswered):  # its reason is one of a list
            return replace(event, words="", answer=_("the words are for members"))
        if self.kept and isinstance(event, ON_DEALS):
            return replace(event, reason=_("the reason is for members"))
        return event

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


def is_kept(events: Iterable[Any], viewer: Player | None) -> bool:
    """Whether the house keeps from this reader what these events say of deals; the rules are read only where any do."""
    if viewer is not None or not any(isinstance(event, ON_DEALS) for event in events):
        return False
    return kept_by_house().tournaments


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

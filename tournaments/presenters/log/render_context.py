"""What a sentence of a tournament's log needs for its names: the state before the event, and names by label."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from django.utils.translation import gettext as _

from games.acts import ActKind
from games.club.notices import NoticeKind
from games.common.joints import listed
from games.models import Player
from games.presenters.amounts import signed
from games.queries.finished.private_deals import private_by_house
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine import events as ev
from tournaments.engine.correcting import correction_events as correction_ev
from tournaments.engine.correcting.agreement_events import AgreementAsked
from tournaments.engine.participants import Net, Table, member_label
from tournaments.engine.people.seats import sat_in
from tournaments.engine.real_cards import events as paper
from tournaments.engine.scoring.standing_rows import PlayerAmount
from tournaments.engine.state import TournamentState

ON_DEALS: Final = (
    correction_ev.DealVoided,
    correction_ev.VoidingTakenBack,
    AgreementAsked,
    correction_ev.CorrectionProposed,
    correction_ev.CorrectionUnsigned,
    paper.ResultContradicted,
    paper.ResultCorrected,
    paper.DiscardDisputed,
    paper.DiscardJoined,
    paper.DiscardAnswered,
    paper.DiscardRuled,
    paper.DiscardWithdrawn,
    paper.DiscardAppealed,
    paper.DiscardProposed,
    paper.DiscardUnsigned,
    paper.PhotographRemoved,
    ev.RefereeAnswered,
)
"""Events whose reasons or words may say what lay on the table of a deal."""


class RenderContext:
    """The state of the tournament before an event, and names by label, for a sentence about the event."""

    def __init__(
        self, before: TournamentState | None, names: dict[str, str], *, kept: bool = False
    ) -> None:
        """Use these names, by label; missing ones are read when needed.

        `kept` says that the club keeps its deals private from this reader: reasons that may tell of the cards are
        then masked (decision 0246).
        """
        self.before = before
        self.kept = kept
        self._names = names

    def masked(self, event: Any) -> Any:
        """Return the event as this reader may see it: without its reason if that is private."""
        if self.kept and isinstance(event, ev.RefereeAnswered):  # its reason is one of a list
            return replace(event, words="", answer=_("only members can read this text"))
        if self.kept and isinstance(event, ON_DEALS):
            return replace(event, reason=_("only members can read the reason"))
        return event

    def name(self, label: str) -> str:
        """Return the name on screen of a participant."""
        if label not in self._names:
            (self._names[label],) = names_of([label])
        return self._names[label]

    def member(self, player: int) -> str:
        """Return the name on screen of a member."""
        return self.name(member_label(player))

    def seats(self, round_number: int, table: int) -> Table:
        """Return the labels drawn for a table."""
        assert self.before is not None
        return self.before.rounds[round_number - 1].tables[table - 1].seats

    def sat(self, event: OfDeal) -> list[str]:
        """Return the labels of those who played this deal, substitutes included."""
        assert self.before is not None
        table = self.before.rounds[event.round - 1].tables[event.table - 1]
        seats, score = list(table.seats), table.score(event.deal_number)
        pairs = getattr(event, "sat_in", score.sat_in if score is not None else sat_in(table))
        for seat, player in pairs:
            seats[seat] = member_label(player)
        return seats


def is_kept(events: Iterable[Any], viewer: Player | None) -> bool:
    """Return whether the club keeps what these events say of deals private from this reader."""
    if viewer is not None or not any(isinstance(event, ON_DEALS) for event in events):
        return False
    return private_by_house().tournaments


Sentence = Callable[[Any, RenderContext], str]


@dataclass(frozen=True, slots=True)
class EventWords:
    """The words for a class of event: its log sentence, its recipients, and whether it is an act of the staff."""

    kind: type[ev.TournamentEvent]
    sentence: Sentence
    notice: NoticeKind | str
    """Whom it is told and in which words, or the reason why nobody is."""
    act: ActKind | None = None
    """What the staff did by it, where it is an act of theirs."""


class OfDeal(Protocol):
    """An event that names a deal of a table."""

    @property
    def round(self) -> int:
        """Return the number of the round."""

    @property
    def table(self) -> int:
        """Return the number of the table."""

    @property
    def deal_number(self) -> int:
        """Return the number of the deal at its table."""


class ScoredEvent(OfDeal, Protocol):
    """An event with the scores of a deal."""

    @property
    def net(self) -> Net:
        """Return the points by seat."""


def place_of(event: OfDeal) -> str:
    """Return the round, table and deal of an event in words."""
    facts = {"round": event.round, "table": event.table, "deal": event.deal_number}
    return _("Round %(round)d, table %(table)d, deal %(deal)d") % facts


def nets(event: ScoredEvent, context: RenderContext) -> str:
    """Return in words what everybody scored in a deal."""
    seats = context.sat(event)
    return listed(
        f"{context.name(label)} {signed(net)}" for label, net in zip(seats, event.net, strict=True)
    )


def seat_name(event: OfDeal, seat: int, context: RenderContext) -> str:
    """Return the name on screen of the player at this seat in the deal."""
    return context.name(context.sat(event)[seat])


def of_member(words: str) -> Sentence:
    """Return a function that writes a sentence about the member of an event, from the text `words`.

    The text can use `%(name)s`, and `%(round)d` if the event has a round.
    """

    def sentence(event: Any, context: RenderContext) -> str:
        facts = {"name": context.member(event.player), "round": getattr(event, "round", 0)}
        return _(words) % facts

    return sentence


def ruling_name(ruling: int) -> str:
    """Return the name of the ruling with this id, which tells its deal and its section.

    The id 0 stands for a director's correction.
    """
    if not ruling:
        return _("A director's correction")
    return ruling_words(queries.ruling_source(ruling))


def ruling_words(source: queries.RulingSource | None) -> str:
    """Return the name of a ruling, made from the deal and section in `source`; a general name if that is None."""
    if source is None:
        return _("A ruling")
    facts = {"section": source.section, "deal": source.deal or _("a deal")}
    if not source.section:
        return _("The ruling on %(deal)s that cancels an earlier one") % facts
    return _("The ruling on %(deal)s (%(section)s)") % facts


def amounts(changes: Iterable[PlayerAmount], context: RenderContext) -> str:
    """Return in words how many chips each member gains or loses."""
    return listed(f"{context.member(one.player)} {signed(one.amount)}" for one in changes)

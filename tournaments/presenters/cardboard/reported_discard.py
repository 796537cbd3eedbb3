"""The page of a disputed discard with real cards: for reporting the position of the cards, and following the
dispute.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from games.common.joints import listed, said_of
from games.engine.cards import CARD_NAMES, CARDS, COLOURS, Card, colour_of
from games.engine.disputing.periods import is_over
from games.engine.real_cards.results import COPIES, HAND, set_text
from games.engine.recording.notation import parse_card
from games.engine.sets import CardSet, SetKind
from games.models import Player
from games.presenters.cards import card_name
from games.presenters.effects import EffectsBox
from games.presenters.moments import rule_by_now
from tournaments import queries
from tournaments.engine.real_cards.disputes import has_interest
from tournaments.engine.real_cards.entered_results import DiscardDispute, person
from tournaments.engine.real_cards.events import DiscardRuled, DiscardWithdrawn, Judgement
from tournaments.engine.real_cards.outcome_names import name_of_outcome
from tournaments.engine.state import Status
from tournaments.errors import refusal
from tournaments.presenters.cardboard.draft import (
    Draft,
    SetButton,
    choices_of,
)
from tournaments.presenters.cardboard.effects import (
    RealCardSignature,
    court_of_real_cards,
    effects_of_real_cards,
)
from tournaments.presenters.cardboard.report_draft import (
    FACE_UP,
    ReportDraft,
    face_up_of,
    read_cards,
)
from tournaments.presenters.cardboard.results import result_page
from tournaments.presenters.cardboard.standing_results import StandingResult
from tournaments.presenters.log.discard_event_words import judged_words, ruled_words


class TellChoice(NamedTuple):
    """A button that adds a card."""

    name: str
    card: Card
    left: bool


class Useful(NamedTuple):
    """The usefulness of a discard (§10.3)."""

    card: Card
    usefulness: int
    worst: bool
    discarded: bool


@dataclass(frozen=True)
class ReportPage:
    """The dispute about a discard of a deal, or the unfinished report of one, as one viewer sees it."""

    result: StandingResult
    place: tuple[int, int, int, int]
    tournament: str
    draft: ReportDraft
    directs: bool
    may_dispute: bool
    may_go_on: bool
    """Whether a duty lets the viewer dispute or rule, on the page for that."""
    may_rule: bool
    may_appeal: bool
    may_join: bool
    may_answer: bool
    may_withdraw: bool
    alike: str
    """The key of discards that are like the disputed one, for the casebook; empty where there are none."""
    effects: EffectsBox | None
    """What each outcome would do, for who may rule."""
    court: RealCardSignature | None
    """The second signature, for who may rule, where one is asked for."""
    who_rules: str
    """Who can rule on the open dispute, for a viewer who cannot; empty for one who can, or where nothing is open."""

    @property
    def rule_by(self) -> str:
        """Return in words until when a referee must rule, or, once that time is past, since when the ruling is late.

        It is empty if no ruling is awaited, or there is no deadline.
        """
        dispute = self.dispute
        if dispute is None or not dispute.open or dispute.rule_by is None:
            return ""
        return rule_by_now(dispute.rule_by, timezone.now())

    @property
    def dispute(self) -> DiscardDispute | None:
        """Return the dispute; None while nothing is disputed."""
        return self.result.paper.dispute

    @property
    def objections(self) -> tuple[tuple[str, str], ...]:
        """Return who disputes the result and why, in order: each seat's name and reason.

        The name is empty for a director or referee.
        """
        if self.dispute is None:
            return ()
        seats, filed = self.result.seats, self.dispute.filed
        first = "" if filed.seat is None else seats[filed.seat].name
        joined = ((seats[one.seat].name, one.reason) for one in self.dispute.joins)
        return ((first, filed.reason), *joined)

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """Return the rulings a referee can choose: for each the value to send, and its label with its meaning."""
        if self.dispute is None or self.effects is None:
            return ()
        return tuple(
            (name_of_outcome(one.outcome, self.dispute.judged), said_of(one.name, one.words))
            for one in self.effects.columns
        )

    @property
    def answer(self) -> tuple[str, str] | None:
        """Return the discarder's name and answer; None while there is no answer."""
        said = None if self.dispute is None else self.dispute.answer_given
        return None if said is None else (self.result.seats[said.seat].name, said.reason)

    @property
    def rulings(self) -> tuple[str, ...]:
        """Return the rulings in words and in order, with withdrawn rulings and their withdrawals."""
        if self.dispute is None:
            return ()
        former = (
            words for ruled, off in self.dispute.withdrawn for words in (_ruled(ruled), _off(off))
        )
        return (*former, *map(_ruled, self.dispute.rulings))

    @property
    def judgement(self) -> Judgement | None:
        """Return the engine's judgement; None while nothing is disputed."""
        return None if self.dispute is None else self.dispute.filed.judgement

    @property
    def judged(self) -> str:
        """Return the engine's judgement in words; empty while nothing is disputed."""
        return "" if self.judgement is None else judged_words(self.judgement)

    @property
    def useful(self) -> tuple[Useful, ...]:
        """Return the usefulness of each possible discard, the greatest first; empty while nothing is disputed."""
        if self.dispute is None or self.judgement is None:
            return ()
        rows = (
            Useful(
                parse_card(name),
                useful,
                name in self.judgement.worst,
                name == self.dispute.filed.discard.card,
            )
            for name, useful in self.judgement.usefulness
        )
        return tuple(sorted(rows, key=lambda row: (-row.usefulness, row.card)))

    @property
    def told(self) -> ReportDraft:
        """Return the position in the dispute, or in the draft if no dispute is filed yet."""
        if self.dispute is None:
            return self.draft
        filed = self.dispute.filed.discard
        public = [f"{seat} {text}" for seat, sets in enumerate(filed.public) for text in sets]
        return ReportDraft(
            str(filed.seat),
            filed.card,
            read_cards(filed.hand),
            read_cards(filed.dead),
            face_up_of(public),
        )

    @property
    def discarder(self) -> str:
        """Return the name of the discarder, empty while nobody is named."""
        return self.result.seats[int(self.told.seat)].name if self.told.seat else ""

    @property
    def discarded(self) -> str:
        """Return the name of the discarded card; empty while none is chosen."""
        found = read_cards([self.told.card])
        return card_name(found[0]) if found else ""

    @property
    def missing(self) -> int:
        """Return how many cards of the discarder's hand are still to be entered; negative if there are too many."""
        seat = self.draft.seat
        shown = sum(len(made.cards) for owner, made in self.draft.public if str(owner) == seat)
        return HAND - shown - len(self.draft.hand)

    @property
    def face_up(self) -> tuple[tuple[int, str, CardSet, str], ...]:
        """Return the face-up sets, each with its index, its owner's name, the set, and its text in the form."""
        return tuple(
            (place, self.result.seats[seat].name, made, f"{seat} {set_text(made)}")
            for place, (seat, made) in enumerate(self.told.public)
        )

    @property
    def losers(self) -> tuple[tuple[str, str], ...]:
        """Return the possible discarders: seat and name of everybody who did not win."""
        return tuple(
            (str(one.number), one.name)
            for one in self.result.seats
            if one.number != self.result.score.winner
        )

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        """Return the seats that can have face-up sets, each with its name."""
        return tuple((str(one.number), one.name) for one in self.result.seats)

    @property
    def kinds(self) -> tuple[SetKind, ...]:
        """Return the kinds of set with buttons."""
        return FACE_UP

    @property
    def cards(self) -> tuple[TellChoice, ...]:
        """Return the buttons of single cards, one line for each colour."""
        copies = self.draft.copies
        by_colour = sorted(CARDS, key=lambda card: COLOURS.index(colour_of(card)))
        return tuple(
            TellChoice(CARD_NAMES[card], card, copies[card] < COPIES) for card in by_colour
        )

    @property
    def sets(self) -> tuple[SetButton, ...]:
        """Return the buttons of the chosen kind of set."""
        copies = self.draft.copies
        return tuple(
            SetButton(
                set_text(made),
                made,
                all(copies[card] + made.cards.count(card) <= COPIES for card in made.cards),
            )
            for made in choices_of(SetKind(self.draft.kind))
        )

    @property
    def discards(self) -> tuple[TellChoice, ...]:
        """Return the cards of the hand as buttons for choosing the discarded one."""
        return tuple(
            TellChoice(CARD_NAMES[card], card, CARD_NAMES[card] == self.draft.card)
            for card in sorted(set(self.draft.hand))
        )


def _ruled(event: DiscardRuled) -> str:
    said = ruled_words(event).on_page.words(judged=event.penalty)
    return said % {"section": event.section, "reason": event.reason}


def _off(event: DiscardWithdrawn) -> str:
    return _("A referee withdrew the ruling: %(reason)s") % {"reason": event.reason}


def report_page(
    tournament_id: int,
    round_number: int,
    number: int,
    deal_id: int,
    viewer: Player,
    draft: ReportDraft,
    *,
    directs: bool,
) -> ReportPage:
    """Return the page of a deal's dispute; if `directs`, as staff see it.

    Raises Refused as `result_page` does, and Refused("tournament.no-such-deal").
    """
    page = result_page(
        tournament_id, round_number, number, viewer, Draft(), directs=directs, asked={}
    )
    result = next((one for one in page.results if one.score.deal_id == deal_id), None)
    if result is None or not page.rules.judges:
        raise refusal("tournament.no-such-deal")
    state, dispute = queries.current(tournament_id).state, result.paper.dispute
    duty = not state.interested(viewer.pk) and (viewer.is_director or viewer.is_referee)
    open_now = dispute is not None and dispute.open and state.status is not Status.CANCELLED
    judges = (
        directs
        and duty
        and viewer.is_referee
        and dispute is not None
        and state.status is not Status.CANCELLED
        and not has_interest(result.paper, dispute, viewer.pk)
    )
    may_rule = judges and open_now
    can_change = (
        dispute is not None
        and not dispute.open
        and not dispute.final
        and (result.in_time or _late(dispute))
    )
    # A referee who has gained an interest takes back their proposal, and sees its effects.
    proposal = dispute.proposal if directs and dispute is not None else None
    own = viewer.is_referee and proposal is not None and proposal.by == person(viewer.pk)
    may_withdraw = judges and can_change
    effects = None
    if may_rule or may_withdraw or own:
        effects = effects_of_real_cards(tournament_id, deal_id, [one.name for one in result.seats])
    return ReportPage(
        result=result,
        place=(tournament_id, round_number, number, deal_id),
        tournament=page.row.name,
        draft=draft.of_seats(len(result.seats)),
        directs=directs,
        may_dispute=dispute is None
        and result.has_discard
        and (result.mine is not None or (directs and duty)),
        may_go_on=duty and not directs and (dispute is None or open_now),
        may_rule=may_rule,
        may_appeal=result.mine is not None and can_change,
        may_join=not directs
        and result.files
        and result.mine is not None
        and dispute is not None
        and not dispute.rulings
        and result.mine not in dispute.objecting
        and result.in_time,
        may_answer=not directs
        and open_now
        and dispute is not None
        and not dispute.rulings
        and not dispute.answered
        and result.mine == dispute.filed.discard.seat
        and result.mine not in dispute.objecting,
        may_withdraw=may_withdraw,
        alike=queries.alike_of_real_cards(deal_id),
        effects=effects,
        court=court_of_real_cards(tournament_id, deal_id, dispute, effects, viewer)
        if (may_rule or may_withdraw or own) and dispute is not None
        else None,
        who_rules=""
        if not open_now or may_rule or own
        else _who_rules(tournament_id, deal_id, viewer, plays=state.interested(viewer.pk)),
    )


def _who_rules(tournament_id: int, deal_id: int, viewer: Player, *, plays: bool) -> str:
    """Return in words which referees can rule, or what to do if none can."""
    free = [one for one in queries.free_to_sign(tournament_id, deal_id) if one.pk != viewer.pk]
    said = ""
    if plays and viewer.is_referee:
        said = _("You play in this tournament, so you can't rule on its deals.") + " "
    if free:
        return said + _("Can rule on it: %(names)s.") % {"names": listed(map(str, free))}
    return said + _(
        "No referee can rule on it now: referees who play here can't. An owner can choose a "
        "member who isn't playing and make them a referee, on that member's page under Members."
    )


def _late(dispute: DiscardDispute) -> bool:
    """Return whether the last ruling was given after the closing, and can still be appealed."""
    until = dispute.rulings[-1].until
    return until is not None and not is_over(until, timezone.now())

"""What the replay page draws: a frame, its neighbours and its words in the reader's language. It adds no fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games import wording
from games.engine.events import CardDiscarded
from games.engine.scoring import Result
from games.models import Deal, Player
from games.queries import seat_of
from games.templatetags.cards import card_words, cards_words
from replays.analysis import Frame, OpenSeat, Replay, Review, Step
from replays.models import Dispute
from replays.queries import names_in


@dataclass(frozen=True, slots=True)
class Move:
    """A line of the list of moves."""

    version: int
    number: int
    words: str
    penalty: bool
    """The discard for which the offender pays, as the deal stands."""
    current: bool


@dataclass(frozen=True, slots=True)
class SeatBox:
    """One seat at this step."""

    name: str
    wind: str
    open: OpenSeat
    dots: int | None
    """How many khaps all could count, None where the rules do not announce them (§3.3)."""


@dataclass(frozen=True, slots=True)
class ReviewBox:
    """The verdict on the discard of this step, in words."""

    review: Review
    title: str
    sentences: tuple[str, ...]
    paid: bool
    """The penalty falls here, as the deal stands."""


@dataclass(frozen=True, slots=True)
class DisputeBox:
    """A dispute and its ruling."""

    dispute: Dispute
    by: str
    referee: str
    words: str
    look: str
    """warning while it is open, note when it is ruled: it went well for some and badly for others."""


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """What the deal brings one seat, and what it brought before a ruling."""

    name: str
    mine: bool
    points: int
    chips: int
    before: int | None
    """The points before the ruling, None where nothing changed."""


@dataclass(frozen=True, slots=True)
class Payout:
    """The payout as it stands, with every line explained (§9)."""

    words: str
    amount: str
    rows: tuple[PayoutRow, ...]
    lines: tuple[tuple[str, int], ...]
    before: tuple[tuple[str, int], ...]
    """The lines that a ruling has taken back and not laid again; empty where it has changed nothing."""
    for_chips: bool


@dataclass(frozen=True, slots=True)
class Page:
    """The replay page at one step, ready to be drawn."""

    deal: Deal
    title: str
    rules: str
    at: int
    words: str
    when: datetime
    whence: str
    place: int
    count: int
    first: int | None
    back: int | None
    forward: int | None
    last: int | None
    moves: tuple[Move, ...]
    seats: tuple[SeatBox, ...]
    frame: Frame
    review: ReviewBox | None
    disputes: tuple[DisputeBox, ...]
    judged_at: int | None
    may_dispute: bool
    """The viewer may file a dispute on the discard of this step."""
    payout: Payout
    commitment: str
    secret: str
    dice: tuple[int, int] | None
    seeds: tuple[tuple[str, str], ...]
    """Each seat's name and the seed it gave, empty where it gave none."""
    exposed_triple: int


def draw(
    deal: Deal,
    replay: Replay,
    disputes: Sequence[Dispute],
    *,
    viewer: Player,
    at: int | None = None,
) -> Page:
    """The page of a replay just after the event at version `at`, None for the first step.

    Raises Refused("replay.step") where there is no such step.
    """
    plain = names_in(deal, replay)
    names = wording.told_apart(plain)
    frame = replay.frame(replay.steps[0].version if at is None else at)
    before, after = replay.neighbours(frame.place)
    mine = seat_of(deal.pk, viewer)
    result = replay.result
    penalty_at = replay.judged_at if result.offender is not None else None
    return Page(
        deal=deal,
        title=wording.deal_name(deal.number, deal.table.name),
        rules=wording.rules_name(replay.rules),
        at=frame.step.version,
        words=_short(frame.step, names),
        when=frame.step.at,
        whence="" if frame.active is None else wording.whence(frame.active, names, None),
        place=frame.place,
        count=len(replay.steps),
        first=None if before is None else replay.steps[0].version,
        back=before,
        forward=after,
        last=None if after is None else replay.steps[-1].version,
        moves=tuple(_moves(replay.steps, names, penalty_at, frame.step.version)),
        seats=tuple(_box(seat, plain, replay.rules.khaps_announced) for seat in frame.seats),
        frame=frame,
        review=_review(replay, frame, names, penalty_at),
        disputes=tuple(_dispute(dispute, names) for dispute in disputes),
        judged_at=replay.judged_at,
        may_dispute=frame.disputable and (mine is not None or viewer.is_director),
        payout=_payout(deal, replay, names, mine),
        commitment=replay.final.setup.commitment,
        secret=replay.ending.secret or "",
        dice=replay.final.setup.dice,
        seeds=tuple(
            (name, seed or "") for name, seed in zip(names, replay.final.setup.seeds, strict=True)
        ),
        exposed_triple=replay.rules.exposed_triple_points,
    )


def _moves(
    steps: Sequence[Step], names: Sequence[str], penalty_at: int | None, at: int
) -> list[Move]:
    return [
        Move(
            step.version,
            number,
            _short(step, names),
            step.version == penalty_at,
            step.version == at,
        )
        for number, step in enumerate(steps, 1)
    ]


def _short(step: Step, names: Sequence[str]) -> str:
    """A move in one sentence; which cards were worst has a place of its own."""
    if isinstance(step.event, CardDiscarded):
        return _("%(who)s discarded the %(card)s.") % {
            "who": names[step.event.seat],
            "card": card_words(step.event.card),
        }
    return wording.event_words(step.event, names)


def _box(seat: OpenSeat, names: Sequence[str], khaps_announced: bool) -> SeatBox:
    return SeatBox(
        name=names[seat.number],
        wind=wording.wind(seat.number),
        open=seat,
        dots=len(seat.khaps) if khaps_announced else None,
    )


def _review(
    replay: Replay, frame: Frame, names: Sequence[str], penalty_at: int | None
) -> ReviewBox | None:
    review = frame.review
    if review is None:
        return None
    paid = frame.step.version == penalty_at
    title = _("%(who)s discarded the %(card)s: was it a worst card?") % {
        "who": names[review.seat],
        "card": card_words(review.card),
    }
    return ReviewBox(review, title, tuple(_verdict(replay, review, names, paid)), paid)


def _verdict(replay: Replay, review: Review, names: Sequence[str], paid: bool) -> list[str]:
    worst = [row.card for row in review.rows if row.worst]
    if review.at_limit:
        said = [_("The stock was down to its limit, so every discard was safe (§10.3).")]
    elif review.safe:
        said = [_("Yes: a worst card, so a safe discard (§10.3).")]
    elif len(worst) == 1:
        said = [_("No. The worst card was the %(cards)s (§10.3).") % {"cards": cards_words(worst)}]
    else:
        said = [_("No. The worst cards were: %(cards)s (§10.3).") % {"cards": cards_words(worst)}]
    if review.opening:
        said.append(_("The opening discard is exempt from the penalty (§10.5)."))
    if review.completed is not None:
        winner = {"winner": names[review.completed], "who": names[review.seat]}
        said.append(_("This very discard completed the hand of %(winner)s.") % winner)
        if paid:
            said.append(_("Penalty (đền): %(who)s pays for all the losers (§9.3).") % winner)
        elif not review.safe and len(replay.players) == 2:
            said.append(_("Of two seats nothing changes hands for it (§10.5)."))
        elif replay.ending.original.offender is not None:
            said.append(_("The penalty was lifted by a referee; see the ruling."))
    elif not review.safe and not review.opening:
        said.append(_("Nobody won with it, so no penalty fell (§10.5)."))
    return said


def _dispute(dispute: Dispute, names: Sequence[str]) -> DisputeBox:
    by = _("The director") if dispute.seat is None else names[dispute.seat]
    referee = _("A referee") if dispute.referee is None else dispute.referee.shown_name
    match dispute.status:
        case Dispute.Status.OPEN:
            return DisputeBox(
                dispute, by, referee, _("The dispute waits for a referee."), "warning"
            )
        case Dispute.Status.UPHELD:
            return DisputeBox(dispute, by, referee, _("Upheld: what was judged stays."), "note")
    return DisputeBox(dispute, by, referee, _("Reversed: the payout was changed."), "note")


def _payout(deal: Deal, replay: Replay, names: Sequence[str], mine: int | None) -> Payout:
    result, before = replay.result, replay.ending.original
    changed = result != before
    worth = deal.table.chips_per_point
    return Payout(
        words=wording.ending_words(result, names),
        amount=wording.amount_words(replay.rules, result),
        rows=tuple(
            PayoutRow(
                names[seat],
                seat == mine,
                net,
                net * worth,
                before.net[seat] if changed else None,
            )
            for seat, net in enumerate(result.net)
        ),
        lines=_lines(replay, result, names),
        before=_taken_back(replay, before, result, names),
        for_chips=worth > 0,
    )


def _taken_back(
    replay: Replay, before: Result, result: Result, names: Sequence[str]
) -> tuple[tuple[str, int], ...]:
    gone = Counter(before.lines) - Counter(result.lines)
    return tuple(
        (wording.line_words(line, replay.rules, names), line.amount) for line in gone.elements()
    )


def _lines(replay: Replay, result: Result, names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    return tuple(
        (wording.line_words(line, replay.rules, names), line.amount) for line in result.lines
    )

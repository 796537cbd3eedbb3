"""What the replay page draws: a frame, its neighbours and its words in the reader's language. It adds no fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.engine.events import CardDiscarded
from games.models import Deal, Player
from games.presenters import sentences
from games.presenters.cards import card_name, cards_words
from games.presenters.payout import Payout, payout
from games.presenters.shuffle import SeatSeed, seeds_of
from games.queries.deals import seat_of
from games.queries.participants import names_at_table
from replays.models import Dispute
from replays.queries.replay import Frame, OpenSeat, Replay, Review, Step


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
    seeds: tuple[SeatSeed, ...]
    two_steps: bool
    """Whether the seats were bound before any seed was opened."""
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
    names = sentences.distinct_names(plain)
    frame = replay.frame(replay.steps[0].version if at is None else at)
    before, after = replay.neighbours(frame.place)
    mine = seat_of(deal.pk, viewer)
    result = replay.result
    penalty_at = replay.judged_at if result.offender is not None else None
    return Page(
        deal=deal,
        title=sentences.deal_name(deal.number, deal.table.name),
        rules=sentences.rules_name(replay.rules),
        at=frame.step.version,
        words=_short(frame.step, names),
        when=frame.step.at,
        whence="" if frame.active is None else sentences.whence(frame.active, names, None),
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
        payout=payout(
            replay.ending,
            replay.rules,
            names,
            mine=mine,
            chips_per_point=deal.table.chips_per_point,
        ),
        commitment=replay.final.setup.commitment,
        secret=replay.ending.secret or "",
        dice=replay.final.setup.dice,
        seeds=seeds_of(names, replay.final.setup.bound, replay.final.setup.seeds),
        two_steps=bool(replay.final.setup.bound),
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
            "card": card_name(step.event.card),
        }
    return sentences.event_words(step.event, names)


def _box(seat: OpenSeat, names: Sequence[str], khaps_announced: bool) -> SeatBox:
    return SeatBox(
        name=names[seat.number],
        wind=sentences.wind(seat.number),
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
        "card": card_name(review.card),
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


def names_in(deal: Deal, replay: Replay) -> tuple[str, ...]:
    """The names on screen of a deal's seats, in seat order.

    In an imported deal the numbers of its people are those of another club and name nobody here.
    """
    rows = list(deal.seats.order_by("number"))
    known = names_at_table(replay.players)
    return tuple(
        _("guest %(number)s") % {"number": label.removeprefix("player:")}
        if label.startswith("player:") and row.player_id is None
        else name
        for row, label, name in zip(rows, replay.players, known, strict=True)
    )

"""Explains the verdict on a discard as a teacher would (§10), comparing the usefulness of all possible discards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.common.joints import listed
from games.engine.cards import Card
from games.engine.worst import Hope
from games.presenters.cards import card_name, cards_words
from replays.presenters.rulings import DisputeBox
from replays.queries.replay import Frame, JudgedCard, Replay, Review


@dataclass(frozen=True, slots=True)
class HopeRow:
    """A kind of card that may be drawn next, and what it adds to the usefulness of each discard."""

    card: Card
    unseen: int
    why: str
    """Why so many are unseen."""
    sums: tuple[str, ...]
    """For each discard: copies × gain = what they add; a dash where it could not be melded."""


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A legal discard, and how it was judged."""

    card: Card
    without: str
    """What stands over its sums."""
    usefulness: int
    worst: bool
    chosen: bool
    look: str
    judged: str


@dataclass(frozen=True, slots=True)
class VerdictBox:
    """The verdict on the discard of this step, in words."""

    review: Review
    title: str
    sentences: tuple[str, ...]
    paid: bool
    """The penalty falls here, as the deal stands."""
    imposed: bool
    """A referee laid it on a discard that the count finds safe."""
    rows: tuple[JudgedRow, ...]
    """Every legal discard, the safest first."""
    lesson: tuple[str, ...]
    """How the verdict is come to, in sentences."""
    hopes: tuple[HopeRow, ...]


@dataclass(frozen=True, slots=True)
class AnswerBox:
    """The verdict on a card that a member answered in a puzzle, in words."""

    safe: bool
    title: str
    sentences: tuple[str, ...]


def answer_box(review: Review, card: Card) -> AnswerBox:
    """Return whether this card would have been safe to discard, and why."""
    row = next((row for row in review.rows if row.card == card), None)
    safe = row is not None and row.worst
    title = _("Right: the %(card)s was safe.") if safe else _("Wrong: the %(card)s was not safe.")
    return AnswerBox(safe, title % {"card": card_name(card)}, tuple(_answered(review, row)))


def _answered(review: Review, row: JudgedCard | None) -> Iterator[str]:
    if row is not None and row.worst:
        if review.at_limit:
            yield _("The stock was down to its limit, so every trash card was safe (§10.3).")
        else:
            yield _("It was the card the hand needed least (§10.3).")
        return
    if row is None:
        yield _("It was not trash, and only trash is safe to discard (§13.13).")
    worst = [one for one in review.rows if one.worst]
    yield _("Safe discards: %(cards)s (§10.3).") % {"cards": cards_words(o.card for o in worst)}
    if row is not None and worst:
        best = worst[0]
        yield _(
            "Each number shows what the hand can still hope for without that card: %(sum)s "
            "without the %(card)s, %(most)s without the %(best)s. Only a card with the highest "
            "number is a safe discard."
        ) % {
            "card": card_name(row.card),
            "sum": row.usefulness,
            "best": card_name(best.card),
            "most": best.usefulness,
        }
    if review.opening:
        yield _("There is no penalty for the opening discard (§10.5).")


def review_box(
    replay: Replay,
    frame: Frame,
    names: Sequence[str],
    disputes: Sequence[DisputeBox],
    *,
    paid: bool,
) -> VerdictBox | None:
    """Return the verdict on the discard of this frame; None if no discard was judged there.

    `paid` is True if this discard led to the penalty.
    """
    review = frame.review
    if review is None:
        return None
    title = _("%(who)s discarded the %(card)s: was it safe?") % {
        "who": names[review.seat],
        "card": card_name(review.card),
    }
    imposed, language = paid and replay.ending.original.offender is None, get_language()
    said = [*_judged(review, imposed=imposed), *_came_of_it(replay, review, names, paid)]
    if review.completed is not None:
        said += [f"{box.standing.words} {box.standing.reason}" for box in disputes if box.standing]
    return VerdictBox(
        review,
        title,
        tuple(said),
        paid,
        imposed,
        tuple([_judged_row(row, imposed=imposed) for row in review.rows]),
        tuple(_lesson(review)),
        tuple([_row(hope, language) for hope in review.hopes]),
    )


def _judged(review: Review, *, imposed: bool) -> Iterator[str]:
    worst = cards_words(row.card for row in review.rows if row.worst)
    if imposed:
        yield _(
            "It counted as a safe discard (§10.3), but a referee ruled otherwise and imposed "
            "the penalty."
        )
    elif review.at_limit and review.safe:
        yield _("The stock was down to its limit, so every trash card was safe (§10.3).")
    elif review.safe:
        yield _("Yes: it was the card the hand needed least (§10.3).")
    elif review.is_kept:
        yield _("No. It was not trash, and only trash is safe to discard (§13.13).")
        yield _("Safe discards: %(cards)s (§10.3).") % {"cards": worst}
    elif sum(row.worst for row in review.rows) == 1:
        yield _("No. The safe discard was the %(cards)s (§10.3).") % {"cards": worst}
    else:
        yield _("No. Safe discards: %(cards)s (§10.3).") % {"cards": worst}
    if review.opening:
        yield _("There is no penalty for the opening discard (§10.5).")


def _came_of_it(replay: Replay, review: Review, names: Sequence[str], paid: bool) -> Iterator[str]:
    if review.completed is not None:
        winner = {"winner": names[review.completed], "who": names[review.seat]}
        yield _("%(winner)s won with this discard.") % winner
        if replay.result.winner is None:
            yield _("The deal was voided by a ruling, so nobody pays for it (§10.8).")
        elif paid:
            yield _("Penalty (đền): %(who)s pays for all the losers (§9.3).") % winner
        elif not review.safe and len(replay.players) == 2:
            yield _("With two players there is no penalty (§10.5).")
        elif replay.ending.original.offender is not None:
            yield _("A referee lifted the penalty; see the ruling.")
    elif not review.safe and not review.opening and replay.is_open:
        yield _("Nobody won with it, so there is no penalty (§10.5).")


def _lesson(review: Review) -> Iterator[str]:
    if not review.hopes:
        return
    yield _(
        "The safe discard is the card your hand needs least: without it the hand can hope for "
        "the most from the next draw (§10.3)."
    )
    # The safest comes first; beside it the chosen card if different.
    chosen = [place for place, row in enumerate(review.rows) if row.chosen]
    for place in chosen if review.safe else (*chosen, 0):
        yield _after(review.rows[place], place, review.hopes)
    yield _(
        "The gain is how many loose cards the drawn card puts to use, including the drawn "
        "card itself (§10.2). The unseen cards are the four copies minus those in the hand "
        "and those face up."
    )


def _after(row: JudgedCard, place: int, hopes: Sequence[Hope]) -> str:
    kinds = listed(
        f"{card_name(hope.card)} {_product(hope, place)}" for hope in hopes if hope.gains[place]
    )
    told = {"card": card_name(row.card), "kinds": kinds, "sum": row.usefulness}
    if not kinds:
        return _("Without the %(card)s no drawn card could be melded next: 0.") % told
    return (
        _(
            "Without the %(card)s these drawn cards could still be melded next (unseen copies × "
            "gain): %(kinds)s. Total: %(sum)s."
        )
        % told
    )


def _product(hope: Hope, place: int) -> str:
    gain = hope.gains[place]
    return f"{hope.unseen} × {gain} = {hope.unseen * gain}"


def _judged_row(row: JudgedCard, *, imposed: bool) -> JudgedRow:
    language = get_language()
    look, judged = _look(row.worst, row.chosen and imposed, language)
    without = _without(row.card, language)
    return JudgedRow(row.card, without, row.usefulness, row.worst, row.chosen, look, judged)


# Words repeated at every step of a deal, made once for each language.
@lru_cache(maxsize=32)
def _look(worst: bool, imposed: bool, _language: str | None) -> tuple[str, str]:
    if imposed:
        return "bad", _("safe by calculation, penalty by ruling")
    return ("good", _("a safe discard")) if worst else ("warn", _("not a safe discard"))


@lru_cache(maxsize=256)
def _without(card: Card, _language: str | None) -> str:
    return _("without the %(card)s") % {"card": card_name(card)}


@lru_cache(maxsize=128)
def _why(held: int, shown: int, _language: str | None) -> str:
    return _("4 minus %(held)s in the hand and %(shown)s face up") % {"held": held, "shown": shown}


def _row(hope: Hope, language: str | None) -> HopeRow:
    sums = tuple([_product(hope, place) if gain else "–" for place, gain in enumerate(hope.gains)])
    return HopeRow(hope.card, hope.unseen, _why(hope.held, hope.face_up, language), sums)

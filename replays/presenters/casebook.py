"""Presents a case of the casebook: the discard, the judgement, the ruling, and similar cases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.common.joints import listed
from games.engine.cards import CARD_BY_NAME, Card
from games.engine.disputing.outcomes import Outcome
from games.engine.hands.hand import Grouping, block_of, grouping
from games.engine.rules import VINAGAMES, RuleSet
from games.presenters.cards import card_name, cards_words
from games.presenters.outcomes import OUTCOME_WORDS
from games.presenters.sentences import seat_called
from games.queries.play.participants import names_of
from replays.presenters.replay import names_in
from replays.queries.casebook import Case, ruling_of
from replays.queries.replay import Replay

_CLASSES: Final = {
    "G": gettext_noop("guard or minister"),
    "R": gettext_noop("rook, cannon or knight"),
    "P": gettext_noop("pawn"),
}
_KEY: Final = re.compile(r"([GRP])([1-4])-([0-9]+)-(.*)-(worst|other|limit)")


@dataclass(frozen=True, slots=True)
class CaseBox:
    """A case, ready to be rendered."""

    case: Case
    title: str
    outcome: str
    judged: str
    """What the count said of it, and whether the penalty fell."""
    reason: str
    who: str
    appeal: str
    """Empty where nobody appealed."""
    card: Card
    hand: Grouping
    """The discarder's private cards before the discard."""
    public: tuple[tuple[Card, ...], ...]
    dead: tuple[Card, ...]
    stock: int
    alike: str
    """What discards are like this one, in words."""
    replay: str
    """The address of the move in the replay; empty where the reader may not open it."""


def case_box(case: Case, known: Mapping[str, RuleSet]) -> CaseBox:
    """Return a case in words, without what its reader may not know.

    `known` has rule sets by name, and must include the case's.
    """
    dispute, told = case.dispute, case.position.position
    card = CARD_BY_NAME[case.position.card]
    referee = _("a referee") if not case.named or dispute.referee is None else None
    return CaseBox(
        case=case,
        title=_("The %(card)s, ruled on %(day)s (case %(number)d)")
        % {
            "card": card_name(card),
            "day": date_format(localtime(dispute.ruled_at), "SHORT_DATE_FORMAT"),
            "number": dispute.pk,
        },
        outcome=_outcome(case),
        judged=_judged(case, card),
        reason=ruling_of(case),
        who=_("Ruled by %(who)s") % {"who": referee or str(dispute.referee)},
        appeal=_("Decided on appeal, so it is final (§10.8).") if dispute.appealed else "",
        card=card,
        hand=grouping(known.get(told["rules"], VINAGAMES), block_of(_cards(told["private"]))),
        public=tuple([_cards(made) for made in told["public"]]),
        dead=_cards(told["face_up"]),
        stock=int(told["stock"]),
        alike=like_words(case.position.alike),
        replay=_replay(case) if case.named else "",
    )


def _replay(case: Case) -> str:
    address = reverse("replay", args=[case.dispute.deal_id])
    return address if case.reported else f"{address}?at={case.dispute.discard}"


def reported_words(case: Case, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what was objected at a table with real cards: who objected, and why.

    Empty if the reader may not know the players, or for a case on screens.
    """
    if case.reported is None or not case.named:
        return []
    return [
        (_("A director or referee") if seat is None else names[seat], words)
        for seat, _player, words in case.reported.said
    ]


def names_for(case: Case, replay: Replay) -> Sequence[str]:
    """Return the seats' names for the reader of this case: the players' own, or only the positions."""
    if case.named:
        return names_in(case.dispute.deal, replay)
    return [seat_called(seat) for seat in range(len(replay.players))]


def names_at_table(case: Case) -> Sequence[str]:
    """Return the names of the seats of a deal with real cards, in seat order.

    Such a deal has no replay. The names are the players' if the reader may know them, otherwise only the positions.
    """
    seats = list(case.dispute.deal.seats.order_by("number"))
    if case.named:
        return names_of([seat.label for seat in seats])
    return [seat_called(seat) for seat in range(len(seats))]


def like_words(key: str) -> str:
    """Return a description of the discards with this similarity key; empty if the key is invalid."""
    found = _KEY.fullmatch(key)
    if found is None:
        return ""
    shape, copies, trash, worst, how = found.groups()
    pieces = [
        _("Discard of a %(card)s (%(copies)s held) from a hand with %(trash)s.")
        % {
            "card": _(_CLASSES[shape]),
            "copies": copies,
            "trash": _trash(int(trash)),
        },
        _("Worst cards, by the program's calculation: %(cards)s.") % {"cards": _shape(worst)},
        {
            "worst": _("The discard was one of them."),
            "other": _("The discard was not one of them."),
            "limit": _("The stock was down to its limit."),
        }[how],
    ]
    return " ".join(pieces)


def _trash(number: int) -> str:
    return ngettext("%(number)d trash card", "%(number)d trash cards", number) % {"number": number}


def _shape(worst: str) -> str:
    pairs = [worst[at : at + 2] for at in range(0, len(worst), 2)]
    return listed(
        _("%(card)s (%(copies)s held)") % {"card": _(_CLASSES[one[0]]), "copies": one[1]}
        for one in pairs
    ) or _("none")


def _outcome(case: Case) -> str:
    words = OUTCOME_WORDS[Outcome(case.dispute.status)]
    return words.made.words(judged=case.position.penalty)


def _judged(case: Case, card: Card) -> str:
    told = case.position.position
    worst = cards_words(_cards(told["worst"]))
    if case.position.alike.endswith("-limit"):
        said = _("The stock was down to its limit, so every trash card was safe (§10.3).")
    elif case.position.card in told["worst"]:
        said = _("The %(card)s was a safe discard (§10.3). Safe: %(worst)s.")
    elif case.position.card not in told["usefulness"]:
        said = _("The %(card)s was not trash, and only trash is safe (§13.13). Safe: %(worst)s.")
    else:
        said = _("The %(card)s was not a safe discard (§10.3). Safe: %(worst)s.")
    fell = _("There was a penalty.") if case.position.penalty else _("There was no penalty.")
    if case.reported:  # the ruling settled what was called at the table
        fell = (
            _("So there was a penalty.") if case.position.penalty else _("So there was no penalty.")
        )
    return f"{said} {fell}" % {"card": card_name(card), "worst": worst}


def _cards(names: Iterable[str]) -> tuple[Card, ...]:
    return tuple([CARD_BY_NAME[name] for name in names])

"""Login cards for members without a password and for guests: printed once, cut apart and handed out at the club.

The code on a card logs in one phone, once. Its six digits work together with the name until the next morning, and not
after five wrong tries; for a guest, who has no login, they only confirm. A card opens neither an account with a duty
nor a hand that is open on another device. It is not a chosen password: until the member chooses one, the account's
chips can be neither staked nor paid as a fee.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext

from games.commands.club.chips import checked, lock_members
from games.commands.people.accounts import note_given, require_may_be_given, require_plain
from games.errors import Refused
from games.infrastructure.throttling import note, require_left
from games.models import Deal, LoginCard, Player
from games.queries.club.house import clock_of, club_settings
from games.queries.interests import plays_beside
from games.queries.people.cards import MOST_WRONG, may_have_card

MORNING: Final = time(6)
"""When an evening is over, in the club's time."""
OWN: Final = "own-"
"""How the key of a guest's own way back begins, so that it is never spoken of as of a card."""
WEEKS_AHEAD: Final = timedelta(days=14)
"""How far ahead an evening may be."""
CODE_WORKS: Final = timedelta(days=7)
"""For how long after its evening the code of a card logs in."""
DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A login card to print; its code is not stored."""

    player: Player
    key: str
    digits: str


def evening_of(now: datetime) -> date:
    """Return the date of the club evening that a moment belongs to, in the club's time; evenings end in the morning."""
    here = timezone.localtime(now, clock_of(club_settings()))
    return (here - timedelta(hours=MORNING.hour)).date()


def morning_after(evening: date) -> datetime:
    """Return the time at which the evening of this date ends."""
    return datetime.combine(evening + timedelta(days=1), MORNING, tzinfo=clock_of(club_settings()))


@transaction.atomic
def make_cards(
    *, by: Player, players: Sequence[Player], evening: date, now: datetime
) -> list[PrintedCard]:
    """Make a card for each of these people, all or none; earlier cards end, and so do passwords that others have set.

    Raises Refused.
    """
    if not by.runs_the_club:
        raise Refused("member.director")
    today = evening_of(now)
    if not today <= evening <= today + WEEKS_AHEAD:
        raise Refused("card.evening")
    lock_members({player.pk for player in players})
    return [
        _made(by, player, evening, now)
        for player in Player.objects.filter(pk__in=[one.pk for one in players]).order_by("pk")
    ]


@transaction.atomic
def replace_password(*, by: Player, player: Player, reason: str, now: datetime) -> PrintedCard:
    """Make a card for this evening in place of a forgotten password; it opens no more than any card. Raises Refused.

    The member, the public log and the owners get the reason.
    """
    lock_members({player.pk})
    player = Player.objects.get(pk=player.pk)
    require_plain(by=by, player=player)
    if not player.is_active:
        raise Refused("card.closed")
    return _made(by, player, evening_of(now), now, lost=checked(reason, "account.reason"))


def _made(
    by: Player, player: Player, evening: date, now: datetime, *, lost: str = ""
) -> PrintedCard:
    if not lost and not may_have_card(player):
        raise Refused("card.password")
    require_may_be_given(player)
    had_one = player.has_usable_password()
    if had_one or player.last_login is not None:
        # Somebody may be logged in: the member and everybody reads who made a new way in.
        player.set_unusable_password()
        player.save()
        reason = lost or gettext("A new login card")
        note_given(by=by, player=player, reason=reason, now=now, had_one=had_one)
    card = PrintedCard(
        player, secrets.token_urlsafe(16), f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
    )
    over = morning_after(evening)
    _write(card, by=by, now=now, works_until=over + CODE_WORKS, digits_until=over)
    return card


@transaction.atomic
def make_way_back(*, by: Player, now: datetime) -> str:
    """Return the key of a link that lets this guest continue in another browser, once. An earlier link ends.

    Raises Refused for members, who can log in instead, and for guests entered by name, who get a card from a
    director.
    """
    lock_members({by.pk})
    guest = Player.objects.get(pk=by.pk)
    if not guest.is_guest:
        raise Refused("guest.member-already")
    if guest.is_written_down:
        raise Refused("guest.card")
    card = PrintedCard(guest, OWN + secrets.token_urlsafe(16), "")
    _write(card, by=guest, now=now, works_until=now + CODE_WORKS, digits_until=now)
    return card.key


def _write(
    card: PrintedCard, *, by: Player, now: datetime, works_until: datetime, digits_until: datetime
) -> None:
    """Store a card, with only digests of its secrets. A card without digits accepts none."""
    LoginCard.objects.update_or_create(
        player=card.player,
        defaults={
            "digest": _digest(card.key),
            "digits": _sealed(card.player, card.digits) if card.digits else "",
            "made_by": by,
            "made_at": now,
            "works_until": works_until,
            "digits_until": digits_until,
            "wrong": 0,
            "used_at": None,
        },
    )


def card_of(key: str, *, now: datetime) -> LoginCard:
    """Return the card with this key, if it can still log in a phone. Raises Refused otherwise."""
    card = LoginCard.objects.select_related("player").filter(digest=_digest(key)).first()
    if key.startswith(OWN) and (card is None or card.used_at or card.works_until <= now):
        raise Refused("guest.link")
    if card is None or not card.player.is_active:
        raise Refused("card.unknown")
    if card.player.has_duty:
        raise Refused("card.duty")
    if card.used_at is not None:
        raise Refused("card.used")
    if card.works_until <= now:
        raise Refused("card.over")
    return card


@transaction.atomic
def use_card(*, key: str, now: datetime) -> Player:
    """Return the member or guest whom this key logs in; the key works only once. Raises Refused.

    A guest's own link signs the guest out elsewhere; a card is refused while a hand is open elsewhere.
    """
    card = card_of(key, now=now)
    own = card.made_by_id == card.player_id
    if not own:
        _require_no_hand_elsewhere(card)
    if not LoginCard.objects.filter(pk=card.pk, used_at=None).update(used_at=now):
        raise Refused("guest.link" if own else "card.used")  # by another phone at the same moment
    if own:
        card.player.sessions.all().delete()  # the hand is open in one browser alone
    return card.player


def try_digits(*, player: Player, typed: str, now: datetime) -> bool:
    """Return whether these are the digits of the member's card. Each try is counted as wrong before it is checked.

    Text that is not six digits is not counted. Raises Refused if the card no longer works.
    """
    if player.is_guest or not _are_digits(player, typed, now):
        return False
    _require_no_hand_elsewhere(LoginCard.objects.select_related("player").get(player=player))
    return True


def require_digits(*, by: Player, player: Player, typed: str, now: datetime) -> None:
    """Raise Refused unless these are the digits on the player's card, typed on the device of `by`.

    Nobody is logged in, and the card stays valid. A wrong try counts as it does at the login; it stays counted only if
    the caller has no open transaction.
    """
    if player.has_duty:
        raise Refused("card.says-duty")
    if not LoginCard.objects.filter(player=player).exists():
        raise Refused("card.none")
    who = f"player:{by.pk}"
    require_left("wrong-digits", who)
    if not _are_digits(player, typed, now):
        note("wrong-digits", who)
        raise Refused("card.digits-wrong")


def _are_digits(player: Player, typed: str, now: datetime) -> bool:
    digits = typed.replace(" ", "")
    if len(digits) != DIGITS or not (digits.isascii() and digits.isdecimal()):
        return False
    card = LoginCard.objects.filter(player=player).first()
    if card is None or player.has_duty or not player.is_active:
        return False
    tried = LoginCard.objects.filter(pk=card.pk, digest=card.digest)
    if not tried.filter(wrong__lt=MOST_WRONG).update(wrong=F("wrong") + 1):
        raise Refused("card.digits-spent")
    if not constant_time_compare(card.digits, _sealed(player, digits)):
        return False
    tried.update(wrong=F("wrong") - 1)
    if card.digits_until <= now:
        raise Refused("card.digits-over")
    return True


def _require_no_hand_elsewhere(card: LoginCard) -> None:
    """Raise Refused if logging in with this card could show somebody a hand in play.

    It could if the hand is open on another device. It also could if the maker of the card, who may have kept its
    code, plays in the same deal or at another table of its tournament.
    """
    if card.player.sessions.exists():
        try:
            require_may_be_given(card.player)
        except Refused:
            raise Refused("card.playing") from None
    dealt = Deal.objects.filter(seats__player=card.player, started_at__isnull=False)
    for deal in dealt.filter(ended_at__isnull=True).order_by("pk"):
        maker = card.made_by
        if maker and (deal.seats.filter(player=maker).exists() or plays_beside(deal.pk, maker)):
            raise Refused("card.maker-plays")


def _sealed(player: Player, digits: str) -> str:
    return salted_hmac("games.login-card", f"{player.pk}:{digits}", algorithm="sha256").hexdigest()


def _digest(key: str) -> str:
    return sha256(key.encode(errors="replace")).hexdigest()

"""Whoever owns the database forges the ledger with raw SQL; `check_ledger` names each forgery, whatever its time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from games import commands
from games.engine.rules import VINAGAMES
from games.ledger.accounts import member_account
from games.ledger.models import Posting, Transfer
from games.models import Player
from tests.support.append_only import lifted
from tests.support.deals import NOW, penalty_seed, stored_deal
from tests.support.forger import forge, found_in_the_ledger, insert_transfer

pytestmark = pytest.mark.django_db

KEY = UUID(int=7)


@pytest.fixture
def an() -> Player:
    """A member with a start sum, a grant, another that was taken back, and a settled deal."""
    an, *others = (Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung"))
    director = Player.objects.create_user("director", is_director=True)
    commands.grant_first_chips(player=an, now=NOW)
    for key in (KEY, UUID(int=8)):
        commands.grant_chips(
            by=director, players=[an], amount=50, reason="Tết", idempotency_key=key, now=NOW
        )
    back = f"grant:{an.pk}:{UUID(int=8).hex}"
    commands.take_back_grant(by=director, key=back, reason="twice", now=NOW)
    stored_deal(VINAGAMES, penalty_seed(), [an, *others], chips_per_point=3)
    assert found_in_the_ledger() == ""
    return an


YEAR_AGO = NOW - timedelta(days=365)


def grant_half_a_million(an: Player) -> str:
    amounts = {"house": -500_000, member_account(an.pk): 500_000}
    insert_transfer(f"grant:{an.pk}:{uuid4().hex}", amounts, at=YEAR_AGO)
    return "Nothing in the log calls for"


def grant_it_to_somebody_without_a_stream(an: Player) -> str:
    insert_transfer("grant:99", {"house": -500_000, "member:99": 500_000}, at=YEAR_AGO)
    return "Nothing in the log calls for transfer grant:99"


def delete_a_grant(an: Player) -> str:
    key = f"grant:{an.pk}:{KEY.hex}"
    with lifted():
        Posting.objects.filter(transfer__key=key).delete()
        Transfer.objects.filter(key=key).delete()
    return f"Transfer {key} is missing"


def delete_the_start_sum(an: Player) -> str:
    with lifted():
        Posting.objects.filter(transfer__key=f"grant:{an.pk}").delete()
        Transfer.objects.filter(key=f"grant:{an.pk}").delete()
    return f"Transfer grant:{an.pk} is missing"


def edit(column: str, key: str, value: object) -> Callable[[Player], str]:
    """Return one column of a transfer: the check names the transfer."""

    def forged(an: Player) -> str:
        deal = Transfer.objects.get(key__regex=r"^deal:\d+$").key
        named = key % {"an": an.pk, "deal": deal, "key": KEY.hex}
        forge(f"UPDATE ledger_transfer SET {column} = %s WHERE key = %s", value, named)
        return f"Transfer {named} "

    return forged


GRANT, DEAL = "grant:%(an)d:%(key)s", "%(deal)s"
EDITS = {
    f"{column} of {what}": edit(column, key, value)
    for what, key in (("a grant", GRANT), ("a start sum", "grant:%(an)d"), ("a deal", DEAL))
    for column, value in (
        ("memo", "Chips granted by the club: prize"),
        ("metadata", '{"by":99}'),
        ("recorded_at", YEAR_AGO),
        ("entries", 3),
        ("stream", "member-99"),
        ("version", 9),
        ("stream", None),
    )
}


def edit_an_amount(an: Player) -> str:
    key = f"grant:{an.pk}:{KEY.hex}"
    for sign in ("<", ">"):
        forge(
            "UPDATE ledger_posting SET amount = amount * 10 WHERE amount"
            f" {sign} 0 AND transfer_id = (SELECT id FROM ledger_transfer WHERE key = %s)",
            key,
        )
    return f"Transfer {key} moves"


def edit_what_it_counters(an: Player) -> str:
    forge("UPDATE ledger_transfer SET counters_id = NULL WHERE counters_id IS NOT NULL")
    return "takes back nothing"


def rename_an_account(an: Player) -> str:
    forge("UPDATE ledger_account SET code = 'member:99' WHERE code = %s", member_account(an.pk))
    return "member:99"


def edit_the_kind_of_an_account(an: Player) -> str:
    forge("UPDATE ledger_account SET kind = 'house' WHERE code = %s", member_account(an.pk))
    return f"Account {member_account(an.pk)} has the wrong kind: house"


def edit_a_subtotal(an: Player) -> str:
    account, posting = Posting.objects.values_list("account_id", "pk").latest("pk")
    forge(
        "INSERT INTO ledger_subtotal (account_id, posting, held) VALUES (%s, %s, 500000)",
        account,
        posting,
    )
    return "the stored subtotal of"


def name_a_real_event_for_it(an: Player) -> str:
    amounts = {"house": -500_000, member_account(an.pk): 500_000}
    insert_transfer("grant:again", amounts, at=NOW, stream=f"member-{an.pk}", version=1)
    return "Nothing in the log calls for transfer grant:again"


FORGERIES = {
    forged.__name__: forged
    for forged in (
        grant_half_a_million,
        grant_it_to_somebody_without_a_stream,
        delete_a_grant,
        delete_the_start_sum,
        edit_an_amount,
        edit_what_it_counters,
        rename_an_account,
        edit_the_kind_of_an_account,
        edit_a_subtotal,
        name_a_real_event_for_it,
    )
} | EDITS


@pytest.mark.parametrize("forgery", FORGERIES)
def test_each_forgery_is_named(an: Player, forgery: str) -> None:
    sentence = FORGERIES[forgery](an)
    assert sentence in found_in_the_ledger()

"""Posting: once a key, in whole chips, adding up to nothing."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.ledger.commands import MOST_CHIPS, counter, post
from games.ledger.errors import (
    AlreadyCountered,
    KeyReused,
    LedgerError,
    NotChips,
    NothingMoves,
    Unbalanced,
    UnknownTransfer,
)
from games.ledger.models import Account, Posting, Transfer
from games.ledger.queries import balance, balances, statement, transfer_of, trial_balance

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
LATER = datetime(2026, 11, 20, 13, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def pay(key: str, **amounts: Any) -> Transfer:
    """Post `amounts`, one keyword a member."""
    codes = {f"member:{name}": amount for name, amount in amounts.items()}
    return post(key=key, memo=f"memo of {key}", postings=codes, now=NOON)


def test_a_transfer_moves_chips_between_accounts_that_it_makes():
    pay("deal-1", an=30, binh=-10, chi=-20)
    assert balances(["member:an", "member:binh", "member:chi", "member:dung"]) == {
        "member:an": 30,
        "member:binh": -10,
        "member:chi": -20,
        "member:dung": 0,
    }
    assert Account.objects.get(code="member:an").kind == "member"


def test_balances_add_up_over_transfers():
    pay("deal-1", an=30, binh=-30)
    pay("deal-2", an=-5, chi=5)
    assert trial_balance() == {"member:an": 25, "member:binh": -30, "member:chi": 5}
    assert balance("member:an") == 25
    assert balance("member:nobody") == 0


def test_a_statement_shows_each_line_with_the_balance_after_it():
    pay("deal-1", an=30, binh=-30)
    pay("deal-2", binh=7, chi=-7)
    pay("deal-3", an=-5, chi=5)
    lines = [(line.key, line.memo, line.amount, line.balance) for line in statement("member:an")]
    assert lines == [
        ("deal-1", "memo of deal-1", 30, 30),
        ("deal-3", "memo of deal-3", -5, 25),
    ]
    assert statement("member:an")[0].recorded_at == NOON
    assert statement("member:an", last=1) == statement("member:an")[1:]
    assert statement("member:nobody") == []


def test_an_account_named_twice_gets_the_sum_and_nothing_is_posted_for_0():
    transfer = post(
        key="deal-1",
        memo="two bots",
        postings=[("house", 4), ("house", 6), ("member:an", -10), ("member:binh", 0)],
        now=NOON,
    )
    assert transfer.entries == Posting.objects.count() == 2
    assert trial_balance() == {"house": 10, "member:an": -10}


def test_the_same_key_again_gives_the_stored_transfer_and_posts_nothing():
    first = pay("deal-1", an=30, binh=-30)
    again = post(
        key="deal-1",
        memo="another memo",
        postings=[("member:binh", -30), ("member:an", 20), ("member:an", 10)],
        now=LATER,
    )
    assert (again.pk, again.memo, again.recorded_at) == (first.pk, "memo of deal-1", NOON)
    assert balance("member:an") == 30


@pytest.mark.parametrize(
    "others", [{"an": 31, "binh": -31}, {"an": 30, "chi": -30}, {"an": 30, "binh": -20, "chi": -10}]
)
def test_the_same_key_with_other_amounts_is_refused(others):
    pay("deal-1", an=30, binh=-30)
    with pytest.raises(KeyReused):
        pay("deal-1", **others)
    assert Transfer.objects.count() == 1


@pytest.mark.parametrize(
    ("amounts", "error"),
    [
        ({"an": 30, "binh": -29}, Unbalanced),
        ({"an": 30}, Unbalanced),
        ({"an": 1.0, "binh": -1.0}, NotChips),
        ({"an": Decimal(1), "binh": Decimal(-1)}, NotChips),
        ({"an": True, "binh": -1}, NotChips),
        ({"an": "1", "binh": "-1"}, NotChips),
        ({"an": MOST_CHIPS + 1, "binh": -MOST_CHIPS - 1}, NotChips),
        ({"an": 0, "binh": 0}, NothingMoves),
        ({}, NothingMoves),
    ],
)
def test_amounts_that_are_not_a_transfer_are_refused_and_nothing_is_written(amounts, error):
    with pytest.raises(error):
        pay("deal-1", **amounts)
    assert not Account.objects.exists()
    assert not Transfer.objects.exists()


@pytest.mark.parametrize(
    ("key", "memo", "code", "now"),
    [
        ("", "memo", "house", NOON),
        ("k" * 201, "memo", "house", NOON),
        ("deal-1", "", "house", NOON),
        ("deal-1", "m" * 201, "house", NOON),
        ("deal-1", "memo", "", NOON),
        ("deal-1", "memo", "c" * 101, NOON),
        ("deal-1", "memo", "house", NOON.replace(tzinfo=None)),
    ],
)
def test_texts_and_moments_that_cannot_be_stored_are_refused(key, memo, code, now):
    with pytest.raises(LedgerError):
        post(key=key, memo=memo, postings={code: 1, "member:an": -1}, now=now)
    assert not Transfer.objects.exists()


def test_every_error_has_a_code_of_its_own():
    errors: list[type[LedgerError]] = [*LedgerError.__subclasses__(), LedgerError]
    assert len({error.code for error in errors}) == len(errors)


def test_a_countering_transfer_takes_back_the_original_and_leaves_it_standing():
    original = pay("deal-1", an=30, binh=-10, chi=-20)
    back = counter(key="ruling-1", original_key="deal-1", memo="reversed", now=LATER)
    assert back.counters == original
    assert set(trial_balance().values()) == {0}
    assert [line.amount for line in statement("member:an")] == [30, -30]


def test_a_countering_transfer_posted_again_is_the_same_one():
    pay("deal-1", an=30, binh=-30)
    first = counter(key="ruling-1", original_key="deal-1", memo="reversed", now=LATER)
    again = counter(key="ruling-1", original_key="deal-1", memo="reversed", now=LATER)
    assert first.pk == again.pk
    assert balance("member:an") == 0


def test_a_transfer_is_countered_once_only():
    pay("deal-1", an=30, binh=-30)
    counter(key="ruling-1", original_key="deal-1", memo="reversed", now=LATER)
    with transaction.atomic(), pytest.raises(AlreadyCountered):
        counter(key="ruling-2", original_key="deal-1", memo="reversed", now=LATER)
    assert balance("member:an") == 0


def test_a_countering_transfer_can_itself_be_countered():
    pay("deal-1", an=30, binh=-30)
    counter(key="ruling-1", original_key="deal-1", memo="reversed", now=LATER)
    counter(key="ruling-2", original_key="ruling-1", memo="withdrawn", now=LATER)
    assert balance("member:an") == 30


def test_only_a_stored_transfer_is_countered():
    with pytest.raises(UnknownTransfer):
        counter(key="ruling-1", original_key="deal-1", memo="reversed", now=LATER)


def test_a_key_is_not_used_for_a_transfer_and_a_countering_one():
    pay("deal-1", an=30, binh=-30)
    pay("deal-2", an=-30, binh=30)
    with pytest.raises(KeyReused):
        counter(key="deal-2", original_key="deal-1", memo="reversed", now=LATER)


def test_the_callers_transaction_takes_the_transfer_with_it():
    class ChangedMind(Exception):
        pass

    def post_and_regret() -> None:
        with transaction.atomic():
            pay("deal-1", an=30, binh=-30)
            raise ChangedMind

    with pytest.raises(ChangedMind):
        post_and_regret()
    assert transfer_of("deal-1") is None
    assert trial_balance() == {}


codes = st.sampled_from(["house", "member:1", "member:2", "member:3", "tournament:1:pot"])
chips = st.integers(-1000, 1000)


@st.composite
def transfers(draw: st.DrawFn) -> list[tuple[str, int]]:
    """Amounts that add up to nothing and move something."""
    pairs = draw(st.lists(st.tuples(codes, chips), min_size=1, max_size=6))
    pairs.append((draw(codes), -sum(amount for _, amount in pairs)))
    return pairs


class WhateverIsPosted(TestCase):
    """Hypothesis plays evenings of transfers, repeated posts and countering ones."""

    @settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(evening=st.lists(transfers(), max_size=8), repeated=st.data())
    def test_the_books_balance_and_each_account_holds_what_it_was_given(self, evening, repeated):
        expected: dict[str, int] = {}
        for number, pairs in enumerate(evening):
            again = repeated.draw(st.booleans())
            back = repeated.draw(st.booleans())
            for _ in range(1 + again):
                try:
                    post(key=f"deal-{number}", memo="deal", postings=pairs, now=NOON)
                except NothingMoves:
                    back = False
            for _ in range((1 + again) if back else 0):
                counter(key=f"back-{number}", original_key=f"deal-{number}", memo="back", now=LATER)
            if not back:
                for code, amount in pairs:
                    expected[code] = expected.get(code, 0) + amount
        held = trial_balance()
        assert sum(held.values()) == 0
        assert {code: sum_ for code, sum_ in held.items() if sum_} == {
            code: sum_ for code, sum_ in expected.items() if sum_
        }
        for code in held:
            lines = statement(code)
            assert lines[-1].balance == held[code] == sum(line.amount for line in lines)

"""Subtotals: the same sums as from the first posting, whatever is posted, committed late or made again meanwhile."""

from datetime import UTC, datetime
from io import StringIO
from threading import Event as Signal

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F

from games.ledger import subtotals
from games.ledger.commands import post
from games.ledger.models import Posting, Subtotal, SubtotalsReached
from games.ledger.queries import balance, balances, statement, trial_balance
from games.ledger.subtotals import make_subtotals, rebuild, wrong_subtotals
from games.ledger.tasks import make_subtotals as task
from tests.support.threads import at_once, elsewhere

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """A subtotal after each third posting."""
    monkeypatch.setattr(subtotals, "EVERY", 3)


def pay(key: str, chips: int, to: str = "member:an") -> None:
    post(key=key, memo="a deal", postings={to: chips, "house": -chips}, now=NOON)


def evening(deals: int, begin: int = 0) -> None:
    for number in range(begin, begin + deals):
        pay(f"deal:{number}", number + 1, f"member:{number % 2}")


def all_right() -> None:
    assert list(wrong_subtotals()) == []
    held = trial_balance()
    assert balances(held) == held
    for code, total in held.items():
        lines = statement(code)
        assert lines[-1].balance == total == sum(line.amount for line in lines)


def test_balances_and_statements_are_the_same_with_subtotals_and_without():
    evening(20)
    before = {code: statement(code) for code in trial_balance()}
    task()
    assert Subtotal.objects.count() == 20 // 3 + 2 * (10 // 3)
    assert {code: statement(code) for code in trial_balance()} == before
    all_right()
    evening(5, begin=20)
    all_right()
    task()
    all_right()
    assert Subtotal.objects.filter(account__code="house").count() == 25 // 3


def test_a_balance_begins_at_the_last_subtotal():
    evening(10)
    task()
    right = balance("house")
    last = Subtotal.objects.filter(account__code="house").order_by("posting").last()
    assert last is not None
    Subtotal.objects.filter(pk=last.pk).update(held=F("held") + 7)
    assert balance("house") == right + 7


def test_a_statement_is_turned_over_from_any_line_with_the_same_balances():
    evening(20)
    task()
    whole = statement("house")
    middle = whole[11].posting
    assert statement("house", 4, before=middle) == whole[7:11]
    assert statement("house", 4, after=middle) == whole[12:16]
    assert statement("house", before=middle, after=whole[2].posting) == whole[3:11]
    assert statement("house", 4, before=whole[0].posting) == []
    assert statement("house", 30, before=middle) == whole[:11]


def test_small_steps_and_two_runs_give_the_same_subtotals_as_one_run():
    evening(20)
    while make_subtotals(limit=3):
        pass
    small = set(Subtotal.objects.values_list("account", "posting", "held"))
    assert rebuild() == 40
    assert set(Subtotal.objects.values_list("account", "posting", "held")) == small
    assert make_subtotals() == 0


def test_check_ledger_names_a_wrong_subtotal_and_rebuilding_mends_it():
    for number in range(5):
        post(
            key=f"grant:{number}", memo="m", postings={"house": -1, f"member:{number}": 1}, now=NOON
        )
    task()
    Subtotal.objects.update(held=F("held") + 5)
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("check_ledger", stdout=out)
    assert "the stored subtotal of house is" in out.getvalue()
    call_command("rebuild_subtotals", stdout=out)
    assert "from 10 postings" in out.getvalue()
    assert not list(wrong_subtotals())
    all_right()


def test_a_subtotal_behind_no_posting_of_its_account_is_named():
    evening(4)
    task()
    Subtotal.objects.filter(account__code="house").update(posting=F("posting") + 1)
    assert len(list(wrong_subtotals())) == 1


def test_what_was_taken_back_leaves_no_trace():
    evening(4)
    with transaction.atomic():
        evening(4, begin=50)
        transaction.set_rollback(True)
    evening(4, begin=4)
    task()
    all_right()
    assert SubtotalsReached.objects.get().done == Posting.objects.latest("pk").pk


def test_writers_workers_and_a_rebuild_at_once():
    def write(name: str) -> None:
        for number in range(25):
            pay(f"{name}:{number}", number + 1, f"member:{number % 3}")

    def work() -> None:
        for _ in range(15):
            make_subtotals(limit=7)
            assert sum(balances(["house", "member:0", "member:1", "member:2"]).values()) == 0

    at_once(*[lambda name=name: write(name) for name in "abc"], work, work, rebuild)
    assert Posting.objects.count() == 150
    all_right()
    task()
    all_right()
    assert Subtotal.objects.filter(account__code="house").count() == 25


@pytest.mark.only_on("postgresql")
class TestBesideAnOpenTransaction:
    """A posting that was numbered early and is committed late."""

    def test_no_subtotal_is_made_past_it_and_nobody_waits(self, monkeypatch):
        monkeypatch.setattr(subtotals, "EVERY", 1)
        evening(2)
        task()
        made = Subtotal.objects.count()
        written, commit = Signal(), Signal()

        def write_and_wait() -> None:
            with transaction.atomic():
                pay("deal:late", 100, "member:0")
                written.set()
                assert commit.wait(30)

        late = elsewhere(write_and_wait)
        try:
            assert written.wait(30)
            evening(6, begin=2)
            for _ in range(3):
                task()
                all_right()
            assert Subtotal.objects.count() == made
            rebuild()
            assert Subtotal.objects.count() == made
        finally:
            commit.set()
            late.join(30)
        all_right()
        task()
        all_right()
        assert Subtotal.objects.count() == Posting.objects.count() == 18

    def test_a_transaction_has_its_number_before_its_postings_have_theirs(self):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_xact_id_if_assigned() IS NULL")
            assert cursor.fetchone() == (True,)
            cursor.execute(
                "INSERT INTO ledger_posting (transfer_id, account_id, amount)"
                " SELECT gen_random_uuid(), 1, 1 WHERE false"
            )
            cursor.execute("SELECT pg_current_xact_id_if_assigned() IS NULL")
            assert cursor.fetchone() == (False,)

    def test_after_a_restore_into_another_cluster_it_goes_on(self):
        evening(5)
        make_subtotals()
        evening(5, begin=5)
        SubtotalsReached.objects.update(seen=Posting.objects.latest("pk").pk, txid=2**50)
        task()
        all_right()
        assert Subtotal.objects.filter(account__code="house").count() == 3

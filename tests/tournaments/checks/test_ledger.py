"""`check_ledger` knows what tournaments call for: entry fees, refunds, prizes and their corrections."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.ledger.commands import post
from games.ledger.models import Posting, Transfer
from tests.support.append_only import lifted
from tests.support.deals import NOW
from tests.support.evening import Evening
from tests.support.forger import forge

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def closed() -> Evening:
    """A tournament with fees and prizes, played and closed."""
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play_all()
    evening.close()
    return evening


def found() -> str:
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("check_ledger", stdout=out)
    return out.getvalue()


def test_a_closed_tournament_is_right(closed: Evening) -> None:
    assert Transfer.objects.filter(key=f"tournament:{closed.id}:prizes").exists()
    out = StringIO()
    call_command("check_ledger", stdout=out)
    assert "The ledger is right" in out.getvalue()


def test_a_prize_that_was_changed_is_named(closed: Evening) -> None:
    prizes = Posting.objects.filter(
        transfer__key=f"tournament:{closed.id}:prizes", amount__gt=0
    ).order_by("pk")
    first, second = prizes[:2]
    forge(f"UPDATE ledger_posting SET amount = amount + 1 WHERE id = {first.pk}")
    forge(f"UPDATE ledger_posting SET amount = amount - 1 WHERE id = {second.pk}")
    assert f"Transfer tournament:{closed.id}:prizes moves" in found()


def test_an_entry_fee_that_was_deleted_is_named(closed: Evening) -> None:
    entry = Transfer.objects.filter(key__startswith=f"tournament:{closed.id}:entry:")[0]
    with lifted():
        entry.postings.all().delete()
        Transfer.objects.filter(pk=entry.pk).delete()
    assert f"Transfer {entry.key} is missing" in found()


def test_a_prize_that_no_closing_calls_for_is_named(closed: Evening) -> None:
    key = f"tournament:{closed.id}:prizes:again"
    post(key=key, memo="m", postings={"member:1": 5, "house": -5}, now=NOW)
    assert f"Nothing in the log calls for transfer {key}" in found()

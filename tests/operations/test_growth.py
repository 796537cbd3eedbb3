"""The club with a past that `make bench` measures: what is stored in it is what the club itself would have stored."""

from io import StringIO

import pytest
from django.core.management import call_command

from benchmarks.filling import Past
from games.ledger.models import Transfer
from games.log.models import Event
from games.models import Deal
from games.queries.finished.histories import load_state
from games.queries.play.deals import finished_deals
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def said(command: str) -> str:
    out = StringIO()
    call_command(command, stdout=out)
    return out.getvalue()


def test_a_filled_log_is_whole_and_its_ledger_right():
    Past(members=8).fill_to(1_000)
    few = Deal.objects.count()
    past = Past(members=8)  # as another process would go on
    past.fill_to(2_500)
    assert Event.objects.count() >= 2_500
    assert Deal.objects.count() > few + 20
    assert Tournament.objects.count() == 1
    assert Transfer.objects.filter(key__startswith="deal:").count() > 20
    assert "whole" in said("verify_log")
    assert "is right" in said("check_ledger")
    deal = finished_deals(past.regular)[0]
    assert load_state(deal.pk).setup.players[0] == f"player:{past.regular.pk}"

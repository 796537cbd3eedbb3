"""`verify_log` folds every deal again and compares it with its row."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.checks.log import differing_deals
from games.models import Deal, DealSeat, Player
from tests.support.deals import NOW, play_to_the_end
from tests.support.play_pages import dealt, table_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def deal():
    deal = dealt(Player.objects.create_user("an"), now=NOW)
    play_to_the_end(deal)
    return deal


def test_rows_made_by_commands_agree_with_their_events(deal):
    table_with(Player.objects.create_user("binh"), name="another")
    assert list(differing_deals()) == []
    out = StringIO()
    call_command("verify_log", stdout=out)
    assert "whole" in out.getvalue()


@pytest.mark.parametrize(
    ("field", "value"),
    [("version", 1), ("phase", "turn"), ("winner", None), ("points", 77), ("turn", 9)],
)
def test_a_row_that_was_changed_is_named(deal, field, value):
    Deal.objects.filter(pk=deal.pk).update(**{field: value})
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_log", stdout=out)
    assert f"deal-{deal.pk}" in out.getvalue()
    assert field in out.getvalue()


def test_a_seat_whose_points_were_changed_is_named(deal):
    DealSeat.objects.filter(deal=deal, number=1).update(net=1234)
    assert any("1234" in sentence for sentence in differing_deals())

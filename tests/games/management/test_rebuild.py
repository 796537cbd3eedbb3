"""`manage.py rebuild`: rows that were lost or spoilt are made again from the log, to the last column."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Deal, DealSeat
from replays.commands import rulings
from replays.models import Dispute
from tests.support.security.club import built
from tournaments.models import Entry, RoundTable, Standing, Tournament

pytestmark = pytest.mark.django_db(transaction=True)  # a follower reads what is committed

ROWS = (Deal, DealSeat, Dispute, Tournament, Entry, RoundTable, Standing)


def rows() -> dict[str, list[dict[str, Any]]]:
    """Return every column of every projected row, but for the keys that are drawn anew."""
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name != "id" or model in (Deal, Dispute)}
            for row in model.objects.order_by(*model_order(model)).values()
        ]
        for model in ROWS
    }


def model_order(model: type) -> tuple[str, ...]:
    return {
        "Entry": ("tournament_id", "player_id"),
        "Standing": ("tournament_id", "participant"),
    }.get(model.__name__, ("pk", "pk"))


@pytest.fixture
def club() -> None:
    """A deal that runs, one that is over, one whose penalty a referee reversed, and a tournament with entrants."""
    club = built()
    referee = club.viewers["referee"]
    assert referee is not None
    rulings.give_ruling(
        by=referee,
        dispute_id=Dispute.objects.get().pk,
        outcome="reversed",
        section="§10.3",
        reason="equal usefulness",
        now=timezone.now(),
    )


def rebuilt(*apps: str) -> str:
    out = StringIO()
    call_command("rebuild", *apps, stdout=out)
    return out.getvalue()


def test_rows_that_are_right_stay_as_they_are(club):
    before = rows()
    assert all(before[name] for name in ("Deal", "Dispute", "Tournament", "Entry"))
    assert "games: " in rebuilt()
    assert rows() == before


def test_rows_that_were_lost_or_spoilt_are_made_again(club):
    before = rows()
    Dispute.objects.all().delete()
    Entry.objects.all().delete()
    Standing.objects.all().delete()
    Tournament.objects.update(entrants=9, version=0, rounds_closed=3)
    Deal.objects.filter(ended_at__isnull=False).update(winner=None, points=1, offender=3, turn=2)
    Deal.objects.update(version=1, phase="", owed_version=0, started_at=None, cancelled=True)
    DealSeat.objects.update(net=7, withheld=True)
    assert rows() != before
    rebuilt()
    assert rows() == before


def test_only_the_rows_that_are_meant_are_made_again(club):
    before = rows()
    Dispute.objects.all().delete()
    Entry.objects.all().delete()
    assert rebuilt("replays").startswith("replays: ")
    now = rows()
    assert now["Dispute"] == before["Dispute"]
    assert now["Entry"] == []
    with pytest.raises(CommandError):
        rebuilt("ledger")

"""What the club has stored, as one value: whatever is refused must leave it as it was."""

from django.db.models import Count, Max

from games.ledger.models import Transfer
from games.log.models import Event
from games.models import Deal, Seat, Table
from replays.models import Dispute
from tournaments.models import Tournament


def stored() -> tuple[object, ...]:
    """How far the log has come (the database itself lets nobody change it), and the rows beside it."""
    return (
        Event.objects.aggregate(rows=Count("pk"), last=Max("pk")),
        Transfer.objects.count(),
        tuple(Table.objects.order_by("pk").values_list("pk", "name", "closed_at")),
        tuple(Seat.objects.order_by("pk").values_list("pk", "player_id", "bot")),
        tuple(Deal.objects.order_by("pk").values_list("pk", "version", "changed_at", "deadline")),
        Dispute.objects.count(),
        Tournament.objects.count(),
    )

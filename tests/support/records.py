"""Records of deals: exported here, or played elsewhere."""

import io
import json

from django.core.management import call_command

from games.engine.recording.records import DealRecord, to_record
from games.engine.rules import VINAGAMES
from games.log.models import Event
from games.models import Deal, Table
from tests.support import deals


def exported(*ids):
    out = io.StringIO()
    call_command("export_deals", deal=list(ids) or None, stdout=out, stderr=io.StringIO())
    return [json.loads(line) for line in out.getvalue().splitlines()]


def played_elsewhere(number, rules=VINAGAMES, people=0):
    """The record of a deal that this database knows nothing of."""
    played = deals.played(rules, number, people)
    timed = tuple((deals.NOW, event) for event in played.events)
    return to_record(DealRecord(f"deal-{number}", timed))


def nothing_stored():
    return not Event.objects.exists() and not Deal.objects.exists() and not Table.objects.exists()

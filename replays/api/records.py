"""The record of a finished deal in JSON, for members; for everybody if the deal is open to all."""

from __future__ import annotations

from contextlib import suppress

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.open_views import OpenView
from games.api.requests import problems, viewer_of
from games.api.scopes import READ
from games.api.serializers import RecordSerializer
from games.engine.recording.records import to_line
from games.errors import Refused
from games.queries import get_deal, record_of
from replays import queries


class DealRecord(OpenView):
    """The record of a finished deal."""

    scopes = {"GET": READ}

    @extend_schema(
        responses={200: RecordSerializer, **problems(403, 404, 409)},
        summary="The record of a finished deal; without a login of one that is open to all",
    )
    def get(self, request: Request, deal_id: int) -> HttpResponse:
        """Return the record in the format of docs/records.md. Refused while the deal is being played."""
        if viewer_of(request) is None and not _is_open(deal_id):
            raise Refused("replay.not-open")
        if get_deal(deal_id).ended_at is None:
            raise Refused("deal.not-over")
        # In its canonical form, which DRF's renderer does not keep.
        return HttpResponse(to_line(record_of(deal_id)), content_type="application/json")


def _is_open(deal_id: int) -> bool:
    """Return whether strangers may read a deal. False if it does not exist, so that they cannot tell the
    difference.
    """
    with suppress(Refused):
        return queries.is_open_to_all(get_deal(deal_id))
    return False

"""Serializers of the API's requests and responses, from which the schema at `/api/schema/` is made.

Responses contain no field that is not named here.
"""

from games.api.serializers.deals import (
    ActiveSerializer,
    CardSetSerializer,
    DealSeatSerializer,
    DealSerializer,
    DisputeSerializer,
    EndingSerializer,
    EventSerializer,
    FinishedDealSerializer,
    FinishedDealsSerializer,
    FinishedSeatSerializer,
    HoldSerializer,
    LegalMovesSerializer,
    MoveSerializer,
    OfferSerializer,
    PairsSerializer,
    PauseSerializer,
    ReadySerializer,
    RecordSerializer,
    RefusedMoveSerializer,
    RevealSerializer,
    SeenEventsSerializer,
    TimeSerializer,
    UsefulnessSerializer,
    VerdictSerializer,
    VersionSerializer,
)
from games.api.serializers.problems import ProblemSerializer, problem
from games.api.serializers.stream import StreamLineSerializer
from games.api.serializers.tables import (
    AnySeatSerializer,
    ChosenPaceSerializer,
    CompanySerializer,
    InvitationBackSerializer,
    InvitedSerializer,
    InvitesSerializer,
    MuteSerializer,
    OpenTableSerializer,
    RuleSetSerializer,
    SaidSerializer,
    SaySerializer,
    SitSerializer,
    SwapSerializer,
    TableDetailSerializer,
    TableSeatSerializer,
    TableSerializer,
)

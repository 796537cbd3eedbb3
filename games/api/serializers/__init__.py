"""What the API reads and answers, field by field: the schema at `/api/schema/` is made from these.

Nothing is answered that is not named here.
"""

from games.api.serializers.deals import (
    ActiveSerializer,
    CardSetSerializer,
    DealSeatSerializer,
    DealSerializer,
    DisputeSerializer,
    EndingSerializer,
    EventSerializer,
    EventsSerializer,
    FinishedDealSerializer,
    FinishedDealsSerializer,
    FinishedSeatSerializer,
    HoldSerializer,
    MoveSerializer,
    MovesSerializer,
    OfferSerializer,
    PairsSerializer,
    PauseSerializer,
    ReadySerializer,
    RefusedMoveSerializer,
    RevealSerializer,
    TimeSerializer,
    UsefulnessSerializer,
    VerdictSerializer,
    VersionSerializer,
)
from games.api.serializers.problems import ProblemSerializer, problem
from games.api.serializers.tables import (
    CompanySerializer,
    MuteSerializer,
    OpenTableSerializer,
    PaceSerializer,
    RuleSetSerializer,
    SaidSerializer,
    SaySerializer,
    SitSerializer,
    SwapSerializer,
    TableDetailSerializer,
    TableSeatSerializer,
    TableSerializer,
)

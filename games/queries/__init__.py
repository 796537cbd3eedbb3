"""Queries about tables and deals, for pages, the API, tasks and rulings.

Results that are shown to a viewer have passed `sight`.
"""

from games.queries.finished.histories import (
    DEALS,
    LoadedDeal,
    Row,
    current,
    history,
    load_state,
    players_of,
    record_of,
)
from games.queries.interests import plays_beside, plays_for
from games.queries.periods import appeal_until, dispute_until, rule_until
from games.queries.play.calls import may_answer, seated_at, with_duty
from games.queries.play.deals import (
    deal_names,
    finished_deals,
    get_deal,
    has_had_part,
    has_objected,
    has_ruled,
    recorded_deals,
    require_open,
    seat_of,
)
from games.queries.play.participants import names_of
from games.queries.play.seen import SeenDeal, ShownEvent, see_deal
from games.queries.play.seen_table import JustNow, SeenTable, see_table
from games.queries.play.tables import (
    get_table,
    idle_tables,
    invitations,
    listed_tables,
    members,
    members_named,
    table_name_for,
    tables_by_use,
)

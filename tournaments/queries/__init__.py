"""Reading: what commands, reactions and pages ask of tournaments, and of the club's tables where they are played."""

from tournaments.queries.chronicle import (
    Happening,
    drawn_at,
    draws,
    happenings,
    prize_corrections,
    ruling_id,
    ruling_source,
)
from tournaments.queries.club_tables import (
    DealPlace,
    club_table_from,
    disputed_deals,
    origin_of,
    place_of_origin,
    places_of,
    tables_to_close,
    take_unopened,
    tournament_of_origin,
    unopened_rows,
    unopened_tables,
)
from tournaments.queries.histories import (
    TOURNAMENTS,
    CountedTable,
    LoadedTournament,
    current,
    drawn_tables,
    load_state,
)
from tournaments.queries.tournaments import (
    all_tournaments,
    announced_with,
    entered_in,
    entry_of,
    etag,
    etag_of,
    get_tournament,
    lock,
    lock_player,
    players_by_id,
    unopened,
)

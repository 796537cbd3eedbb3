"""Queries for commands, reactions and pages: tournaments, and the club's tables on which they are played."""

from tournaments.queries.chronicle import (
    Happening,
    RulingSource,
    asked_at,
    corrections_of_prizes,
    director_corrections,
    drawn_at,
    draws,
    ended_at,
    happenings,
    last_redraw_back,
    prize_corrections,
    ruling_source,
    ruling_sources,
    waits_at,
)
from tournaments.queries.club_tables import (
    DealPlace,
    NamedDeal,
    TimedTable,
    appealable_deals,
    appeals_until,
    club_table_from,
    deals_played,
    disputed_deals,
    drawn_seats,
    games_table_of,
    is_to_close,
    origin_of,
    paused_tables,
    place_of_origin,
    place_of_table,
    places_of,
    running_deals,
    seats_to_give,
    seats_to_hand_over,
    tables_to_close,
    tables_to_switch,
    take_table,
    take_unopened,
    timed_tables,
    tournament_of_origin,
    unopened_rows,
    unopened_tables,
)
from tournaments.queries.duplicates import (
    RoundDeal,
    played_everywhere,
    played_out,
    results_of,
    sealed_deals,
    sealed_ids,
)
from tournaments.queries.effects import effects_of_results
from tournaments.queries.histories import (
    TOURNAMENTS,
    CountedTable,
    LoadedTournament,
    current,
    drawn_tables,
    load_state,
)
from tournaments.queries.pending_rulings import (
    Contradicted,
    PendingRulings,
    live_etag,
    live_etag_of,
    pending_rulings,
)
from tournaments.queries.real_card_cases import (
    alike_of_real_cards,
    case_at,
    place_of_case,
    reported_of_real_cards,
    waiting_of_real_cards,
)
from tournaments.queries.real_card_effects import (
    effects_of_real_cards,
    free_to_sign,
    is_proposed,
    needs_second,
)
from tournaments.queries.real_card_ends import (
    RealCardEnd,
    appeals_of_real_cards,
    rulings_of_real_cards,
)
from tournaments.queries.series import series_among, series_terms, tournaments_of, without_series
from tournaments.queries.sitting import sitting_at
from tournaments.queries.tournaments import (
    all_tournaments,
    announced_with,
    any_announced,
    appeals_over,
    closed_accounts,
    club_paid,
    dispute_terms,
    entered_in,
    entry_of,
    etag,
    etag_of,
    get_tournament,
    has_entered,
    has_waited,
    invitations_of,
    is_invited,
    lock,
    lock_player,
    names_of_going,
    names_of_tournaments,
    newest,
    parts_of,
    players_by_id,
    reserves_of,
    three_can_play,
    turned_away,
    unconfirmed_results,
    undecided_deals,
    unopened,
    unvouched_deals,
    waiting_seat,
    with_a_day,
)
from tournaments.queries.voiding_effects import standings_without
from tournaments.queries.waiting import anything_waits, clocks_due

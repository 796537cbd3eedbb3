"""Which tests `make test` leaves to `make test-all`, and why: all in one list, and whatever is not in it is in both.

`make test` has every rule, command, page and permission once, on SQLite, and a club in a browser that plays a deal,
steps through a replay and rules on a dispute. `tests/site/test_thorough.py` holds that no rule, command, address or
refusal is left out by this list. `pytest tests/…` by hand runs whatever is in the files that it names.
"""

from pathlib import Path
from typing import Final

import pytest

FIRST: Final = "not thorough"
"""The expression of marks by which `make test` asks for its tests."""
IN_BOTH: Final = ""

_ATTACK = "a tour of the site, or a hunt for what two eyes could tell apart"
_BROWSER = "what a browser shows on each screen and in each language, and what a network does to it"
_FAULTS = "processes that are killed or frozen and clocks that step, in a whole club"
_CLUB = "starts, kills or restores whole clubs"
_ELSEWHERE = "the same promise in more surroundings; in the nearest ones it is in both"
_FORGERY = "each way to forge or damage what is stored; that it is whole, and found if it is not, is in both"
_FUZZER = "many examples of one rule, of which the rule's own test has the telling ones"
_GENERATED = "writes a client of 300 modules and checks its types"
_NETWORK = "clients that are slow, silent or too many, over true connections"
_RACE = "writers at the same moment, in threads or processes"
_SIZES = "draws of many sizes; those of a few, with the same promises, are in both"
_STEPS = "clocks that are set while a deal is played"
_UPGRADE = "a club of an older release that is brought to this one"
_WORDS = "a language or a page of many"

ON_ONE: Final = frozenset(
    {_ATTACK, _ELSEWHERE, _FORGERY, _FUZZER, _GENERATED, _NETWORK, _SIZES, _STEPS, _WORDS}
)
"""Reasons for which a test comes out alike on either database, since their nearest ones do, which run on both."""

THOROUGH: Final = (
    # A club in a browser: a deal, a replay, a ruling.
    ("tests/browser/test_play.py::test_a_whole_deal_against_three_bots_by_clicking", IN_BOTH),
    (
        "tests/browser/test_replay.py"
        "::test_a_replay_is_stepped_by_click_and_by_key_without_loading_the_page_again",
        IN_BOTH,
    ),
    (
        "tests/browser/test_ruling.py"
        "::test_a_dispute_is_filed_and_reversed_and_every_chip_goes_its_way[lifted]",
        IN_BOTH,
    ),
    ("tests/browser/", _BROWSER),
    ("tests/faults/test_locked.py", IN_BOTH),
    ("tests/faults/", _FAULTS),
    ("tests/operations/test_backups.py", _CLUB),
    ("tests/operations/test_growth.py", _CLUB),
    ("tests/clubs/test_apart.py", _CLUB),
    ("tests/site/test_local.py::test_one_command_starts", _CLUB),
    ("tests/site/test_wheel.py::test_from_an_empty_folder", _CLUB),
    ("tests/site/test_wheel.py::test_its_command", _CLUB),
    ("tests/site/test_local.py::test_a_second_supervisor", _CLUB),
    ("tests/site/test_local.py::test_children_killed", _CLUB),
    ("tests/site/test_local.py::test_a_killed_supervisor", _CLUB),
    ("tests/site/test_local.py::test_the_health_checks_of_containers", _CLUB),
    ("tests/site/test_containers.py::test_the_preparation_in_the_image", _CLUB),
    ("tests/site/test_clocks.py::test_the_command_says_which", _CLUB),
    # Security: what a look can tell.
    ("tests/security/test_hidden_cards.py::test_nobody_can_tell_apart", _ATTACK),
    ("tests/security/test_hidden_cards.py::test_the_attack_finds", _ATTACK),
    ("tests/security/test_hidden_cards.py::test_no_command_prints", _ATTACK),
    ("tests/security/test_hidden_claims.py::test_nobody_can_tell_apart", _ATTACK),
    ("tests/security/test_hidden_claims.py::test_no_refusal_in_a_window", _ATTACK),
    ("tests/security/test_hidden_claims.py::test_an_open_window_looks_the_same", _ATTACK),
    ("tests/security/test_hidden_claims.py::test_a_hidden_answer_changes_nothing", _ATTACK),
    ("tests/security/test_hidden_claims.py::test_the_attack_finds", _ATTACK),
    ("tests/security/test_hidden_claims.py::test_a_pause_in_a_window", _ATTACK),
    ("tests/security/test_hidden_in_play.py", _ATTACK),
    ("tests/security/test_sealed_deals.py::test_no_address_tells", _ATTACK),
    ("tests/security/test_sealed_deals.py::test_the_attack_finds", _ATTACK),
    ("tests/security/test_sealed_deals.py::test_who_sat_there_sees_no_hand", _ATTACK),
    ("tests/security/test_kept_replays.py::test_no_address", _ATTACK),
    ("tests/security/test_admin_lookups.py::test_no_column_can_be_asked_about", _ATTACK),
    ("tests/security/test_admin_lookups.py::test_every_link_of_a_list", _ATTACK),
    ("tests/replays/web/test_unfinished.py::test_no_card_of_a_running_deal", _ATTACK),
    ("tests/games/commands/test_pace.py::test_6_10_where_claims_are_quick", _ATTACK),
    ("tests/security/test_admin_lookups.py::test_what_no_page_shows_is_refused", _ATTACK),
    ("tests/games/web/table/test_secrecy.py::test_a_page_shows_no_card", _ATTACK),
    ("tests/replays/web/test_perspectives.py::test_not_a_byte_differs", _ATTACK),
    ("tests/replays/web/test_pictures.py::test_not_a_byte_differs", _ATTACK),
    ("tests/replays/web/test_puzzles.py::test_before_the_answer_not_a_byte", _ATTACK),
    ("tests/games/web/test_coach.py::test_it_says_the_same_whatever_the_others_hold", _ATTACK),
    ("tests/games/web/test_turns.py::test_whose_turn_it_is_is_told_and_nobody_else", _ATTACK),
    ("tests/security/test_logins.py::test_guesses_from_the_same_room", _ATTACK),
    ("tests/security/test_logins.py::test_one_address_alone_cannot_use_up", _ATTACK),
    ("tests/security/test_logins.py::test_a_name_that_is_guessed_at", _ATTACK),
    ("tests/security/test_names_alike.py::test_a_wrong_try_costs_as_many", _ATTACK),
    ("tests/security/test_headers.py::test_the_check_for_deployment", _CLUB),
    ("tests/site/test_containers.py::test_the_site_in_the_image", _CLUB),
    ("tests/site/test_api_client.py", _GENERATED),
    ("tests/site/test_connections.py", _NETWORK),
    ("tests/site/test_garbage.py::test_a_server_leaves", _CLUB),
    ("tests/security/test_guests.py::test_a_guest_is_answered_as_a_stranger_everywhere", _ATTACK),
    ("tests/site/test_hypothesis.py::test_exploring_prints", _FUZZER),
    ("tests/site/test_log_key.py::test_the_command_that_the_refusal_names", _CLUB),
    # Fuzzers and properties over many examples.
    ("tests/security/test_api_fuzz.py", _FUZZER),
    ("tests/security/test_form_fuzz.py", _FUZZER),
    ("tests/games/management/test_record_mutations.py::test_what_mutated_records_do", _FUZZER),
    ("tests/games/engine/test_properties.py::test_what_holds_in_every_deal", _FUZZER),
    ("tests/games/engine/test_properties.py::test_thousands_of_deals", _FUZZER),
    ("tests/games/engine/test_properties.py::test_10_3", _FUZZER),
    ("tests/games/engine/test_referee.py::test_many_deals", _FUZZER),
    ("tests/games/ledger/test_post.py::WhateverIsPosted", _FUZZER),
    ("tests/replays/commands/test_held_chips.py::test_whatever_is_filed", _FUZZER),
    ("tests/games/management/test_judge.py::test_whatever", _FUZZER),
    ("tests/tournaments/engine/test_seating.py::test_a_draw_copes", _FUZZER),
    ("tests/tournaments/engine/test_swiss.py::test_everybody_sits_once", _FUZZER),
    ("tests/tournaments/engine/test_tie_breaks.py::test_the_arithmetic_adds_up", _FUZZER),
    # Draws of many more sizes than a club has in a season.
    ("tests/tournaments/engine/test_even.py::test_nobody_meets_anybody_twice", _SIZES),
    ("tests/tournaments/engine/test_even.py::test_bots_stay_within_one_but", _SIZES),
    ("tests/tournaments/engine/test_even.py::test_only_a_repeat_could", _SIZES),
    ("tests/tournaments/engine/test_seating.py::test_meetings_repeat_no_more", _SIZES),
    ("tests/tournaments/engine/test_seating.py::test_winds_stay_within_one", _SIZES),
    ("tests/tournaments/engine/test_corrections.py::test_winds_stay_within_one", _SIZES),
    # Forgeries and damage.
    ("tests/games/checks/test_forged_logs.py", _FORGERY),
    ("tests/games/checks/test_forged_ledger.py", _FORGERY),
    ("tests/games/checks/test_insiders.py::TestAcceptances", IN_BOTH),
    ("tests/games/checks/test_insiders.py", _FORGERY),
    ("tests/games/checks/test_archived_logs.py", _FORGERY),
    ("tests/games/checks/test_sabotage.py", _FORGERY),
    ("tests/games/checks/test_carried_over.py", _FORGERY),
    ("tests/games/commands/test_forged_presence.py", _FORGERY),
    ("tests/games/test_damaged.py", _FORGERY),
    ("tests/games/log/test_damage.py", _FORGERY),
    ("tests/replays/commands/test_forged_holds.py", _FORGERY),
    ("tests/replays/web/test_lies.py", _FORGERY),
    ("tests/tournaments/test_damaged.py", _FORGERY),
    ("tests/tournaments/test_duplicate_checked.py::test_a_table_that_was_dropped", _FORGERY),
    # At the same moment.
    ("tests/games/commands/test_founding_at_once.py", _RACE),
    ("tests/games/commands/test_seats_at_once.py", _RACE),
    ("tests/games/commands/test_tables_at_once.py", _RACE),
    ("tests/games/ledger/test_concurrency.py", _RACE),
    ("tests/games/log/test_concurrency.py", _RACE),
    ("tests/games/test_cover_at_once.py", _RACE),
    ("tests/games/test_settlement_at_once.py", _RACE),
    ("tests/replays/commands/test_answers_at_once.py", _RACE),
    ("tests/replays/commands/test_held_at_once.py", _RACE),
    ("tests/replays/commands/test_referees_at_once.py", _RACE),
    ("tests/tournaments/api/test_signatures_at_once.py", _RACE),
    ("tests/tournaments/commands/test_directors_at_once.py", _RACE),
    ("tests/tournaments/test_lists_at_once.py", _RACE),
    ("tests/tournaments/test_workers.py", _RACE),
    # The same where more has happened before, or more people play.
    ("tests/replays/test_effects.py::test_what_is_promised_is_what_happens[in_a", _ELSEWHERE),
    ("tests/replays/test_effects.py::test_what_is_promised_is_what_happens[after", _ELSEWHERE),
    (
        "tests/tournaments/test_real_card_effects.py::test_and_so_it_is_behind_the_prizes",
        _ELSEWHERE,
    ),
    ("tests/tournaments/test_duplicate.py::test_thirty_two_play_a_duplicate", _ELSEWHERE),
    ("tests/replays/web/test_stepping.py::test_a_deal_of_4sac", _ELSEWHERE),
    (
        "tests/games/web/test_lessons.py::test_a_stranger_plays_a_lesson_to_its_end[4sac]",
        _ELSEWHERE,
    ),
    (
        "tests/games/api/test_views.py::test_whole_deals_are_played_through_the_api[4sac]",
        _ELSEWHERE,
    ),
    # Upgrades.
    ("tests/upgrades/test_in_stages.py", _UPGRADE),
    ("tests/upgrades/test_as_it_was.py::test_people_and_programs_read", _UPGRADE),
    # Clocks.
    ("tests/games/commands/test_clock_steps.py", _STEPS),
    # Languages.
    ("tests/site/test_translations.py::test_a_whole_deal_is_played_in_vietnamese", _WORDS),
    ("tests/site/test_english_left.py", _WORDS),
)
"""Where tests lie, or how their ids begin, and why they wait for `make test-all`; the first that fits."""


def why_not_first(nodeid: str) -> str:
    """Why a test waits for `make test-all`; empty where it is in `make test`, too."""
    return next((why for start, why in THOROUGH if nodeid.startswith(start)), IN_BOTH)


def holds_none_of_the_first(place: str) -> bool:
    """Return whether no test of this file, a path from the project's folder, is in `make test`."""
    for start, why in THOROUGH:
        if place.startswith(start):
            return bool(why)
        if start.startswith(place) and not why:
            return False
    return False


def mark(items: list[pytest.Item]) -> None:
    """Give each test of the list the mark `thorough`, for which `make test` looks."""
    for item in items:
        why = why_not_first(item.nodeid)
        if why:
            item.add_marker(pytest.mark.thorough(why))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Return a file with none of its tests is not even read for `make test`, unless it is named."""
    if config.option.markexpr != FIRST or collection_path.suffix != ".py":
        return None
    named = {config.invocation_params.dir / str(one).partition("::")[0] for one in config.args}
    place = str(collection_path.relative_to(config.rootpath).as_posix())
    return True if collection_path not in named and holds_none_of_the_first(place) else None

"""Tables and deals are named as people know them, and never by a number of the database."""

import pytest

from games.common.places import deal_in_sentence, deal_on_screen, table_on_screen


@pytest.mark.parametrize(
    ("stored", "table", "deal", "within"),
    [
        ("Friends", "Friends", "Deal 3 at Friends", "3 (Friends)"),
        (
            "R2 T14 Friday",
            "Round 2, table 14 · Friday",
            "Round 2, table 14, deal 3 · Friday",
            "3 (Round 2, table 14 · Friday)",
        ),
        ("R2 D2", "R2 D2", "Deal 3 at R2 D2", "3 (R2 D2)"),
    ],
)
def test_the_table_of_a_tournament_is_told_by_round_and_number(stored, table, deal, within):
    said = (table_on_screen(stored), deal_on_screen(3, stored), deal_in_sentence(3, stored))
    assert said == (table, deal, within)

"""Which sections of the rulebook a ruling on a penalty may cite."""

import pytest

from games.common.rulebook import about_penalties, chapter_title, penalty_sections, section_of


def test_a_ruling_may_cite_what_a_house_says_of_discards_and_their_penalty():
    assert penalty_sections()["13"] == ("§13.2", "§13.9", "§13.13")
    assert about_penalties("§13.13") and section_of("13.13") == "§13.13"
    assert chapter_title("13", "vi") == "13 Luật riêng của nhà"


@pytest.mark.parametrize("beside", ["§13.14", "§13", "§6.3", "§12"])
def test_it_may_not_cite_what_says_nothing_of_them(beside):
    assert section_of(beside) == beside and not about_penalties(beside)


def test_every_section_that_is_offered_is_one_of_the_rulebook_and_about_penalties():
    offered = [one for sections in penalty_sections().values() for one in sections]
    assert len(offered) == len(set(offered)) > 20
    assert all(section_of(one) == one and about_penalties(one) for one in offered)

"""A tournament refuses rules with a pot (§13.14): when it is announced, corrected, kept as a template or read."""

from dataclasses import replace

import pytest

from games import commands as club
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Table
from tests.support.deals import NOW
from tests.support.tables import opened_table
from tests.support.tournament_pages import announced, player
from tournaments import commands
from tournaments.commands import rules_offered
from tournaments.commands.templates import save_template
from tournaments.models import Tournament
from tournaments.queries.templates import terms_of

pytestmark = pytest.mark.django_db
POT = replace(VINAGAMES, key="Đậu heo", pot=5)


def test_13_14_a_tournament_refuses_rules_with_a_pot_and_says_why():
    owner = player("owner", is_superuser=True)
    club.save_rule_set(by=owner, rules=POT, now=NOW)
    director = player("director", is_director=True)
    assert POT.key not in rules_offered()
    with pytest.raises(Refused, match="tournaments are played without one") as refused:
        announced(director, rules=POT.key)
    assert (refused.value.code, refused.value.section) == ("tournament.rules-pot", "§13.14")
    made = announced(director)
    with pytest.raises(Refused) as refused:
        commands.correct_settings(
            by=director,
            tournament_id=made,
            settings={"rules": POT.key},
            reason="a pot",
            now=NOW,
        )
    assert refused.value.code == "tournament.rules-pot"
    assert Tournament.objects.get(pk=made).terms.rules == "vinagames"
    terms = {**terms_of(Tournament.objects.get(pk=made)), "rules": POT.key}
    with pytest.raises(Refused) as refused:
        save_template(by=director, name="Thứ sáu", terms=terms, now=NOW)
    assert refused.value.code == "tournament.rules-pot"


def test_13_14_no_table_of_a_tournament_is_opened_with_a_pot_whatever_its_terms_say():
    people = [player(name) for name in ("an", "binh", "chi", "dung")]
    with pytest.raises(Refused) as refused:
        opened_table(by=people[0], name="R1 T1", rules=POT, seats=4, now=NOW, occupants=people)
    assert refused.value.code == "table.pot"
    assert not Table.objects.exists()

"""A disputed discard at a table with real cards under the house's own rules (§13.13): out of a set, or a king."""

from dataclasses import replace

import pytest
from django.utils import timezone

from games import commands
from games.engine.rules import FOURSAC, VINAGAMES, RuleSet
from games.models import Player
from tests.support.cardboard import MR, WON, Table
from tests.support.play_pages import browser
from tests.support.refused import refused
from tests.support.tournament_pages import player
from tournaments.engine.real_cards.events import Lay

pytestmark = pytest.mark.django_db
KINGS_KEPT = replace(VINAGAMES, key="Nhà 1", discards="any-but-king")
ANY = replace(VINAGAMES, key="Nhà 1", discards="any")
POINTS = replace(FOURSAC, key="Nhà 1", penalty="pays-for-all")


def table_of(rules: RuleSet, pair: str) -> Table:
    """A table whose deal East won, with this pair at the end."""
    owner = Player.objects.create_user("owner", is_superuser=True)
    commands.save_rule_set(by=owner, rules=rules, now=timezone.now())
    director = player("director", is_director=True)
    table = Table(director, deals=1, appeal_minutes=10, rules=rules.key)
    table.enter(table.seats[1], Lay(1, (*WON[:-1], f"pair {pair} {pair}")))
    table.confirm(table.seats[0])
    return table


def discard_page(table: Table, who: Player) -> str:
    page = table.page.replace("/result", f"/deals/{table.score().deal_id}/discard")
    return str(browser(who).get(page).content.decode())


@pytest.mark.parametrize("rules", [KINGS_KEPT, ANY, POINTS], ids=["vinagames", "any", "points"])
def test_a_card_out_of_a_set_is_judged_as_never_safe(rules):
    table = table_of(rules, "Ng")
    table.dispute(table.seats[2], replace(MR, card="Ng"))
    text = discard_page(table, table.seats[2])
    assert "so there is a penalty." in text
    paper = table.score().paper
    assert paper is not None and paper.dispute is not None
    judged = paper.dispute.filed.judgement
    assert judged.penalty and "Ng" not in dict(judged.usefulness) and judged.worst


def test_a_king_is_refused_where_no_king_may_be_discarded():
    table = table_of(KINGS_KEPT, "Kg")
    with refused("discard.reported-king"):
        table.dispute(table.seats[2], replace(MR, card="Kg"))


def test_a_king_is_judged_where_any_card_may_be_discarded():
    table = table_of(ANY, "Kg")
    table.dispute(table.seats[2], replace(MR, card="Kg"))
    assert "so there is a penalty." in discard_page(table, table.seats[2])

"""What a call of the referee tells: those with the duty, then the table; and a line of the tournament's log."""

import pytest
from django.utils import translation

from games import commands
from games.log import read
from games.models import Player
from tests.support.deals import NOW
from tests.support.evening import Evening
from tests.support.notices import tell, words_for
from tournaments.engine.events import RefereeAnswered
from tournaments.models import RoundTable
from tournaments.presenters.log.event_words import event_words
from tournaments.presenters.log.render_context import RenderContext
from tournaments.schema import from_stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def test_a_call_is_told_to_referees_its_answer_to_the_table_and_to_the_tournaments_log():
    evening = Evening(4, rounds=1, deals_per_round=1)
    lan = Player.objects.create_user("lan", is_referee=True)
    table = RoundTable.objects.get(tournament=evening.id).games_table_id
    caller, other = evening.people[:2]
    assert table is not None
    made = commands.call_referee(
        by=caller, table_id=table, reason="rule", words="Is that safe?", now=NOW
    )
    commands.take_call(by=lan, call_id=made.pk, now=NOW)
    for _twice in range(2):
        commands.answer_call(by=lan, call_id=made.pk, words="It was.", section="10.3", now=NOW)
    for _twice in range(2):
        evening.follow()
    tell()
    assert words_for(lan) == ["A referee has been called to Round 1, table 1 · Friday evening."]
    for player in (caller, other):
        assert words_for(player)[3:] == [
            "A referee, lan, is coming to Round 1, table 1 · Friday evening.",
            "The referee has answered at Round 1, table 1 · Friday evening: It was.",
        ]
    lines = [
        from_stored(one.name, one.schema, one.payload)
        for one in read(f"tournament-{evening.id}")
        if one.name == "tournament.referee-answered"
    ]
    assert [type(line) for line in lines] == [RefereeAnswered]
    with translation.override("en"):
        said = event_words(lines[0], RenderContext(None, {}))
    assert said == (
        "Round 1, table 1: member0 called the referee (A question about a rule: Is that safe?). "
        "lan answered: It was. (§10.3)"
    )

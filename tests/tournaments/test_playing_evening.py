"""A club whose only director plays has its evening: somebody late, a wrong result, a removal, the closing."""

from typing import Any

import pytest
from django.utils import timezone

from games.models import Player
from tests.support.agreements import waiting_acts
from tests.support.cardboard import V4
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.commands import club_tables
from tournaments.engine.real_cards.deciding import WrittenDeal
from tournaments.engine.real_cards.events import Lay
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import Status, TournamentState
from tournaments.models import Tournament
from tournaments.projections import rebuild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]
NAMES = ("an", "binh", "chi", "dung", "em", "giang", "hoa")


class Club:
    """The evening: its director, who plays, and the members by label."""

    def __init__(self) -> None:
        self.director = player("lan", is_director=True)
        self.members = [player(name) for name in NAMES]
        terms: dict[str, Any] = {"entry_fee": 20, "rounds": 2, "late_until": 2, "cardboard": True}
        self.id = announced(self.director, **terms)

    @property
    def state(self) -> TournamentState:
        return queries.current(self.id).state

    def do(self, command: Any, by: Player | None = None, **said: Any) -> int:
        told = {"by": by or self.director, "tournament_id": self.id, "now": timezone.now()}
        return int(command(**told, **said))

    def sitting(self, table: int) -> list[Player]:
        labels = self.state.rounds[-1].tables[table - 1].seats
        return [Player.objects.get(pk=int(one.removeprefix("player:"))) for one in labels]

    def own_table(self) -> int:
        return next(
            number
            for number in range(1, len(self.state.rounds[-1].tables) + 1)
            if self.director in self.sitting(number)
        )

    def scores(self) -> list[tuple[int, DealScore]]:
        tables = enumerate(self.state.rounds[-1].tables, 1)
        return [(number, score) for number, table in tables for score in table.scores]

    def type_in(self, lay: Lay) -> None:
        """Type in the sheets of all tables, as the director found them on the tables."""
        tables = range(1, len(self.state.rounds[-1].tables) + 1)
        deals = [
            WrittenDeal(number, 1, lay if len(self.sitting(number)) == 4 else Lay(None))
            for number in tables
        ]
        self.do(commands.enter_sheets, round_number=len(self.state.rounds), deals=deals)

    def confirm(self, number: int, score: DealScore) -> None:
        assert score.paper is not None
        told = {"deal_id": score.deal_id, "revision": score.paper.revision}
        one = next(one for one in self.sitting(number) if one != self.director)
        self.do(commands.confirm_result, by=one, **told)

    def agree(self, by: Player) -> str:
        [number] = self.state.agreements
        version = self.do(commands.answer_agreement, by=by, number=number, agrees=True)
        return queries.ended_at(self.id, version)


def test_the_only_director_plays_from_the_entry_to_the_closing():
    club = Club()
    club.do(commands.enter_members, players=[one.pk for one in (club.director, *club.members)])
    club.do(commands.start)
    club_tables.set_tables(timezone.now)
    own = club.own_table()
    other = 3 - own

    club.type_in(V4)
    assert not club.state.rounds[0].closed  # the director's word alone is not enough
    [wrong] = [score for number, score in club.scores() if number == other]
    assert wrong.paper is not None
    told: dict[str, Any] = {"deal_id": wrong.deal_id, "revision": 1, "reason": "Nobody won."}
    club.do(commands.contradict_result, by=club.sitting(other)[0], **told)
    club.do(commands.correct_result, lay=Lay(None), **told)
    assert waiting_acts(club.id) == ["correct_result"]
    other_table = next(one for one in club.sitting(own) if one != club.director)
    page = browser(other_table).get(f"/tournaments/{club.id}/").content.decode()
    assert "deal 1): nobody won" in page  # nobody agrees to what they cannot read
    assert club.agree(other_table) == "agreed"
    [corrected] = [score for number, score in club.scores() if number == other]
    assert corrected.net == (0, 0, 0, 0)

    late = player("khanh")
    club.do(commands.enter_members, players=[late.pk])
    club.do(commands.pause_all, reason="Tea.")
    club.do(commands.resume_all)
    gone = club.sitting(other)[1]
    club.do(commands.remove, player=gone.pk, reason="He went home angry.")
    assert club.agree(club.sitting(other)[0]) == "agreed"

    [mine] = [score for number, score in club.scores() if number == own]
    club.confirm(own, mine)  # the last result of round 1: round 2 is drawn by itself
    assert len(club.state.rounds) == 2
    club_tables.set_tables(timezone.now)
    seated = [one for table in (1, 2) for one in club.sitting(table)]
    assert late in seated and gone not in seated
    club.type_in(V4)
    for number, score in club.scores():
        club.confirm(number, score)
    club.do(commands.close)

    assert club.state.status is Status.CLOSED
    assert Tournament.objects.get().pot == 9 * 20
    assert list(check_log()) == [] and list(check_ledger()) == []
    rebuild(club.id)
    assert list(check_log()) == []

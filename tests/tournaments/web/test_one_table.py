"""The clock of one table, set from the page of the time: by whom, with what, during tea and behind it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine

from games import commands as club_commands
from games.engine.events import DealPaused, DealResumed
from games.models import Deal, DealSeat, Player
from games.queries import current
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.threads import at_once
from tests.support.tournament_pages import player
from tournaments import commands, queries
from tournaments.commands.club_tables import keep_still

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("followers_do_not_wait"),
]


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening(8, rounds=1)
    for seat in DealSeat.objects.filter(deal__ended_at=None).select_related("player"):
        assert seat.player is not None
        club_commands.get_ready(by=seat.player, deal_id=seat.deal_id, now=evening.now)
    with time_machine.travel(evening.now, tick=False):
        yield evening


def press(evening: Evening, act: str, by: Player | None = None, **said: Any) -> Any:
    told = {"act": act, "table": 2, "idempotency_key": str(uuid4()), **said}
    return browser(by or evening.director).post(f"/tournaments/{evening.id}/time", told)


def deal_of(evening: Evening, table: int = 2) -> Deal:
    return Deal.objects.get(pk=queries.running_deals(evening.id, 1)[table])


def paused(evening: Evening, table: int = 2) -> bool:
    return deal_of(evening, table).paused_at is not None


def tea(evening: Evening, *, ends: bool = False) -> None:
    if ends:
        commands.resume_all(by=evening.director, tournament_id=evening.id, now=evening.now)
    else:
        commands.pause_all(
            by=evening.director, tournament_id=evening.id, reason="tea", now=evening.now
        )
    still(evening)


def still(evening: Evening) -> None:
    """What the workers do in a pause of all tables, until nothing is left to do."""
    while keep_still(lambda: evening.now):
        pass


def test_what_is_no_number_of_minutes_is_said_at_the_form_and_gives_nobody_time(evening):
    until = deal_of(evening).deadline
    for minutes in ("1" + "0" * 80, "-1", "0", "", "1\0", "x", "1e3", "31", "٢.٥"):
        refused = press(evening, "time-table", minutes=minutes)
        assert refused.status_code == 422, minutes
        assert 'role="alert"' in refused.content.decode(), minutes
    for key in ("", "x", "\0"):
        assert press(evening, "time-table", minutes=2, idempotency_key=key).status_code == 422
        assert press(evening, "pause-table", idempotency_key=key).status_code == 422
    for table in ("", "0", "-2", "3", "2\0", "1" + "0" * 80, "x"):
        refused = press(evening, "pause-table", table=table)
        assert refused.status_code == 422, table
        assert 'role="alert"' in refused.content.decode(), table
    assert deal_of(evening).deadline == until and not paused(evening) and not paused(evening, 1)


def test_nobody_but_a_director_who_does_not_play_sets_a_tables_clock(evening):
    plays = evening.people[0]
    Player.objects.filter(pk=plays.pk).update(is_director=True)
    plays.refresh_from_db()
    own, beside = 1, 2
    if not deal_of(evening, 1).seats.filter(player=plays).exists():
        own, beside = 2, 1
    acts: list[tuple[str, dict[str, Any]]] = [("pause-table", {}), ("time-table", {"minutes": 2})]
    others = (player("referee", is_referee=True), evening.people[1])
    for act, said in acts:
        for table in (own, beside):
            refused = press(evening, act, plays, table=table, **said)
            assert refused.status_code == 403 and 'role="alert"' in refused.content.decode()
        for one in others:
            assert press(evening, act, one, **said).status_code == 403
    assert not paused(evening, own) and not paused(evening, beside)
    club_commands.pause_deal(
        by=evening.director, deal_id=deal_of(evening).pk, resume=False, now=lambda: evening.now
    )
    assert press(evening, "resume-table", plays).status_code == 403
    assert paused(evening)


def test_where_the_last_deal_has_ended_meanwhile_the_page_says_that_nothing_is_played_there(
    evening,
):
    evening.play()
    evening.follow()
    for act in ("pause-table", "time-table"):
        refused = press(evening, act, minutes=2)
        assert refused.status_code == 422
        assert "No deal is being played at this table right now." in refused.content.decode()


def test_a_table_that_a_director_paused_alone_before_tea_stays_paused_behind_it(evening):
    assert press(evening, "pause-table").status_code == 303
    tea(evening)
    assert paused(evening, 1)
    tea(evening, ends=True)
    assert not paused(evening, 1) and paused(evening)


def test_a_table_that_is_let_go_alone_during_tea_plays_on(evening):
    tea(evening)
    assert press(evening, "resume-table").status_code == 303
    still(evening)
    assert paused(evening, 1) and not paused(evening)
    tea(evening, ends=True)
    assert not paused(evening, 1) and not paused(evening)


def test_a_table_that_is_let_go_and_paused_alone_during_tea_stays_paused_behind_it(evening):
    tea(evening)
    assert press(evening, "resume-table").status_code == 303
    still(evening)
    assert press(evening, "pause-table").status_code == 303
    tea(evening, ends=True)
    assert not paused(evening, 1) and paused(evening)


def test_a_table_that_was_paused_alone_and_is_let_go_during_tea_plays_on(evening):
    assert press(evening, "pause-table").status_code == 303
    tea(evening)
    assert press(evening, "resume-table").status_code == 303
    still(evening)
    assert not paused(evening)


def test_what_the_page_no_longer_offers_is_refused_in_words_there(evening):
    """Somebody else was quicker, and the form of the page that is open here has gone."""
    for act in ("begin", "longer"):
        refused = press(evening, act, minutes=3, reason="Late.")
        assert refused.status_code == 422 and 'role="alert"' in refused.content.decode(), act
    tea(evening)
    for act, key in (("begin", str(uuid4())), ("resume", "x")):
        refused = press(evening, act, minutes=3, idempotency_key=key)
        assert refused.status_code == 422 and 'role="alert"' in refused.content.decode(), act


def test_of_two_directors_at_one_table_at_the_same_moment_nothing_is_done_twice(evening):
    deal, key = deal_of(evening), str(uuid4())
    both = (evening.director, player("other", is_director=True))
    until = deal.deadline
    said: list[int] = []

    def at_one_moment(act: str, **given: Any) -> None:
        at_once(
            *(
                lambda by=by: said.append(press(evening, act, by, **given).status_code)
                for by in both
            )
        )

    at_one_moment("time-table", minutes=2, idempotency_key=key)  # of two people a key is two keys
    assert until is not None and deal_of(evening).deadline == until + timedelta(minutes=4)
    for act in ("pause-table", "resume-table"):
        at_one_moment(act)
    assert said == [303] * 6
    kinds = [type(row.event) for row in current(deal.pk).rows]
    assert kinds.count(DealPaused) == kinds.count(DealResumed) == 1

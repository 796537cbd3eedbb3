"""What waits for a second person: who may sign it, and when it holds without one."""

from datetime import UTC, datetime, timedelta

from games.engine.disputing.approval import Approval

PROPOSED = datetime(2026, 3, 1, 20, tzinfo=UTC)
DAY = timedelta(days=1)


def test_anybody_but_the_proposer_and_those_with_an_interest_may_sign() -> None:
    approval = Approval("more chips", by=1)
    assert [approval.may_sign(one, 3, 4) for one in (1, 2, 3)] == [False, True, False]


def test_it_holds_alone_only_where_a_time_is_set_and_over() -> None:
    assert not Approval("more chips", 1, PROPOSED).is_due(PROPOSED + 100 * DAY)
    alone = Approval("more chips", 1, PROPOSED, alone_after=DAY)
    assert alone.until == PROPOSED + DAY
    assert not alone.is_due(PROPOSED + DAY - timedelta(seconds=1)) and alone.is_due(PROPOSED + DAY)

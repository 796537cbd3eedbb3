"""Deals played in a club by any rules, where people are late and windows close: the referee judges their records."""

import json
from datetime import timedelta
from random import Random

import pytest

from games import commands, queries
from games.engine.deal import legal_moves
from games.engine.recording.notation import rules_to_plain
from games.engine.recording.records import to_record
from games.engine.rules import MIEN_NAM
from games.engine.state import Phase
from games.models import Player
from tests.support import deals
from tests.support.engine import following
from tests.support.engine.own_rules import any_rules

pytestmark = pytest.mark.django_db

RULES = {"mien-nam": MIEN_NAM, **{str(number): any_rules(Random(number)) for number in range(9)}}


@pytest.mark.parametrize("name", RULES)
def test_what_the_club_stores_of_a_deal_is_what_the_referee_says(name):
    rules, random = RULES[name], Random(name)
    people = [Player.objects.create_user(one) for one in ("an", "binh")]
    deal = deals.running_deal(rules, random.randrange(1000), people)
    now, state = deals.NOW, None
    for step in range(1000):
        now = deals.until_a_person_moves(deal, lambda: now)  # noqa: B023 - called at once
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            break
        for player in people:
            seen = queries.see_deal(deal, player)
            if seen.may_let_pairs_go and random.random() < 0.5:
                commands.let_pairs_go(
                    by=player,
                    deal_id=deal.pk,
                    on=not seen.view.lets_pairs_go,
                    expected_version=seen.view.version,
                    now=now,
                )
        if random.random() < 0.1:
            now += timedelta(minutes=2)
            commands.time_out(deal_id=deal.pk, now=now)
            commands.close_window(deal_id=deal.pk, now=now)
            continue
        seat = next(one for one in range(2) if legal_moves(state, one))
        moves = legal_moves(state, seat)
        commands.submit_move(
            by=people[seat],
            deal_id=deal.pk,
            move=moves[0] if random.random() < 0.6 else random.choice(moves),
            move_id=f"step-{step:05}",
            expected_version=queries.see_deal(deal, people[seat]).view.version,
            now=now,
        )
    assert state is not None and state.phase is Phase.OVER
    record = json.loads(json.dumps(to_record(queries.record_of(deal.pk))))
    assert list(following.complaints(record, rules_to_plain(rules))) == []

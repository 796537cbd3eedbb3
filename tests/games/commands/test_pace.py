"""The pace of bots: one's own among bots alone, the table's among people, and nothing but the pause between acts."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games import commands, queries
from games.club.house_rules import HouseRules
from games.commands.pace import PAUSES
from games.commands.preferences import set_preferences
from games.engine.deal import to_move
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.state import Phase
from games.errors import Refused
from games.models import Player, Table
from tests.support.deals import NOW
from tests.support.play_pages import dealt, table_with
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def pauses(settings):
    settings.TUSAC_BOT_PAUSE = 0.7


@pytest.fixture
def an():
    return Player.objects.create_user("an")


@pytest.fixture
def binh():
    return Player.objects.create_user("binh")


def one_round(deal, *people, rounds=30):
    """Play on; for each act of a bot on its turn how long after the one before it is due, and the clocks of people."""
    pauses, clocks, windows = set(), set(), set()
    for _ in range(rounds):
        deal.refresh_from_db()
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            break
        if deal.window_until is not None:
            windows.add((deal.window_until - deal.changed_at).total_seconds())
            now = deal.window_until
            commands.close_window(deal_id=deal.pk, now=now)
            deal.refresh_from_db()
            if deal.bot_due is not None and deal.ended_at is None:
                pauses.add(round((deal.bot_due - now).total_seconds(), 3))
            continue
        seat = to_move(state)[0]
        if seat < len(people):
            assert deal.deadline is not None
            clocks.add((deal.deadline - deal.changed_at).total_seconds())
            seen = queries.see_deal(deal, people[seat])
            commands.submit_move(
                by=people[seat], deal_id=deal.pk, move=seen.moves[-1], move_id=f"move-{state.version:08}",
                expected_version=seen.view.version, now=deal.changed_at,
            )  # fmt: skip
        else:
            if state.phase in (Phase.TURN, Phase.DISCARD):
                pauses.add(round((deal.bot_due - deal.changed_at).total_seconds(), 3))
            assert commands.play_bots(deal_id=deal.pk, clock=lambda: deal.bot_due) == 1
    return pauses, clocks, windows


@pytest.mark.parametrize(("pace", "seconds"), [("quick", 0.7), ("normal", 1.5), ("slow", 3.0)])
def test_bots_wait_as_long_as_whoever_plays_them_alone_has_chosen(an, pace, seconds):
    """It was a pause of 0.7 s, whatever was chosen."""
    set_preferences(by=an, asked={"pace": pace})
    pauses, clocks, _ = one_round(dealt(an, now=NOW), an)
    assert pauses == {seconds}
    assert len(clocks) == 1


def test_who_has_chosen_nothing_has_the_normal_pace(an):
    assert one_round(dealt(an, now=NOW), an)[0] == {1.5}


def test_a_pace_that_is_chosen_during_a_deal_holds_from_the_next_act(an):
    deal = dealt(an, now=NOW)
    one_round(deal, an, rounds=5)
    commands.choose_pace(by=an, table_id=deal.table_id, pace="slow")
    assert Player.objects.get(pk=an.pk).preferences == {"pace": "slow"}
    one_round(deal, an, rounds=4)
    assert one_round(deal, an)[0] <= {3.0}


@pytest.mark.parametrize(("pace", "seconds"), PAUSES.items())
def test_among_several_people_the_pace_is_the_tables_whatever_each_prefers(an, binh, pace, seconds):
    for player in (an, binh):
        set_preferences(by=player, asked={"pace": "quick" if pace == "slow" else "slow"})
    assert one_round(dealt(an, binh, now=NOW, pace=pace), an, binh)[0] == {seconds}


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC], ids=lambda rules: rules.key)
def test_no_clock_and_no_claim_window_is_changed_by_it(an, binh, rules):
    seen = set()
    for pace in PAUSES:
        _, clocks, windows = one_round(dealt(an, binh, now=NOW, pace=pace, rules=rules), an, binh)
        seen.add((frozenset(clocks), frozenset(windows)))
    assert len(seen) == 1


def test_6_10_where_claims_are_quick_a_bot_answers_at_every_pace_alike(an, binh, db):
    owner = Player.objects.create_superuser("owner")
    commands.set_house_rules(by=owner, rules=replace(HouseRules(), claim_seconds=0), now=NOW)
    answers: dict[str, set[float]] = {}
    for pace in PAUSES:
        waits = answers[pace] = set()
        for _ in range(4):
            deal = dealt(an, binh, now=NOW, pace=pace, rules=FOURSAC)
            for _ in range(60):
                one_round(deal, an, binh, rounds=1)
                state = queries.load_state(deal.pk)
                if state.phase is Phase.CLAIMS and min(to_move(state)) > 1:
                    deal.refresh_from_db()
                    assert deal.bot_due is not None
                    waits.add((deal.bot_due - deal.changed_at).total_seconds())
    assert set.union(*answers.values()) == {0.7}


def test_the_tables_of_a_tournament_have_one_pace(an):
    set_preferences(by=an, asked={"pace": "slow"})
    table = opened_table(
        by=an, rules=VINAGAMES, seats=4, name="Bàn", filler="club", now=NOW,
        occupants=[an, "club", "club", "club"], starters=[0],
    )  # fmt: skip
    deal = table.deals.get()
    commands.get_ready(by=an, deal_id=deal.pk, now=NOW)
    deal.refresh_from_db()
    assert one_round(deal, an)[0] == {0.7}
    with pytest.raises(Refused) as refusal:
        commands.choose_pace(by=an, table_id=table.pk, pace="slow")
    assert refusal.value.code == "pace.tournament"


def test_the_host_chooses_between_deals_and_nobody_else(an, binh):
    table = table_with(an, binh, now=NOW)
    commands.choose_pace(by=an, table_id=table.pk, pace="slow")
    for pace, by, code in (("slow", binh, "table.not-yours"), ("hasty", an, "pace.unknown")):
        with pytest.raises(Refused) as refusal:
            commands.choose_pace(by=by, table_id=table.pk, pace=pace)
        assert refusal.value.code == code
    deal = dealt(an, binh, now=NOW, name="Bàn 2")
    with pytest.raises(Refused) as refusal:
        commands.choose_pace(by=an, table_id=deal.table_id, pace="slow")
    assert refusal.value.code == "pace.playing"
    assert dict(Table.objects.values_list("pk", "pace")) == {
        table.pk: "slow",
        deal.table_id: "normal",
    }
    assert not Player.objects.exclude(preferences={}).exists()


def test_a_table_is_opened_with_one_of_the_paces(an):
    with pytest.raises(Refused) as refusal:
        table_with(an, now=NOW, pace="hasty")
    assert refusal.value.code == "pace.unknown"
    assert table_with(an, now=NOW, pace="quick").pace == "quick"


def test_the_pauses_keep_their_proportion_to_the_one_that_the_environment_sets(an, settings):
    settings.TUSAC_BOT_PAUSE = 0.07
    assert one_round(dealt(an, now=NOW), an)[0] == {0.15}


def test_a_bot_that_is_paused_still_has_its_whole_pause(an):
    set_preferences(by=an, asked={"pace": "slow"})
    deal = dealt(an, now=NOW)
    one_round(deal, an, rounds=6)
    deal.refresh_from_db()
    while deal.bot_due is None:
        one_round(deal, an, rounds=1)
        deal.refresh_from_db()
    due = deal.bot_due
    later = deal.changed_at + timedelta(seconds=1)
    commands.ask_pause(by=an, deal_id=deal.pk, resume=False, now=lambda: later)
    commands.ask_pause(
        by=an, deal_id=deal.pk, resume=True, now=lambda: later + timedelta(minutes=1)
    )
    deal.refresh_from_db()
    assert deal.bot_due == due + timedelta(minutes=1)

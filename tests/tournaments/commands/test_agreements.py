"""What a director who plays may not do alone: it waits until one other member without an interest agrees."""

from typing import Any

import pytest

from games.log import read
from games.models import Deal, Player
from tests.support.evening import Evening
from tests.support.refused import refused
from tournaments import commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.commands.unit_of_work import ADVANTAGES
from tournaments.engine.correcting.agreement_events import AgreementAsked
from tournaments.engine.correcting.agreements import OF_A_ROUND, free
from tournaments.models import Tournament
from tournaments.presenters.log.agreement_words import _ACTS
from tournaments.projections import rebuild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def playing(evening: Evening) -> Player:
    """Return the first member, who is the club's only director now."""
    Player.objects.filter(pk=evening.director.pk).update(is_director=False)
    one = evening.people[0]
    one.is_director = True
    one.save()
    return one


def ask(evening: Evening, command: Any, by: Player, **said: Any) -> AgreementAsked:
    """Do it as the director who plays; return what waits then."""
    command(by=by, tournament_id=evening.id, now=evening.now, **said)
    assert list(check_log()) == []
    return list(queries.current(evening.id).state.agreements.values())[-1].wish


def answer(
    evening: Evening, by: Player, *, agrees: bool = True, number: int = 1, **more: Any
) -> str:
    """Answer, and return how that ended it."""
    version = commands.answer_agreement(
        by=by, tournament_id=evening.id, now=evening.now, number=number, agrees=agrees, **more
    )
    assert list(check_log()) == [] and list(check_ledger()) == []
    return queries.ended_at(evening.id, version)


def of(evening: Evening, number: int) -> list[Player]:
    """Return who sits at a table of the round drawn last."""
    labels = queries.current(evening.id).state.rounds[-1].tables[number - 1].seats
    found = {f"player:{one.pk}": one for one in evening.people}
    return [found[one] for one in labels if one in found]


def test_every_act_that_gives_an_advantage_is_said_in_words():
    assert set(_ACTS) == set(ADVANTAGES) >= OF_A_ROUND


def test_a_removal_waits_for_a_member_without_an_interest_and_then_is_the_directors():
    evening = Evening(8, rounds=3)
    director = playing(evening)
    gone, other = evening.people[1], evening.people[2]
    asked = ask(evening, commands.remove, director, player=gone.pk, reason="He threw the cards.")
    assert (asked.act, asked.players, asked.reason) == ("remove", (gone.pk,), "He threw the cards.")
    assert gone.pk not in queries.current(evening.id).state.left
    for one in (director, gone):
        with refused("tournament.agreement-own"):
            answer(evening, one)
    assert answer(evening, other) == "agreed"
    state = queries.current(evening.id).state
    assert gone.pk in state.left and not state.agreements
    assert Tournament.objects.get().agreements == 0
    with refused("tournament.agreement-unknown"):
        answer(evening, other)


def test_points_are_declined_by_one_press_and_can_be_asked_again():
    evening = Evening(8)
    director = playing(evening)
    told = {"player": director.pk, "points": 5, "reason": "A slip."}
    ask(evening, commands.adjust_points, director, **told)
    with refused("tournament.agreement-waits"):
        ask(evening, commands.adjust_points, director, **told)
    assert answer(evening, evening.people[3], agrees=False) == "declined"
    state = queries.current(evening.id).state
    assert not state.adjustments and not state.agreements
    assert ask(evening, commands.adjust_points, director, **told).number == 2
    assert answer(evening, director, agrees=False, number=2) == "withdrawn"
    assert not queries.current(evening.id).state.adjustments


def test_nobody_at_the_table_agrees_to_the_voiding_of_its_deal():
    evening = Evening(8, rounds=1, deals_per_round=1)
    director = playing(evening)
    evening.play_all()
    deals = {
        (drawn.number, number): score.deal_id
        for drawn in queries.current(evening.id).state.rounds
        for number, table in enumerate(drawn.tables, 1)
        for score in table.scores
    }
    ask(evening, commands.void_deal, director, deal=deals[1, 1], reason="A card was torn.")
    for one in of(evening, 1):
        with refused("tournament.agreement-own"):
            answer(evening, one)
    [agrees, *_] = [one for one in of(evening, 2) if one != director]
    assert answer(evening, agrees) == "agreed"
    found = queries.current(evening.id).state.find_deal(deals[1, 1])
    assert (
        found is not None
        and found[2] in queries.current(evening.id).state.rounds[0].tables[0].voided
    )
    rebuild(evening.id)
    assert list(check_log()) == []


def test_the_replay_of_a_voided_deal_is_ordered_at_the_table_once_agreed():
    evening = Evening(8, rounds=1, deals_per_round=1)
    director = playing(evening)
    evening.play_all()
    deal = Deal.objects.filter(cancelled=False).order_by("pk")[0].pk
    free = next(iter({*evening.people} - {*of(evening, _table_of(evening, deal)), director}))
    ask(evening, commands.void_deal, director, deal=deal, reason="A card was torn.")
    assert answer(evening, free) == "agreed"
    ask(evening, commands.replay_deal, director, deal=deal)
    assert answer(evening, free, number=2) == "agreed"
    assert Deal.objects.filter(ended_at__isnull=True).count() == 1


def _table_of(evening: Evening, deal: int) -> int:
    found = queries.current(evening.id).state.find_deal(deal)
    assert found is not None
    return found[1]


def test_a_redraw_lapses_where_cards_were_dealt_meanwhile():
    evening = Evening(8)
    director = playing(evening)
    ask(evening, commands.redraw, director, reason="Two names were mixed up.")
    before = queries.current(evening.id).state.rounds
    evening.play()
    assert answer(evening, evening.people[4]) == "lapsed"
    state = queries.current(evening.id).state
    assert state.standing_draw == 1 and not state.agreements
    assert len(state.rounds) == len(before)


def test_a_redraw_is_done_as_soon_as_one_member_agrees():
    evening = Evening(8)
    director = playing(evening)
    ask(evening, commands.redraw, director, reason="Two names were mixed up.")
    assert answer(evening, evening.people[4]) == "agreed"
    assert queries.current(evening.id).state.standing_draw == 2


def test_what_is_impossible_anyway_is_refused_before_anybody_is_asked():
    evening = Evening(8)
    director = playing(evening)
    told: dict[str, Any] = {"tournament_id": evening.id, "now": evening.now, "by": director}
    with refused("tournament.not-entered"):
        commands.remove(player=evening.director.pk, reason="x", **told)
    with refused("tournament.own-interest"):
        commands.allow_entry(player=director.pk, **told)


def test_a_second_press_of_the_same_form_answers_alike():
    evening = Evening(8)
    director = playing(evening)
    told = {"player": evening.people[1].pk, "points": 5, "reason": "A slip."}
    ask(evening, commands.adjust_points, director, idempotency_key="a", **told)
    ask(evening, commands.adjust_points, director, idempotency_key="a", **told)
    other = evening.people[3]
    assert answer(evening, other, idempotency_key="b") == "agreed"
    assert answer(evening, other, idempotency_key="b") == "agreed"
    assert len(queries.current(evening.id).state.adjustments) == 1


def test_another_director_who_does_not_play_does_it_alone_or_agrees():
    evening = Evening(8)
    director = playing(evening)
    told = {"player": evening.people[1].pk, "points": 5, "reason": "A slip."}
    ask(evening, commands.adjust_points, director, **told)
    stranger = Player.objects.create_user("stranger")
    with refused("tournament.agreement-own"):
        answer(evening, stranger)
    stranger.is_director = True
    stranger.save()
    assert answer(evening, stranger) == "agreed"


def test_nothing_waits_once_the_tournament_is_over():
    evening = Evening(8, rounds=1)
    director = playing(evening)
    ask(evening, commands.remove, director, player=evening.people[1].pk, reason="x")
    evening.play_all()
    commands.close(by=director, tournament_id=evening.id, now=evening.now)
    assert Tournament.objects.get().agreements == 0
    with refused("tournament.agreement-unknown"):
        answer(evening, evening.people[2])
    with refused("tournament.own-interest"):
        commands.adjust_points(
            by=director,
            tournament_id=evening.id,
            now=evening.now,
            player=director.pk,
            points=5,
            reason="x",
        )


def test_where_all_sit_at_one_table_whoever_gains_nothing_agrees():
    evening = Evening(4, rounds=1, deals_per_round=1)
    director = playing(evening)
    evening.play_all()
    score = queries.current(evening.id).state.rounds[0].tables[0].scores[0]
    sat = of(evening, 1)
    asked = ask(
        evening, commands.void_deal, director, deal=score.deal_id, reason="A card was torn."
    )
    gaining = {one.pk for one, net in zip(sat, score.net, strict=True) if net < 0}
    assert set(asked.interested) == {director.pk, *gaining}


def test_where_nobody_can_agree_the_director_is_told():
    evening = Evening(2)
    director = playing(evening)
    with refused("tournament.agreement-nobody"):
        commands.remove(
            by=director,
            tournament_id=evening.id,
            now=evening.now,
            player=evening.people[1].pk,
            reason="x",
        )


def _points(evening: Evening) -> Any:
    return commands.adjust_points, {"player": evening.people[1].pk, "points": 5, "reason": "x"}


def _remove(evening: Evening) -> Any:
    return commands.remove, {"player": evening.people[1].pk, "reason": "x"}


def _sit_out(evening: Evening) -> Any:
    return commands.sit_out, {"player": evening.people[1].pk}


def _apart(evening: Evening) -> Any:
    two = [one.pk for one in evening.people[1:3]]
    return commands.keep_apart, {"players": two, "reason": "They are married."}


def _terms(_evening: Evening) -> Any:
    return commands.correct_settings, {"settings": {"rounds": 2}, "reason": "It is late."}


def _redraw(_evening: Evening) -> Any:
    return commands.redraw, {"reason": "Two names were mixed up."}


def _seat(evening: Evening) -> Any:
    stands_in = Player.objects.create_user("stands-in")
    told: dict[str, Any] = {"tournament_id": evening.id, "now": evening.now}
    commands.list_reserve(by=evening.people[0], player=stands_in.pk, **told)  # which all may
    owner = of(evening, 1)[0]
    seat = of(evening, 1).index(owner)
    given = {"table": 1, "seat": seat, "player": stands_in.pk, "span": "rest", "reason": "x"}
    return commands.give_seat, given


ACTS = {
    "points-adjusted": _points,
    "member-removed": _remove,
    "absence-announced": _sit_out,
    "members-kept-apart": _apart,
    "setting-corrected": _terms,
    "draw-discarded": _redraw,
    "seat-given": _seat,
}
"""Acts that wait, by the name of the event that follows an agreement."""


def names(evening: Evening) -> list[str]:
    return [one.name.removeprefix("tournament.") for one in read(f"tournament-{evening.id}")]


@pytest.mark.parametrize("event", ACTS)
@pytest.mark.parametrize("agrees", [True, False])
def test_each_act_is_carried_out_once_agreed_and_never_if_declined(event, agrees):
    evening = Evening(8, rounds=3)
    director = playing(evening)
    command, said = ACTS[event](evening)
    asked = ask(evening, command, director, **said)
    assert names(evening)[-1] == "agreement-asked"
    state = queries.current(evening.id).state
    who = next(one for one in evening.people if one.pk in free(state, asked))
    assert answer(evening, who, agrees=agrees) == ("agreed" if agrees else "declined")
    after = names(evening)[names(evening).index("agreement-ended") :]
    assert (event in after) is agrees and len(after) > agrees
    if agrees:
        done = next(one for one in read(f"tournament-{evening.id}") if one.name.endswith(event))
        assert done.metadata["by"] == director.pk  # it remains the director's act
    rebuild(evening.id)
    assert list(check_log()) == []


@pytest.mark.parametrize("event", ["seat-given", "absence-announced"])
def test_what_meant_one_round_lapses_with_the_next_draw(event):
    evening = Evening(8, rounds=3, deals_per_round=1)
    director = playing(evening)
    command, said = ACTS[event](evening)
    asked = ask(evening, command, director, **said)
    evening.play_all()
    state = queries.current(evening.id).state
    assert len(state.rounds) > 1
    who = next(one for one in evening.people if one.pk in free(state, asked))
    assert answer(evening, who) == "lapsed"
    assert event not in names(evening)

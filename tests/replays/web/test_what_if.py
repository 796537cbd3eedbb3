"""What if: another move at a decision, played on by the real stock, and nothing of it anywhere but on its page."""

import re
from contextlib import suppress
from html import unescape

import pytest

from games import queries
from games.engine.deal import decide, legal_moves
from games.engine.evolve import fold
from games.engine.recording.notation import move_text
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.state import Phase
from games.errors import Refused
from games.log.models import Event
from games.models import Deal, Player
from replays.queries.replay import Replay, replay_of
from replays.queries.steps import StepKind
from replays.queries.what_if import ChoicePoint, decision_at, line_of
from tests.support.deals import running_deal, stored_deal
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db


def looked_back(deal: Deal) -> Replay:
    return replay_of(queries.history(deal.pk))


def decisions(replay: Replay) -> list[ChoicePoint]:
    found = []
    for step in replay.steps:
        if StepKind.DECISION in step.kind:
            with suppress(Refused):  # a single legal move is no decision
                found.append(decision_at(replay, step.version))
    return found


def page_of(deal: Deal, player: Player | None = None, **query: str | int):
    return browser(player).get(f"/replays/{deal.pk}/what-if/", query)


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC], ids=lambda rules: rules.key)
@pytest.mark.parametrize("seed", [3, 8])
def test_every_other_move_at_every_decision_is_played_to_an_end(four, rules, seed):
    replay = looked_back(stored_deal(rules, seed, four))
    found = decisions(replay)
    assert len(found) > 15
    moved = 0
    for decision in found:
        assert decision.made in decision.moves
        assert decision.moves == legal_moves(decision.before, decision.seat)
        for move in decision.moves:
            line = line_of(replay, decision, [move_text(move)], alone=False)
            end = line.replay.final
            assert end.phase is Phase.OVER and end.ending is not None and line.asked == ()
            assert line.result == end.ending.result and sum(line.result.net) == 0
            # It is the real deal up to there, and from there what the rules make of the move.
            assert line.replay.history[: decision.at - 1] == replay.history[: decision.at - 1]
            first = decide(decision.before, move)
            assert line.replay.history[decision.at - 1 :][: len(first)] == first
            assert fold(line.replay.history) == end
            moved += move != decision.made
    assert moved > 40


def test_the_same_move_again_is_the_real_deal_as_long_as_the_same_is_played(four):
    replay = looked_back(stored_deal(VINAGAMES, 3, four))
    decision = decisions(replay)[-1]
    assert decision.made is not None
    line = line_of(replay, decision, [move_text(decision.made)], alone=False)
    assert line.replay.history[decision.at - 1] == replay.history[decision.at - 1]


def test_a_seat_is_played_decision_by_decision_and_asked_when_it_is_its_turn(four):
    replay = looked_back(stored_deal(VINAGAMES, 3, four))
    decision = decisions(replay)[2]
    wishes: list[str] = []
    line = line_of(replay, decision, wishes, alone=True)
    assert line.asked == decision.moves and line.result is None
    while line.asked:
        state = line.replay.final
        assert line.asked == legal_moves(state, decision.seat)
        wishes.append(move_text(line.asked[-1]))
        before = len(line.replay.history)
        line = line_of(replay, decision, wishes, alone=True)
        assert len(line.replay.history) > before
    assert line.result is not None and len(wishes) > 3
    with pytest.raises(Refused) as refused:
        line_of(replay, decision, [*wishes, "hit"], alone=True)
    assert refused.value.code == "replay.line-over"
    with pytest.raises(Refused) as refused:
        line_of(replay, decision, ["hit"] * 61, alone=True)
    assert refused.value.code == "replay.line-long"


def test_what_no_rule_allows_is_refused_with_its_section(four):
    deal = stored_deal(VINAGAMES, 3, four)
    replay = looked_back(deal)
    decision = next(
        one for one in decisions(replay) if one.before.phase is Phase.DISCARD and one.at > 20
    )
    answer = page_of(deal, four[0], at=decision.at, move="discard Kr")
    assert answer.status_code >= 400 and "§" in answer.content.decode()
    for wrong in ("discard", "discard Xx", "fly", "meld Rr Rr Rr Rr Rr", "", "claim", "x" * 5000):
        answer = page_of(deal, four[0], at=decision.at, move=wrong)
        assert 400 <= answer.status_code < 500, wrong
    for at in ("", "0", "999999", "-3", "x"):
        assert page_of(deal, four[0], at=at).status_code == 404
    assert page_of(deal, four[0], at=decision.at, step="99999", move="hit").status_code < 500
    assert page_of(deal, four[0]).status_code == 404


def test_the_page_says_that_nothing_of_it_was_played_and_compares_the_points(four):
    deal = stored_deal(VINAGAMES, 3, four)
    replay = looked_back(deal)
    decision = decisions(replay)[4]
    other = next(move for move in decision.moves if move != decision.made)
    before = list(Event.objects.values_list("pk", "hash"))
    html = page_of(deal, four[1], at=decision.at).content.decode()
    assert "Hypothetical." in html and "what was played" in html
    links = [
        unescape(link) for link in re.findall(r'class="button button--quiet" href="([^"]+)"', html)
    ]
    assert len(links) >= len(decision.moves)
    html = page_of(deal, four[1], at=decision.at, move=move_text(other)).content.decode()
    assert "Hypothetical." in html and "How it would have ended" in html
    line = line_of(replay, decision, [move_text(other)], alone=False)
    assert line.result is not None
    cells = re.findall(r'<td class="num[^"]*">([^<]+)</td>', html[html.index('id="compared"') :])
    told = [int(cell.replace("−", "-")) for cell in cells]
    assert told[0::3] == list(replay.result.net) and told[1::3] == list(line.result.net)
    assert [here - real for real, here in zip(told[0::3], told[1::3], strict=True)] == told[2::3]
    assert list(Event.objects.values_list("pk", "hash")) == before
    assert Deal.objects.get(pk=deal.pk).version == deal.version


def test_each_step_of_a_line_has_a_link_and_stands_on_its_own(four):
    deal = stored_deal(FOURSAC, 8, four)
    decision = decisions(looked_back(deal))[3]
    other = next(move for move in decision.moves if move != decision.made)
    html = page_of(deal, four[0], at=decision.at, move=move_text(other)).content.decode()
    steps = [unescape(link) for link in re.findall(r'<li><a href="(\?at=[^"]+step=[^"]+)"', html)]
    assert len(steps) > 5
    boards = set()
    for link in steps:
        answer = browser(four[0]).get(f"/replays/{deal.pk}/what-if/{link}")
        assert answer.status_code == 200
        boards.add(re.sub(r"\s+", " ", answer.content.decode().split('id="board"')[1])[:4000])
    assert len(boards) == len(steps)


def test_with_the_eyes_of_the_seat_no_other_hand_is_open(four):
    deal = stored_deal(VINAGAMES, 3, four)
    whole = looked_back(deal)
    decision = decisions(whole)[3]
    eyes = str(decision.seat)
    own = whole.as_seen(decision.seat)
    at = own.nearest(decision.at)
    html = page_of(deal, four[0], at=at, **{"as": eyes, "play": "own"}).content.decode()
    assert html.count("In hand</h3>") == 1
    assert (
        page_of(deal, four[0], at=decision.at, play="own").content.decode().count("In hand</h3>")
        == 4
    )
    for others in ("public", str((decision.seat + 1) % 4)):
        answer = page_of(deal, four[0], at=at, **{"as": others})
        assert answer.status_code == 403


def test_a_deal_that_is_played_has_none_and_strangers_are_asked_to_log_in(four):
    deal = stored_deal(VINAGAMES, 3, four)
    decision = decisions(looked_back(deal))[0]
    assert page_of(deal, None, at=decision.at).status_code == 302
    running = running_deal(VINAGAMES, 4, four)
    for at in range(1, running.version + 1):
        answer = page_of(running, four[0], at=at)
        assert 400 <= answer.status_code < 500 and "In hand" not in answer.content.decode()


def test_the_replay_links_there_from_decisions_alone(four):
    deal = stored_deal(VINAGAMES, 3, four)
    replay = looked_back(deal)
    decision = decisions(replay)[3]
    html = browser(four[0]).get(f"/replays/{deal.pk}/?at={decision.at}").content.decode()
    way = html[html.index("what-if__way") :][:400]
    assert (
        f"/replays/{deal.pk}/what-if/?at={decision.at}" in way and "hidden" not in way.split(">")[0]
    )
    for eyes in ("open", "public", str(decision.seat)):
        asked = f"/replays/{deal.pk}/?as={eyes}"
        html = browser(four[0]).get(asked).content.decode()
        moves = re.findall(r'data-at="([0-9]+)" data-kinds="([^"]*)"', html)
        offered = {at for at, kinds in moves if "tried" in kinds.split()}
        taken = {
            at
            for at, _ in moves
            if page_of(deal, four[0], at=at, **{"as": eyes}).status_code == 200
        }
        assert offered == taken, eyes
        assert ("what-if__way" in html) == bool(offered)
    start = browser(four[0]).get(f"/replays/{deal.pk}/").content.decode()
    assert "hidden" in start[start.index("what-if__way") :].split(">")[0]


def test_a_program_gets_the_same_line(four):
    deal = stored_deal(FOURSAC, 8, four)
    replay = looked_back(deal)
    decision = decisions(replay)[3]
    other = next(move for move in decision.moves if move != decision.made)
    line = line_of(replay, decision, [move_text(other)], alone=False)
    asked = browser(four[0])
    query: dict[str, str | int] = {"at": decision.at, "move": move_text(other)}
    told = asked.get(f"/api/v1/deals/{deal.pk}/what-if/", query).json()
    assert decision.made is not None and line.result is not None
    assert told["hypothetical"] is True and told["made"] == move_text(decision.made)
    assert told["moves"] == [move_text(move) for move in decision.moves] and told["asked"] == []
    assert [one["version"] for one in told["events"]] == [
        step.version for step in line.replay.steps if step.logged >= decision.at
    ]
    assert told["result"]["net"] == list(line.result.net)
    open_still = asked.get(f"/api/v1/deals/{deal.pk}/what-if/", {"at": decision.at}).json()
    assert open_still["result"] is None and open_still["asked"] == told["moves"]
    for wrong in ("", "x", "-1", "9999999", "٣"):
        answer = asked.get(f"/api/v1/deals/{deal.pk}/what-if/", {"at": wrong})
        assert answer.status_code == 404 and answer["Content-Type"].startswith("application/")

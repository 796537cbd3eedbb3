"""One person among bots, unseen (§6.10): no claim window, the time of a move for a claim, nothing to read off."""

from datetime import timedelta

import pytest

from games import commands, queries
from games.commands.deal.deal_work import DealWork
from games.engine.attendance import GRACE
from games.engine.deal import legal_moves, to_move
from games.engine.events import ClaimAnswered, ClaimsOffered, TimeRanOut
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC
from games.engine.state import Phase
from games.log import read
from games.models import Deal, Player, Table
from tests.support.deals import NOW, running_deal, turns
from tests.support.guests import guest_browser
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def an() -> Player:
    return Player.objects.create_user("an")


def unseen(*people: Player, seed: int = 6, spectators: bool = False) -> Deal:
    """Return a deal of 4sac whose table nobody may look on at, unless they may."""
    deal = running_deal(FOURSAC, seed, people)
    Table.objects.filter(pk=deal.table_id).update(spectators=spectators)
    return Deal.objects.select_related("table").get(pk=deal.pk)


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Phase, tuple[int, ...]]]:
    """In which phase each unit of work left the deal, and for whom it waited."""
    seen: list[tuple[Phase, tuple[int, ...]]] = []
    save = DealWork.save

    def noting(work: DealWork, **options: str | None) -> int:
        version = save(work, **options)
        seen.append((work.state.phase, to_move(work.state)))
        return version

    monkeypatch.setattr(DealWork, "save", noting)
    return seen


@pytest.mark.parametrize("seed", [6, 7, 8])
def test_no_window_opens_and_a_claim_has_the_time_of_a_move(an, seed, left):
    deal, claims = unseen(an, seed=seed), 0
    for state in turns(deal, lambda moves: moves[-1], clock=lambda: NOW):
        deal.refresh_from_db()
        assert deal.window_until is None
        if state.phase is Phase.CLAIMS:
            claims += 1
            whole = timedelta(seconds=deal.table.seconds_per_move) + GRACE
            assert deal.deadline == deal.changed_at + whole
    assert claims
    # Nothing that anybody could look at ever waited for a bot's answer.
    assert {asked for phase, asked in left if phase is Phase.CLAIMS} == {(0,)}
    told = [row.event for row in queries.history(deal.pk)]
    assert any(isinstance(event, ClaimAnswered) and event.seat for event in told)
    assert verify(queries.record_of(deal.pk)) is None


def test_a_card_that_a_bot_was_asked_about_looks_like_one_that_nobody_was(an):
    deal, hidden = unseen(an), 0
    for _state in turns(deal, lambda moves: moves[-1], clock=lambda: NOW):
        seen = queries.see_deal(Deal.objects.get(pk=deal.pk), an)
        told = [row.event for row in queries.history(deal.pk)]
        asked_a_bot = [e for e in told if isinstance(e, ClaimsOffered) and not e.offers[0]]
        hidden += bool(asked_a_bot)
        numbers = [row.version for row in seen.events]
        assert numbers == list(range(1, len(numbers) + 1))
        assert seen.view.phase is not Phase.CLAIMS or seen.moves
    assert hidden


def test_who_is_silent_is_played_for_when_the_time_of_a_move_is_up(an):
    deal = unseen(an)
    for state in turns(deal, lambda moves: moves[-1], clock=lambda: NOW):
        if state.phase is Phase.CLAIMS:
            break
    deal.refresh_from_db()
    assert deal.deadline is not None
    assert commands.time_out(deal_id=deal.pk, now=deal.changed_at + timedelta(seconds=30)) == 0
    assert commands.time_out(deal_id=deal.pk, now=deal.deadline) == 1
    told = [row.event for row in queries.history(deal.pk)]
    assert TimeRanOut(0) in told


def test_a_discard_that_bots_answered_at_once_is_answered_the_same_when_it_is_sent_again(an):
    again = 0
    for seed in (6, 7, 8):
        deal = unseen(an, seed=seed)
        for state in turns(deal, lambda moves: moves[-1], clock=lambda: NOW):
            if state.phase is not Phase.DISCARD:
                continue
            deal.refresh_from_db()
            sent = {
                "by": an,
                "deal_id": deal.pk,
                "move": legal_moves(state, 0)[-1],
                "move_id": f"step-{state.version:05}",
                "expected_version": queries.see_deal(deal, an).view.version,
                "now": max(NOW, deal.changed_at),
            }
            version = commands.submit_move(**sent)
            told = [row.event for row in queries.history(deal.pk)][state.version :]
            again += any(isinstance(event, ClaimAnswered) for event in told)
            assert commands.submit_move(**sent) == version
            break
    assert again


@pytest.mark.parametrize(("spectators", "others"), [(True, ()), (False, ("binh",))])
def test_who_may_be_looked_at_or_plays_with_another_person_has_even_windows(an, spectators, others):
    people = [an, *map(Player.objects.create_user, others)]
    deal = unseen(*people, seed=7, spectators=spectators)
    windows = 0
    for _state in turns(deal, lambda moves: moves[0], clock=lambda: NOW):
        commands.play_bots(deal_id=deal.pk, clock=lambda: NOW)
        windows += "window" in str(metadata_of(deal))
    assert windows


def metadata_of(deal: Deal) -> list[object]:
    return [event.metadata for event in read(deal.stream)]


def test_play_now_is_for_nobody_to_look_on_and_its_page_needs_no_scripts_for_claims():
    client, guest = guest_browser(rules="4sac")
    table = Table.objects.get()
    assert not table.spectators
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "If you can claim a card, the game waits for your answer" in page
    assert "your page has to update itself" not in page
    assert guest.is_guest
    stranger = browser(Player.objects.create_user("chi"))
    assert stranger.get(f"/tables/{table.pk}/").status_code == 403

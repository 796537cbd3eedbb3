"""The pages of corrections: what a director and a referee may, what members read, and what is refused in words."""

import re
from typing import Any
from uuid import uuid4

import pytest

from games import acts
from games.models import Deal, Player
from tests.support.agreements import waiting_acts
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tournaments.models import RoundTable, Standing, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def evening() -> Evening:
    evening = Evening(4, rounds=1, deals_per_round=2)
    evening.play()
    evening.follow()
    return evening


def sent(act: str, **said: Any) -> dict[str, Any]:
    return {"act": act, "idempotency_key": str(uuid4()), **said}


def names_at(evening: Evening) -> list[list[str]]:
    """Return who sits at each table of the round, by name, from south on."""
    names = {f"player:{one.pk}": one.shown_name for one in evening.people}
    rows = RoundTable.objects.filter(tournament=evening.id).order_by("number")
    return [[names[label] for label in row.seats] for row in rows]


def test_a_deal_is_voided_replayed_and_counted_again_by_hand(evening: Evening) -> None:
    director, base = browser(evening.director), f"/tournaments/{evening.id}/"
    deal = Deal.objects.filter(ended_at__isnull=False)[0].pk
    page = f"{base}corrections/deals/{deal}"
    assert page in director.get(f"{base}corrections/").content.decode()
    assert "Play it again" in director.get(page).content.decode()
    void = sent("void", reason="A card was torn.", section="§1.3")
    assert director.post(page, {**void, "section": "by custom"}).status_code == 422
    for _twice in range(2):
        assert director.post(page, void).status_code == 303
    shown = browser(evening.people[0]).get(base).content.decode()
    assert "does not count" in shown and "A card was torn. (§1.3)" in shown
    assert "What was corrected" in shown and "director" in shown
    assert director.post(page, sent("void", reason="Again.")).status_code == 409
    assert director.post(page, sent("replay")).status_code == 303
    assert director.post(page, sent("take-back", reason="It was whole.")).status_code == 303
    assert "does not count" not in browser().get(base).content.decode()


def test_deals_to_correct_stand_with_winner_and_points_and_voiding_looks_dangerous(
    evening: Evening,
) -> None:
    director, base = browser(evening.director), f"/tournaments/{evening.id}/corrections/"
    page = director.get(base).content.decode()
    for deal in Deal.objects.filter(ended_at__isnull=False):
        won = f"won with {deal.points} point"
        assert (won if deal.winner is not None else "nobody won") in page
        chosen = director.get(f"{base}deals/{deal.pk}").content.decode()
        assert 'class="button button--danger" name="act" value="void"' in chosen


def test_points_terms_and_groups_are_corrected_by_hand(evening: Evening) -> None:
    director, base = browser(evening.director), f"/tournaments/{evening.id}/corrections/"
    an, binh = (player.pk for player in evening.people[:2])
    points = sent("points", player=an, points=-20, reason="Late.", section="")
    assert director.post(f"{base}points", {**points, "points": "0"}).status_code == 422
    assert director.post(f"{base}points", points).status_code == 303
    assert ["adjusted", -20, "Late."] in Standing.objects.get(player=an).notes
    assert "-20" in director.get(base).content.decode().replace("−", "-")
    taken = sent("adjustment", reason="No.")
    for _twice in range(2):
        assert director.post(f"{base}points/1", taken).status_code == 303
    assert director.get(f"{base}points/1").status_code == 409
    terms = director.get(f"{base}terms").content.decode()
    named = {
        "name": Tournament.objects.get().name,
        "ruling_hours": 0,
        "door_fee": 0,
        "series_best": 0,
        "series_present": 0,
    }
    assert 'name="rounds"' in terms and 'name="entry_fee"' not in terms
    assert (
        director.post(f"{base}terms", sent("terms", **named, rounds=1, reason="x")).status_code
        == 422
    )
    assert (
        director.post(f"{base}terms", sent("terms", **named, rounds=3, reason="Time.")).status_code
        == 303
    )
    assert Tournament.objects.get().terms.rounds == 3
    apart = sent("apart", players=[an, binh], reason="Spouses.")
    refused = director.post(f"{base}apart", apart)
    assert refused.status_code == 409 and "too few tables for that (1)" in refused.content.decode()
    assert director.post(f"{base}apart", sent("end", group="9")).status_code == 409
    assert director.post(f"{base}redraw", sent("redraw", reason="x")).status_code == 409


def test_a_redraw_is_taken_back_by_hand_and_everybody_reads_both_draws() -> None:
    evening = Evening(8)
    director, base = browser(evening.director), f"/tournaments/{evening.id}/"
    page = f"{base}corrections/redraw"
    first = director.get(page).content.decode()
    assert (
        "Take the redraw back" not in first and "Another redraw cannot be taken back" not in first
    )
    sat = names_at(evening)
    early = director.post(page, sent("redraw-back", reason="x", shown="1"))
    assert early.status_code == 409 and "This round was drawn only once" in early.content.decode()
    assert director.post(page, sent("redraw", reason="A name.", shown="1")).status_code == 303
    corrections = director.get(f"{base}corrections/").content.decode()
    assert "Take the redraw back …" in corrections and f'"{page}#redraw-back"' in corrections
    asked = director.get(page).content.decode()
    assert "Go back to the previous draw" in asked and 'name="shown" value="2"' in asked
    assert 'id="redraw-back"' in asked and "<h1>Correct a draw</h1>" in asked
    assert sat != names_at(evening), "it was another draw"
    read = [
        re.findall("<bdi>(.*?)</bdi>", line)
        for line in re.findall("<li>Table .*?</li>", asked, re.S)
    ]
    assert read == sat
    assert 'for="redraw_reason"' in asked and 'for="redraw-back_reason"' in asked
    assert director.post(page, sent("redraw-back", reason="", shown="2")).status_code == 422
    assert director.post(page, sent("redraw-back", reason="x", shown="1")).status_code == 409
    back = sent("redraw-back", reason="It was right.", shown="2")
    for _twice in range(2):
        assert director.post(page, back).status_code == 303
    once_more = director.get(page).content.decode()
    assert (
        "Go back to the previous draw" not in once_more
        and "Another redraw cannot be taken back" in once_more
    )
    assert names_at(evening) == sat
    again = director.post(page, sent("redraw-back", reason="x", shown="1"))
    assert again.status_code == 409 and "can be done only once" in again.content.decode()
    log = browser().get(f"{base}log").content.decode()
    assert "draw 1 of the tournament counts again. It was right." in log
    assert log.count(">Round 1</a>") == 1 and ">Round 2</a>" not in log
    assert "It was right." in browser(evening.people[0]).get(base).content.decode()
    acts.gather()
    assert (
        "went back to the previous draw of round 1"
        in browser().get("/club/staff/").content.decode()
    )


def test_members_correct_nothing_directors_who_play_ask_and_referees_draw_nothing(
    evening: Evening,
) -> None:
    base, member = f"/tournaments/{evening.id}/corrections/", evening.people[0]
    assert browser(member).get(base).status_code == 403
    assert "corrections/" not in browser(member).get(f"/tournaments/{evening.id}/").content.decode()
    points = sent("points", player=member.pk, points=5, reason="x")
    Player.objects.filter(pk=member.pk).update(is_director=True)
    asking = browser(Player.objects.get(pk=member.pk))
    assert "another member has to agree" in asking.get(f"{base}points").content.decode()
    assert asking.post(f"{base}points", points).status_code == 303
    assert (
        "You play in this tournament, so another member has to agree first"
        in asking.get(base).content.decode()
    )
    assert waiting_acts(evening.id) == ["adjust_points"]
    referee = browser(Player.objects.create_user("referee", is_referee=True))
    assert referee.get(f"{base}redraw").status_code == 403
    assert referee.post(f"{base}points", points).status_code == 303
    assert referee.get(f"{base}deals/99999999999999999999").status_code == 404
    assert referee.post(f"{base}points", sent("sing")).status_code == 422

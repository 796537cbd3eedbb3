"""The referee's desk: the queue of what waits, and one page with all of a case before the signature (§10.8)."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games import acts, tasks
from games.common.places import deal_in_sentence
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.log import stream_version
from games.models import Deal, Player
from replays import queries
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW, penalty_seed, safe_win_seed, stored_deal, taken_in
from tests.support.disputed import LATER, after_the_prizes, disputed, in_a_tournament
from tests.support.play_pages import browser
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

QUEUE = "/admin/replays/dispute/"


def page(by: Player, row: Dispute) -> str:
    return unescape(browser(by).get(address(row)).content.decode())


def address(row: Dispute) -> str:
    return reverse("desk-case", args=[row.pk])


def part(html: str, name: str, end: str = "</section>") -> str:
    """Return the part of a page with this id, as words."""
    found = html.partition(f'id="{name}"')[2].partition(end)[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found))


def file(by: Player, deal: Deal, reason: str = "It was safe.") -> Dispute:
    at = taken_in(deal).version
    return rulings.file_dispute(by=by, deal_id=deal.pk, discard=at, reason=reason, now=LATER)


def test_the_queue_says_state_age_deadline_stake_and_parties_the_nearest_end_first(
    four, referee, deal
):
    empty = browser(referee).get(QUEUE).content.decode()
    assert "No disputes are waiting for a ruling." in empty
    second = stored_deal(
        VINAGAMES, safe_win_seed(), four, name="Bàn 2", now=NOW - timedelta(days=2)
    )
    row, sooner = file(four[0], deal), file(four[1], second)
    rulings.file_dispute(by=four[2], deal_id=deal.pk, discard=row.discard, reason="No!", now=LATER)
    html = unescape(browser(referee).get(QUEUE).content.decode())
    shown = html.partition('id="queue"')[2].partition("</section>")[0]
    assert shown.index(address(sooner)) < shown.index(address(row)), "its end is nearer"
    words = part(html, "queue")
    for said in ("waiting for a ruling", "old", "others can join until", "68 points, 680 chips"):
        assert said in words
    assert "Disputed by: an, chi. binh discarded the card, and dung won with it." in words


def test_an_appeal_waits_and_a_ruling_that_can_be_appealed_stands_behind_it(four, referee, deal):
    row = file(four[0], deal)
    said: dict[str, Any] = {"outcome": "reversed", "section": "§10.3", "reason": "so", "now": LATER}
    rulings.give_ruling(by=referee, dispute_id=row.pk, **said)
    (case,) = queries.queue(LATER)
    assert not case.waits and case.until is not None
    assert queries.queue(case.until) == (), "it is final"
    rulings.appeal_ruling(by=four[1], dispute_id=row.pk, reason="no", now=LATER)
    (case,) = queries.queue(LATER)
    assert case.waits and case.until is None
    assert "appealed: waiting for another referee" in browser(referee).get(QUEUE).content.decode()


def test_one_page_has_position_verdict_rule_words_and_effects(four, referee, deal):
    row = file(four[0], deal, "The yellow one was no better.")
    rulings.file_dispute(
        by=four[2], deal_id=deal.pk, discard=row.discard, reason="Look at the rook.", now=LATER
    )
    html = page(referee, row)
    told = part(html, "dispute-story", "</ol>")
    assert "The yellow one was no better." in told and "Look at the rook." in told
    judged = part(html, "dispute-judged")
    assert "was it safe?" in judged and "Total (usefulness)" in judged
    assert "Usefulness" in part(html, "rules") and "offender pays" in part(html, "rules")
    effects = part(html, "effects")
    assert (
        "As judged automatically" in effects
        and "Penalty lifted" in effects
        and "Payment shared" in effects
    )
    assert "Penalty imposed" not in effects
    assert "from −108 to −40" in effects and "from −108 to −74" in effects
    assert "+680" in effects and "taken back after a ruling" in effects
    assert html.count('<table id="effect-') == 2, "no standings at a table of the club"


def test_the_position_holds_only_what_the_discarder_saw(four, referee, deal, discard):
    shown = page(referee, file(four[0], deal)).partition('id="position"')[2]
    shown = shown.partition('id="dispute-judged"')[0]
    _deal, whole = queries.get_replay(deal.pk)
    seat = taken_in(deal).seat
    before = [step for step in whole.steps if step.logged < discard][-1]
    frame = whole.frame(before.version)
    drawn = len(re.findall(r'class="card card--[rygw]', shown))
    public = sum(len(made.cards) for one in frame.seats for made in one.public)
    active = frame.active is not None
    assert drawn == frame.seats[seat].count + public + len(frame.dead) + active
    assert shown.count("In hand") == 1


def test_a_safe_discard_can_be_imposed_upon(four, referee):
    deal = stored_deal(VINAGAMES, safe_win_seed(), four)
    effects = part(page(referee, file(four[0], deal)), "effects")
    assert "Penalty imposed" in effects and "Penalty lifted" not in effects


@pytest.mark.usefixtures("followers_do_not_wait")
def test_standings_and_paid_prizes_stand_before_and_after(referee):
    row = disputed(after_the_prizes(penalty_seed()))
    html = page(referee, row)
    assert html.count('<table id="effect-') == 4
    standings = part(html, "effect-standings", "</table>")
    assert re.search(
        r"from place \d with [+−]\d+ points to place \d with [+−]\d+ points", standings
    )
    assert "(already paid), in" in html
    assert re.search(r"from \d+ to \d+", part(html, "effect-prizes", "</table>"))
    assert "pot of Giải tháng mười một" in part(html, "transfers", "</details>")


def test_earlier_final_rulings_are_shown_of_the_same_section_and_outcome_once_it_is_ruled(
    four, referee, deal
):
    said: dict[str, Any] = {"section": "§10.3", "now": LATER}
    older = []
    for seed, section in ((safe_win_seed(), "§10.3"), (safe_win_seed(), "§10.5")):
        row = file(four[0], stored_deal(VINAGAMES, seed, four, name=f"Bàn {section}"))
        older.append(
            rulings.give_ruling(
                by=referee,
                dispute_id=row.pk,
                outcome="reversed",
                **{**said, "section": section, "reason": f"As {section} says."},
            )
        )
    row = file(four[0], deal)
    assert queries.earlier_rulings(row, now=LATER) == [], "they can be appealed"
    final = LATER + timedelta(days=400)
    assert {one.pk for one in queries.earlier_rulings(row, now=final)} == {one.pk for one in older}
    other = Player.objects.create_user("hai", is_referee=True)
    row = rulings.give_ruling(by=other, dispute_id=row.pk, outcome="reversed", reason="so", **said)
    assert [one.pk for one in queries.earlier_rulings(row, now=final)] == [older[0].pk]
    Dispute.objects.exclude(pk=row.pk).update(until=None)
    assert "As §10.3 says." in part(page(other, row), "like")


def test_who_signs_what_is_not_so_any_more_is_told_so_and_nothing_is_ruled(four, referee, deal):
    row = file(four[0], deal)
    seen = re.search(r'name="seen" value="(\d+)"', page(referee, row))
    assert seen is not None and int(seen[1]) == stream_version(deal.stream)
    rulings.file_dispute(
        by=four[2], deal_id=deal.pk, discard=row.discard, reason="More.", now=LATER
    )
    before = stream_version(deal.stream)
    good = {"decision": "reversed", "section": "§10.3", "reason": "so", "seen": seen[1]}
    answer = browser(referee).post(address(row), good)
    html = unescape(answer.content.decode())
    assert answer.status_code == 409 and "Somebody added something while" in html
    assert "More." in html and stream_version(deal.stream) == before
    fresh = re.search(r'name="seen" value="(\d+)"', html)
    assert fresh is not None and int(fresh[1]) == before
    assert browser(referee).post(address(row), {**good, "seen": before}).status_code == 303
    for odd in ("x", "0", "-1", "9" * 30, "٣"):
        other = Player.objects.create_user(f"referee-{odd}", is_referee=True)
        sent = {"withdraw": "1", "reason": "so", "seen": odd}
        assert browser(other).post(address(row), sent).status_code == 422


def test_the_second_of_two_referees_is_told_that_it_is_ruled(four, referee, deal):
    row = file(four[0], deal)
    other = Player.objects.create_user("hai", is_referee=True)
    good = {"decision": "upheld", "section": "§10.3", "reason": "so"}
    good["seen"] = str(stream_version(deal.stream))
    pages: list[Client] = [browser(one) for one in (referee, other)]
    assert pages[0].post(address(row), good).status_code == 303
    answer = pages[1].post(address(row), good)
    assert answer.status_code == 409
    assert "This dispute already has a ruling" in unescape(answer.content.decode())
    row.refresh_from_db()
    assert row.referee == referee


def test_a_withdrawal_shows_what_it_does_and_a_final_ruling_offers_nothing(four, referee, deal):
    row = file(four[0], deal)
    said: dict[str, Any] = {"section": "§10.3", "reason": "so", "now": LATER, "outcome": "reversed"}
    rulings.give_ruling(by=referee, dispute_id=row.pk, **said)
    tasks.finish_deal(deal.pk)
    other = Player.objects.create_user("hai", is_referee=True)
    with time_machine.travel(LATER, tick=False):
        effects = part(page(other, row), "effects")
        assert "The ruling is in effect." in page(referee, row)
    assert "Ruling withdrawn" in effects and "from −40 to −108" in effects
    rulings.appeal_ruling(by=four[1], dispute_id=row.pk, reason="no", now=LATER)
    rulings.give_ruling(by=other, dispute_id=row.pk, **said)
    html = page(Player.objects.create_user("ba", is_referee=True), row)
    assert 'id="effects"' not in html and "ruling_form" not in html
    final = page(other, row)
    assert (
        "You gave the first ruling on that dispute" not in final
        and "The ruling is in effect" not in final
    )
    with pytest.raises(Refused, check=lambda error: error.code == "ruling.own-ruling"):
        rulings.withdraw_ruling(by=other, dispute_id=row.pk, reason="no", now=LATER)


def test_behind_the_time_to_appeal_no_withdrawal_is_offered(four, referee, deal):
    row = rulings.file_dispute(
        by=four[0], deal_id=deal.pk, discard=taken_in(deal).version, reason="no", now=LATER
    )
    rulings.give_ruling(
        by=referee, dispute_id=row.pk, outcome="reversed", section="§10.3", reason="so", now=LATER
    )
    row = Dispute.objects.get(pk=row.pk)
    assert row.until is not None
    other = Player.objects.create_user("another", is_referee=True, is_staff=True)
    address = reverse("desk-case", args=[row.pk])
    for at, offered in ((row.until - timedelta(minutes=1), True), (row.until, False)):
        with time_machine.travel(at, tick=False):
            html = browser(other).get(address).content.decode()
        assert ("Ruling withdrawn" in html) is offered
        assert ('id="ruling_form"' in html) is offered


@pytest.mark.usefixtures("followers_do_not_wait")
@time_machine.travel(LATER, tick=False)
def test_who_closes_a_tournament_is_told_which_rulings_can_still_be_appealed(referee):
    row = disputed(in_a_tournament(penalty_seed()))
    said: dict[str, Any] = {"section": "§10.3", "reason": "so", "now": LATER}
    rulings.give_ruling(by=referee, dispute_id=row.pk, outcome="upheld", **said)
    director = Player.objects.get(username="dora")
    address = reverse("close-tournament", args=[Tournament.objects.get().pk])
    close = browser(director).get(address).content.decode()
    assert "No disputes are waiting for a ruling." in close
    assert "1 ruling can still be appealed, until " in close


@pytest.mark.usefixtures("followers_do_not_wait")
def test_the_staffs_acts_say_how_it_was_ruled(four, referee, deal):
    said: dict[str, Any] = {"section": "§10.3", "reason": "so", "now": LATER}
    rulings.give_ruling(by=referee, dispute_id=file(four[0], deal).pk, outcome="reversed", **said)
    acts.gather()
    html = browser(four[0]).get(reverse("staff")).content.decode()
    named = deal_in_sentence(deal.number, deal.table.name)
    assert f"ruled on deal {named} under §10.3, changing the automatic decision" in html

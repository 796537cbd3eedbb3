"""Stepping through a finished deal: what everybody sees of it."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from games import queries
from games.engine.events import CardDiscarded
from games.engine.recording.records import from_record
from games.engine.rules import FOURSAC, VINAGAMES
from tests.support.deals import ending_of, exhausted_seed, safe_win_seed, stored_deal
from tests.support.play_pages import browser
from tests.support.replay_pages import offered, page, steps

pytestmark = pytest.mark.django_db


def test_a_stranger_to_the_club_is_sent_to_the_login(deal):
    for name, args in (("replays", []), ("replay", [deal.pk]), ("replay-record", [deal.pk])):
        answer = Client().get(reverse(name, args=args))
        assert answer.status_code == 302
        assert "/accounts/login/" in answer["Location"]


def test_seats_other_members_referee_and_director_step_through_the_same_deal(
    four, stranger, referee, director, deal, discard
):
    shown = [
        re.sub(r'csrf[^"]*"[^>]*>', "", page(viewer, deal, discard).partition('class="centre"')[2])
        for viewer in (stranger, referee)
    ]
    assert shown[0].partition('id="payout"')[0] == shown[1].partition('id="payout"')[0]
    for viewer in (*four, director):
        assert "Every trash card" in page(viewer, deal, discard)


def test_every_step_has_a_link_of_its_own_and_the_four_keys_lead_on(stranger, deal):
    html = page(stranger, deal)
    listed = steps(html)
    assert listed[0] == 10  # after the commitments and four seeds the cards are dealt
    assert listed == list(range(10, listed[-1] + 1))
    assert f"Step 1 of {len(listed)}" in html
    assert re.search(r'data-key="ArrowLeft" data-repeat\s+role="link" aria-disabled', html)
    middle = page(stranger, deal, listed[10])
    for key, version in (
        ("Home", listed[0]),
        ("ArrowLeft", listed[9]),
        ("ArrowRight", listed[11]),
        ("End", listed[-1]),
    ):
        assert f'data-key="{key}" data-repeat\n href="?at={version}"' in middle
    assert re.search(rf'id="move-{listed[10]}"[^>]*aria-current="step"', middle)
    assert 'data-key="ArrowRight" data-repeat\n role="link"' in page(stranger, deal, listed[-1])


def test_all_hands_are_open_at_every_step(stranger, deal):
    html = page(stranger, deal)
    # 20 cards for each seat and 21 for the starter, all of them drawn.
    drawn = html.partition('class="replay__seats"')[2].partition('class="actions')[0]
    assert len(re.findall(r'class="card card--', drawn)) == 81


def test_bots_of_a_kind_are_told_apart_in_the_moves_and_in_the_payout(four):
    deal = stored_deal(VINAGAMES, safe_win_seed(), four[:1])
    html = page(four[0], deal)
    for name in ("Mai", "Huệ", "Cúc"):
        assert f"{name} (bot)" in html


def test_each_discard_shows_its_verdict_and_the_penalty_where_it_fell(four, deal, discard):
    rows = [row for row in queries.history(deal.pk) if isinstance(row.event, CardDiscarded)]
    for row in (rows[0], rows[3], rows[-1]):
        assert isinstance(row.event, CardDiscarded)
        assert row.event.verdict is not None
        html = page(four[0], deal, row.version)
        table = html.partition('id="verdict"')[2].partition("</table>")[0]
        for _card, useful in row.event.verdict.usefulness:
            assert f'<td class="num">{useful}<' in table
        assert table.count(">a safe discard<") == len(row.event.verdict.worst)
        assert table.count(">discarded<") == 1
    assert "There is no penalty for the opening discard" in page(four[0], deal, rows[0].version)
    judged = page(four[0], deal, discard)
    assert "won with this discard" in judged
    assert "pays for all the losers" in judged
    assert judged.count('badge--bad">penalty<') == 1
    assert "pays for all" in page(four[0], deal, deal.owed_version)


def test_each_verdict_is_explained_and_its_products_add_up_before_the_reader(four, deal):
    explained = 0
    for row in queries.history(deal.pk):
        if not isinstance(row.event, CardDiscarded) or row.event.verdict is None:
            continue
        table = page(four[0], deal, row.version).partition("verdict__sums")[2]
        body, _, foot = table.partition("</table>")[0].partition("<tfoot>")
        totals = [int(found) for found in re.findall(r"<b>(\d+)</b>", foot)]
        assert sorted(totals) == sorted(useful for _, useful in row.event.verdict.usefulness)
        lines = body.partition("<tbody>")[2].split("</tr>")[:-1]
        columns = [[0] * len(totals)]
        for line in lines:
            cells = re.findall(r'<td class="num">([^<]*)</td>', line)
            columns.append([int(cell.partition("= ")[2] or 0) for cell in cells])
        assert [sum(column) for column in zip(*columns, strict=True)] == totals
        assert foot.count("<small>worst</small>") == len(row.event.verdict.worst)
        explained += 1
    assert explained > 5


def test_a_deal_of_4sac_and_one_without_a_winner_are_stepped_from_end_to_end(four):
    for deal in (
        stored_deal(FOURSAC, 3, four),
        stored_deal(VINAGAMES, exhausted_seed(), four),
        stored_deal(VINAGAMES, 4, four[:1], seats=2),
    ):
        client = browser(four[0])
        assert not re.search(r'replay__number">\d+</span>\s*</a>', page(four[0], deal))
        for version in steps(page(four[0], deal)):
            answer = client.get(reverse("replay", args=[deal.pk]), {"at": version})
            assert answer.status_code == 200
            assert not offered(answer.content.decode()) or deal.winner is not None


def test_a_step_that_is_none_gets_a_plain_sentence(stranger, deal):
    client = browser(stranger)
    for at in ("0", "1", "9999", "-1", "abc", "", "6.0", "9" * 30, "٦"):
        answer = client.get(reverse("replay", args=[deal.pk]), {"at": at})
        assert answer.status_code == 404
        assert "no such move" in answer.content.decode()
    for unknown in (0, 10**9, 10**30):
        answer = client.get(reverse("replay", args=[unknown]))
        assert answer.status_code == 404
        assert "t exist. Go back to the list of deals" in answer.content.decode()


def test_the_seeds_the_commitment_and_the_secret_are_shown(four, deal):
    html = page(four[0], deal)
    setup = queries.load_state(deal.pk).setup
    secret = ending_of(deal).secret
    assert secret is not None
    for text in (setup.commitment, secret, "seed-0", "seed-3", "/replays/records/"):
        assert text in html


def test_the_record_is_downloaded_whole(stranger, deal):
    answer = browser(stranger).get(reverse("replay-record", args=[deal.pk]))
    assert answer["Content-Type"] == "application/json"
    assert f"deal-{deal.pk}.json" in answer["Content-Disposition"]
    record = from_record(json.loads(answer.content))
    assert record.state() == queries.load_state(deal.pk)

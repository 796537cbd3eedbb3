"""The replay pages: what everybody sees of a finished deal, and that nobody sees anything of a running one."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import commands, queries
from games.commands.records import import_records
from games.engine.cards import CARD_NAMES
from games.engine.events import CardDiscarded
from games.engine.hand import cards_of
from games.engine.records import from_record, to_record
from games.engine.rules import FOURSAC, VINAGAMES
from games.log import stream_version
from games.models import Deal, DealSecret, Player
from games.wording import wind
from replays import projections, rulings
from replays.models import Dispute
from tests.games.deals import (
    NOW,
    ending_of,
    exhausted_seed,
    played,
    prepared_deal,
    running_deal,
    safe_win_seed,
    stored_deal,
)

pytestmark = pytest.mark.django_db


def browser_of(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def page(player: Player, deal: Deal, at: int | None = None, **headers: str) -> str:
    answer = browser_of(player).get(
        reverse("replay", args=[deal.pk]), {} if at is None else {"at": at}, headers=headers
    )
    assert answer.status_code == 200
    return answer.content.decode()


def steps(html: str) -> list[int]:
    """The versions that the list of moves links to."""
    listed = html.partition('<ol class="moves"')[2].partition("</ol>")[0]
    return [int(version) for version in re.findall(r'href="\?at=(\d+)"', listed)]


# --- stepping -------------------------------------------------------------------------------------


def test_a_stranger_to_the_club_is_sent_to_the_login(deal):
    for name, args in (("replays", []), ("replay", [deal.pk]), ("replay-record", [deal.pk])):
        answer = Client().get(reverse(name, args=args))
        assert answer.status_code == 302
        assert "/accounts/login/" in answer["Location"]


def test_a_step_asked_for_after_the_logout_leads_the_whole_page_to_the_login(deal):
    answer = Client().get(reverse("replay", args=[deal.pk]), headers={"HX-Request": "true"})
    assert answer["HX-Redirect"].startswith("/accounts/login/?next=")
    assert not answer.content


def test_seats_other_members_referee_and_director_step_through_the_same_deal(
    four, stranger, referee, director, deal, discard
):
    shown = [
        re.sub(r'csrf[^"]*"[^>]*>', "", page(viewer, deal, discard).partition('class="centre"')[2])
        for viewer in (stranger, referee)
    ]
    assert shown[0].partition('id="payout"')[0] == shown[1].partition('id="payout"')[0]
    for viewer in (*four, director):
        assert "Every legal discard" in page(viewer, deal, discard)


def test_every_step_has_a_link_of_its_own_and_the_four_keys_lead_on(stranger, deal):
    html = page(stranger, deal)
    listed = steps(html)
    assert listed[0] == 6  # after the commitment and four seeds the cards are dealt
    assert listed == list(range(6, listed[-1] + 1))
    assert f"Step 1 of {len(listed)}" in html
    assert 'data-key="ArrowLeft"' not in html
    middle = page(stranger, deal, listed[10])
    for key, version in (
        ("Home", listed[0]),
        ("ArrowLeft", listed[9]),
        ("ArrowRight", listed[11]),
        ("End", listed[-1]),
    ):
        assert f'href="?at={version}" data-key="{key}"' in middle
    assert f'id="move-{listed[10]}" aria-current="step"' in middle
    assert 'data-key="ArrowRight"' not in page(stranger, deal, listed[-1])


def test_all_hands_are_open_at_every_step(stranger, deal):
    html = page(stranger, deal)
    # 20 cards for each seat and 21 for the starter, all of them drawn.
    drawn = html.partition('class="replay__seats"')[2].partition('class="actions')[0]
    assert len(re.findall(r'class="card card--', drawn)) == 81


def test_bots_of_a_kind_are_told_apart_in_the_moves_and_in_the_payout(four):
    deal = stored_deal(VINAGAMES, safe_win_seed(), four[:1])
    html = page(four[0], deal)
    for seat in ("East", "North", "West"):
        assert f"bot ({seat})" in html


def test_htmx_gets_the_step_alone_and_the_history_the_whole_page(stranger, deal):
    part = page(stranger, deal, 7, **{"HX-Request": "true"})
    assert part.lstrip().startswith('<div id="replay"')
    assert "<html" not in part
    assert "How it ended" not in part
    again = page(stranger, deal, 7, **{"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert "<html" in again


def test_each_discard_shows_its_verdict_and_the_penalty_where_it_fell(four, deal, discard):
    rows = [row for row in queries.history(deal.pk) if isinstance(row.event, CardDiscarded)]
    for row in (rows[0], rows[3], rows[-1]):
        assert isinstance(row.event, CardDiscarded)
        assert row.event.verdict is not None
        html = page(four[0], deal, row.version)
        table = html.partition('id="verdict"')[2].partition("</table>")[0]
        for _card, useful in row.event.verdict.usefulness:
            assert f'<td class="num">{useful}<' in table
        assert table.count("worst: safe") == len(row.event.verdict.worst)
        assert table.count(">discarded<") == 1
    assert "exempt from the penalty" in page(four[0], deal, rows[0].version)
    judged = page(four[0], deal, discard)
    assert "This very discard completed the hand of" in judged
    assert "pays for all the losers" in judged
    assert judged.count('badge--bad">penalty<') == 1
    assert "pays for all" in page(four[0], deal, deal.owed_version)


def test_a_deal_of_4sac_and_one_without_a_winner_are_stepped_from_end_to_end(four):
    for deal in (
        stored_deal(FOURSAC, 3, four),
        stored_deal(VINAGAMES, exhausted_seed(), four),
        stored_deal(VINAGAMES, 4, four[:1], seats=2),
    ):
        client = browser_of(four[0])
        assert not re.search(r'replay__number">\d+</span>\s*</a>', page(four[0], deal))
        for version in steps(page(four[0], deal)):
            answer = client.get(reverse("replay", args=[deal.pk]), {"at": version})
            assert answer.status_code == 200
            assert 'id="dispute"' not in answer.content.decode() or deal.winner is not None


def test_a_step_that_is_none_gets_a_plain_sentence(stranger, deal):
    client = browser_of(stranger)
    for at in ("0", "1", "9999", "-1", "abc", "", "6.0", "9" * 30, "٦"):
        answer = client.get(reverse("replay", args=[deal.pk]), {"at": at})
        assert answer.status_code == 404
        assert "no such move" in answer.content.decode()
    for unknown in (0, 10**9, 10**30):
        answer = client.get(reverse("replay", args=[unknown]))
        assert answer.status_code == 404
        assert "no such deal" in answer.content.decode()


def test_the_seeds_the_commitment_and_the_secret_are_shown(four, deal):
    html = page(four[0], deal)
    setup = queries.load_state(deal.pk).setup
    secret = ending_of(deal).secret
    assert secret is not None
    for text in (setup.commitment, secret, "seed-0", "seed-3", "verify_deal"):
        assert text in html


def test_the_record_is_downloaded_whole(stranger, deal):
    answer = browser_of(stranger).get(reverse("replay-record", args=[deal.pk]))
    assert answer["Content-Type"] == "application/json"
    assert f"deal-{deal.pk}.json" in answer["Content-Disposition"]
    record = from_record(json.loads(answer.content))
    assert record.state() == queries.load_state(deal.pk)


# --- the list -------------------------------------------------------------------------------------


def test_the_list_shows_all_deals_or_mine_the_newest_first_in_pages(four, stranger, deal):
    other = stored_deal(VINAGAMES, 2, [stranger], name="Bàn của khách")
    listed = browser_of(stranger).get(reverse("replays")).content.decode()
    assert f'href="/replays/{deal.pk}/"' in listed
    assert f'href="/replays/{other.pk}/"' in listed
    assert "Bàn của khách" in listed
    mine = browser_of(stranger).get(reverse("replays"), {"whose": "mine"}).content.decode()
    assert f'href="/replays/{deal.pk}/"' not in mine
    assert f'href="/replays/{other.pk}/"' in mine
    for odd in ("0", "99", "x", "-1", "²", "9" * 30):
        for side in ("before", "after"):
            html = browser_of(stranger).get(reverse("replays"), {side: odd}).content.decode()
            assert f'href="/replays/{deal.pk}/"' in html


def listed_in(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'href="/replays/(\d+)/"', html)]


@pytest.mark.parametrize("whose", ["all", "mine"])
def test_a_long_list_is_turned_from_deal_to_deal_and_back(four, monkeypatch, whose):
    monkeypatch.setattr("replays.views.PAGE", 2)
    same, later = NOW, NOW + timedelta(hours=1)
    ended = [same, same, later, same, same, later, later]
    deals = [
        stored_deal(VINAGAMES, number, four[:1], name=f"Bàn {number}", now=now)
        for number, now in enumerate(ended)
    ]
    stored_deal(VINAGAMES, 9, four[1:2], now=NOW - timedelta(hours=1))
    client = browser_of(four[0])
    newest_first = sorted(deals, key=lambda deal: (deal.ended_at, deal.pk), reverse=True)
    if whose == "mine":
        newest_first = deals[::-1]

    def turned(html: str, way: str) -> str:
        (link,) = re.findall(rf'rel="{way}" href="([^"]+)"', html)
        return client.get(reverse("replays") + link.replace("&amp;", "&")).content.decode()

    html = client.get(reverse("replays"), {"whose": whose}).content.decode()
    pages = [html]
    while 'rel="next"' in html:
        pages.append(html := turned(html, "next"))
    seen = [number for page in pages for number in listed_in(page)]
    assert seen[:7] == [deal.pk for deal in newest_first]
    assert (len(seen), len(pages)) == ((8, 4) if whose == "all" else (7, 4))
    for before in reversed(pages[:-1]):
        html = turned(html, "prev")
        assert listed_in(html) == listed_in(before)
    assert 'rel="prev"' not in pages[0]


def winner_of(seed: int, people: int) -> int | None:
    ending = played(VINAGAMES, seed, people).state.ending
    return ending.result.winner if ending is not None else None


def test_the_list_tells_bots_of_a_kind_apart_by_where_they_sit(four):
    seed = next(seed for seed in range(100) if winner_of(seed, people=1))
    deal = stored_deal(VINAGAMES, seed, four[:1])
    html = browser_of(four[0]).get(reverse("replays")).content.decode()
    assert "an, Greedy bot (East), Greedy bot (North), Greedy bot (West)" in html
    assert html.count(f"Greedy bot ({wind(deal.winner or 0)})") == 2


def test_the_list_costs_the_same_few_queries_however_long_it_is(
    four, deal, django_assert_max_num_queries
):
    stored_deal(VINAGAMES, 2, four)
    stored_deal(FOURSAC, 3, four)
    client = browser_of(four[0])
    with django_assert_max_num_queries(8):
        client.get(reverse("replays"))


def test_running_prepared_and_cancelled_deals_are_not_listed(four, stranger):
    running = running_deal(VINAGAMES, 1, four, moves=3)
    html = browser_of(stranger).get(reverse("replays")).content.decode()
    assert f"/replays/{running.pk}/" not in html


# --- a deal that is still played ------------------------------------------------------------------


def private_cards(deal: Deal) -> set[str]:
    """Every card that somebody holds or that lies in the stock, in notation."""
    state = queries.load_state(deal.pk)
    held = {card for block in state.blocks for card in cards_of(block)}
    return {CARD_NAMES[card] for card in held | set(state.setup.stock[state.drawn :])}


def test_no_card_of_a_running_deal_is_in_any_replay_record_or_admin_page(
    four, stranger, referee, director
):
    director.is_superuser = True
    director.save()
    for rules in (VINAGAMES, FOURSAC):
        deal = running_deal(rules, 1, four, moves=6)
        secret = DealSecret.objects.get(deal=deal).secret
        hidden = private_cards(deal)
        addresses = [
            reverse("replay", args=[deal.pk]),
            *(f"{reverse('replay', args=[deal.pk])}?at={at}" for at in range(deal.version + 2)),
            reverse("replay-record", args=[deal.pk]),
            reverse("replays"),
            reverse("admin:index"),
            reverse("admin:games_deal_changelist"),
            reverse("admin:games_deal_change", args=[deal.pk]),
            reverse("admin:games_table_changelist"),
            reverse("admin:games_table_change", args=[deal.table_id]),
            reverse("admin:replays_dispute_changelist"),
        ]
        for viewer in (None, *four, stranger, referee, director):
            client = browser_of(viewer)
            for address in addresses:
                for headers in ({}, {"HX-Request": "true"}):
                    answer = client.get(address, headers=headers)
                    html = answer.content.decode().replace("My ", "")  # "My account" is no card
                    assert "card--" not in html, address
                    assert secret not in html, address
                    assert not hidden & set(re.findall(r"\b[KGMRCNP][rygw]\b", html)), address
                    if address.startswith("/replays/") and address != "/replays/":
                        assert answer.status_code in (204, 302, 409)


def test_a_running_deal_answers_with_a_plain_sentence(four):
    deal = running_deal(VINAGAMES, 1, four, moves=3)
    answer = browser_of(four[0]).get(reverse("replay", args=[deal.pk]))
    assert answer.status_code == 409
    assert "still being played" in answer.content.decode()
    prepared = prepared_deal(VINAGAMES, 2, four, name="Bàn 2")
    assert browser_of(four[0]).get(reverse("replay", args=[prepared.pk])).status_code == 409


def test_a_deal_that_was_called_off_has_no_replay_and_no_record(four):
    deal = prepared_deal(VINAGAMES, 1, four)
    commands.leave_table(by=four[0], table_id=deal.table_id, now=NOW)
    for name in ("replay", "replay-record"):
        answer = browser_of(four[1]).get(reverse(name, args=[deal.pk]))
        assert answer.status_code == 404
        assert "called off" in answer.content.decode()


# --- disputes -------------------------------------------------------------------------------------


def file(player: Player | None, deal: Deal, **data: object):
    return browser_of(player).post(reverse("replay-dispute", args=[deal.pk]), data)


def test_the_form_is_offered_to_seats_and_directors_at_the_judged_discard_only(
    four, stranger, referee, director, deal, discard
):
    for viewer in (*four, director):
        assert 'id="dispute"' in page(viewer, deal, discard)
        assert 'id="dispute"' not in page(viewer, deal, discard - 1)
    for viewer in (stranger, referee):
        assert 'id="dispute"' not in page(viewer, deal, discard)


def test_a_member_files_a_dispute_and_sees_it_wait(four, deal, discard):
    answer = file(four[2], deal, discard=discard, reason="It <b>was</b> safe.")
    assert answer.status_code == 302
    assert answer["Location"] == f"/replays/{deal.pk}/?at={discard}"
    html = page(four[0], deal, discard)
    assert "The dispute waits for a referee." in html
    assert "It &lt;b&gt;was&lt;/b&gt; safe." in html
    assert 'id="dispute"' not in html


def test_a_bad_dispute_gets_a_sentence_and_a_status_and_changes_nothing(
    four, stranger, deal, discard
):
    before = stream_version(deal.stream)
    good = {"discard": discard, "reason": "why"}
    for player, data, status, sentence in (
        (four[0], {**good, "reason": ""}, 422, "This field is required"),
        (four[0], {**good, "reason": "  "}, 422, "This field is required"),
        (four[0], {**good, "reason": "x" * 1001}, 422, "at most 1000 characters"),
        (four[0], {**good, "reason": "a\0b"}, 422, "Null characters"),
        (four[0], {**good, "discard": "x"}, 422, "no such move in this deal"),
        (four[0], {**good, "discard": discard - 1}, 422, "did not complete"),
        (four[0], {"reason": "why"}, 422, "no such move in this deal"),
        (stranger, good, 403, "Only a seat of that deal"),
    ):
        answer = file(player, deal, **data)
        assert answer.status_code == status, data
        assert sentence in answer.content.decode(), data
    assert file(None, deal, **good).status_code == 302
    assert browser_of(four[0]).get(reverse("replay-dispute", args=[deal.pk])).status_code == 405
    assert file(four[0], Deal(pk=10**9), **good).status_code == 404
    assert stream_version(deal.stream) == before
    assert not Dispute.objects.exists()
    file(four[0], deal, **good)
    twice = file(four[0], deal, **good)
    assert twice.status_code == 409
    assert "already disputed" in twice.content.decode()
    assert Dispute.objects.count() == 1


def test_no_dispute_is_filed_in_a_running_deal(four):
    deal = running_deal(VINAGAMES, 1, four, moves=3)
    before = stream_version(deal.stream)
    answer = file(four[0], deal, discard=deal.version, reason="why")
    assert answer.status_code == 409
    assert "card--" not in answer.content.decode()
    assert stream_version(deal.stream) == before


def test_a_ruling_shows_at_the_discard_and_in_the_payout(four, referee, deal, discard):
    row = rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    before = ending_of(deal).original
    rulings.give_ruling(
        by=referee, dispute_id=row.pk, upheld=False, section="§10.3", reason="because", now=NOW
    )
    html = page(four[0], deal, discard)
    for text in (
        "Reversed: the payout was changed.",
        "§10.3",
        "because",
        "lifted by a referee",
        "Before the ruling",
        "Taken back by the ruling",
    ):
        assert text in html
    assert f"<s>+{before.net[deal.winner]}</s>" in html
    assert 'badge--bad">penalty<' not in html


def test_a_ruling_that_lays_a_penalty_shows_it(four, referee):
    deal = stored_deal(VINAGAMES, safe_win_seed(), four)
    taken = ending_of(deal).taken
    assert taken is not None
    row = rulings.file_dispute(
        by=four[0], deal_id=deal.pk, discard=taken.version, reason="why", now=NOW
    )
    rulings.give_ruling(
        by=referee, dispute_id=row.pk, upheld=False, section="10.5", reason="because", now=NOW
    )
    html = page(four[0], deal, taken.version)
    assert "pays for all the losers" in html
    assert html.count('badge--bad">penalty<') == 1


def test_an_imported_deal_is_replayed_without_taking_its_people_for_ours(
    four, referee, director, deal, discard
):
    row = rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    rulings.give_ruling(
        by=referee, dispute_id=row.pk, upheld=True, section="§10.3", reason="because", now=NOW
    )
    plain = to_record(queries.record_of(deal.pk))
    # Played elsewhere: another commitment would be another deal, so this club forgets its own.
    DealSecret.objects.all().delete()
    (imported,) = import_records(records=[(1, from_record(plain))], now=NOW)
    projections.project(imported)
    theirs = Dispute.objects.get(deal_id=imported)
    assert (theirs.status, theirs.filed_by, theirs.referee) == ("upheld", None, None)
    html = page(four[0], Deal.objects.get(pk=imported), discard)
    assert "guest" in html
    assert "A referee ruled" in html
    assert four[1].shown_name not in html.partition('id="replay"')[2]
    assert 'class="is-own"' not in html.partition('id="payout"')[2]
    listed = browser_of(four[0]).get(reverse("replays")).content.decode()
    assert f'href="/replays/{imported}/"' in listed

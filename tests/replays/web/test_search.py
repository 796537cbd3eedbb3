"""The page of the search: what each filter finds, errors by field, pages, and the searches that a member keeps."""

import html as text
import re
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone

from games.engine.rules import FOURSAC, VINAGAMES
from games.models import Deal, Player, Table
from replays.commands import rulings
from replays.index import indexer
from replays.inputs import SearchForm
from replays.models import FoundDeal, SavedSearch
from replays.queries.replay import get_replay
from replays.queries.steps import StepKind
from tests.support.deals import (
    NOW,
    ending_of,
    exhausted_seed,
    running_deal,
    safe_win_seed,
    stored_deal,
)
from tests.support.play_pages import browser
from tests.support.replay_pages import listed_in
from tournaments import queries as tournament_queries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

PAGE = "/replays/search"


class Club:
    """Five deals: a penalty, a safe win, one that nobody won, one by other rules, one of other people."""

    def __init__(self, four: list[Player], stranger: Player, penalty: Deal) -> None:
        self.four, self.stranger = four, stranger
        self.penalty = penalty
        self.safe = stored_deal(
            VINAGAMES, safe_win_seed(), four, name="Bàn 2", now=NOW + timedelta(days=1)
        )
        self.nobody = stored_deal(
            VINAGAMES, exhausted_seed(), four, name="Bàn 3", now=NOW + timedelta(days=2)
        )
        self.other_rules = stored_deal(
            FOURSAC, 4, four[:2], name="Bàn 4", now=NOW + timedelta(days=3)
        )
        self.others = stored_deal(
            VINAGAMES, 5, [stranger], name="Bàn 5", now=NOW + timedelta(days=4)
        )
        self.deals = [self.penalty, self.safe, self.nobody, self.other_rules, self.others]
        indexer.index_new()

    def find(self, viewer: Player, **filters: str | int) -> list[int]:
        answer = browser(viewer).get(PAGE, filters)
        assert answer.status_code == 200, answer.content.decode()
        return found_in(answer.content.decode())

    def where(self, fits: object) -> list[int]:
        """Return the deals of which this is so, the newest first."""
        return [deal.pk for deal in reversed(self.deals) if fits(deal)]  # type: ignore[operator]


@pytest.fixture
def club(four: list[Player], stranger: Player, deal: Deal) -> Club:
    return Club(four, stranger, deal)


def found_in(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'href="/replays/(\d+)/(?:\?by=mistake)?"', html)]


def paid(deal: Deal) -> int:
    return sum(net for net in ending_of(deal).result.net if net > 0)


def test_each_filter_finds_the_deals_of_which_it_is_so(club):
    an = club.four[0]
    assert club.find(an, mine="") == club.where(lambda deal: True)
    assert club.find(an, mine="on") == club.where(lambda deal: deal.seats.filter(player=an))
    assert club.find(an, player=club.stranger.pk) == [club.others.pk]
    assert club.find(an, player=club.four[2].pk, mine="on") == club.where(
        lambda deal: deal.seats.filter(player=club.four[2])
    )
    assert club.find(an, rules="4sac") == [club.other_rules.pk]
    assert club.find(an, rules="none") == []
    assert club.find(an, outcome="exhausted") == club.where(
        lambda deal: ending_of(deal).result.winner is None
    )
    assert club.find(an, outcome="stopped") == []
    assert club.find(an, penalty="yes") == club.where(lambda deal: deal.offender is not None)
    assert club.find(an, penalty="no") == club.where(lambda deal: deal.offender is None)
    dear = paid(club.penalty)
    assert club.find(an, paid_least=dear) == club.where(lambda deal: paid(deal) >= dear)
    assert club.find(an, paid_most=dear - 1) == club.where(lambda deal: paid(deal) < dear)
    steps = {deal.pk: len(get_replay(deal.pk)[1].steps) for deal in club.deals}
    middle = sorted(steps.values())[2]
    assert club.find(an, steps_least=middle) == club.where(lambda deal: steps[deal.pk] >= middle)
    assert club.find(an, steps_most=middle) == club.where(lambda deal: steps[deal.pk] <= middle)


def test_days_are_those_of_the_club_and_both_ends_count(club):
    day = timezone.localdate(club.safe.ended_at).isoformat()
    assert club.find(club.four[0], since=day, until=day) == [club.safe.pk]
    assert club.find(club.four[0], since=day)[-1] == club.safe.pk
    assert club.find(club.four[0], until=day)[0] == club.safe.pk


def test_kongs_are_those_that_lay_there_at_the_end(club):
    def has(deal: Deal, kind: str) -> bool:
        final = get_replay(deal.pk)[1].final
        return any(made.kind.value == kind for public in final.public for made in public)

    an = club.four[0]
    for kongs, fits in (
        ("quan", lambda deal: has(deal, "quan")),
        ("khui", lambda deal: has(deal, "khui")),
        ("either", lambda deal: has(deal, "quan") or has(deal, "khui")),
        ("both", lambda deal: has(deal, "quan") and has(deal, "khui")),
        ("neither", lambda deal: not has(deal, "quan") and not has(deal, "khui")),
    ):
        assert club.find(an, kongs=kongs) == club.where(fits)


def test_what_a_player_did_is_asked_of_that_player_and_else_of_oneself(club):
    result = ending_of(club.penalty).result
    winner, offender = club.four[result.winner], club.four[result.offender]
    an = club.four[0]
    assert club.penalty.pk in club.find(an, player=winner.pk, part="won")
    assert club.penalty.pk not in club.find(an, player=winner.pk, part="lost")
    assert club.find(an, player=offender.pk, part="paid-penalty") == [club.penalty.pk]
    assert club.find(offender, part="paid-penalty") == [club.penalty.pk]
    assert club.find(winner, part="paid-penalty") == []
    assert club.nobody.pk not in club.find(an, part="lost")


def test_my_mistakes_are_mine_alone(club):
    def erred(seat: int, deal: Deal) -> bool:
        steps = get_replay(deal.pk)[1].steps
        return any(step.decided_by == seat for step in steps if StepKind.MISTAKE in step.kind)

    for seat, player in enumerate(club.four):
        own = club.where(
            lambda deal, seat=seat, player=player: (
                deal.seats.filter(player=player, number=seat) and erred(seat, deal)
            )
        )
        assert club.find(player, mistakes="any") == own
        found = {*club.find(player, mistakes="discard"), *club.find(player, mistakes="win")}
        assert found == set(own)
    assert any(club.find(player, mistakes="any") for player in club.four)
    answer = browser(club.four[0]).get(PAGE, {"mistakes": "any"})
    assert 'by=mistake"' in answer.content.decode() or not found_in(answer.content.decode())


def test_a_ruling_is_found_and_a_tournament_by_its_number(club, discard, referee):
    an = club.four[0]
    table = Table.objects.get(pk=club.safe.table_id)
    assert club.find(an, ruled="disputed") == []
    rulings.file_dispute(by=an, deal_id=club.penalty.pk, discard=discard, reason="why?", now=NOW)
    Table.objects.filter(pk=table.pk).update(origin=tournament_queries.origin_of(77, 1, 1))
    indexer.rebuild()
    assert club.find(an, ruled="open") == club.find(an, ruled="disputed") == [club.penalty.pk]
    assert club.penalty.pk not in club.find(an, ruled="no")
    assert club.find(an, ruled="ruled") == []
    assert club.find(an, tournament=77) == [club.safe.pk]
    assert club.find(an, tournament=78) == []


def test_filters_narrow_each_other(club):
    an = club.four[0]
    assert club.find(an, penalty="yes", outcome="exhausted") == []
    assert club.find(an, penalty="yes", rules="vinagames", mine="on") == [club.penalty.pk]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("player", "999999"),
        ("player", "x"),
        ("part", "danced"),
        ("mistakes", "x"),
        ("tournament", "x"),
        ("tournament", "0"),
        ("tournament", "²"),
        ("rules", "x\0y"),
        ("rules", "x" * 200),
        ("since", "yesterday"),
        ("since", "2026-13-40"),
        ("until", "١٢"),
        ("outcome", "x"),
        ("penalty", "maybe"),
        ("kongs", "x"),
        ("paid_least", "-1"),
        ("paid_most", "9" * 30),
        ("steps_least", "1_0"),
        ("ruled", "x"),
    ],
)
def test_what_cannot_be_asked_is_said_at_its_field(four, field, value):
    answer = browser(four[0]).get(PAGE, {field: value})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert 'role="alert"' in html
    assert len(answer.context["form"].errors[field]) >= 1
    assert list(answer.context["form"].errors) == [field]
    assert "found-title" not in html


@pytest.mark.parametrize("of", ["paid", "steps"])
def test_a_range_that_ends_before_it_begins_is_refused_at_its_end(four, of):
    answer = browser(four[0]).get(PAGE, {f"{of}_least": "9", f"{of}_most": "8"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [f"{of}_most"]
    answer = browser(four[0]).get(PAGE, {"since": "2026-01-02", "until": "2026-01-01"})
    assert list(answer.context["form"].errors) == ["until"]


def test_pages_go_from_deal_to_deal_keep_the_filters_and_count_all(club, monkeypatch):
    monkeypatch.setattr("replays.web.search.PAGE", 2)
    client = browser(club.four[0])
    answer = client.get(PAGE, {"rules": "vinagames"})
    every = club.where(lambda deal: deal.table.rules["key"] == "vinagames")
    assert len(every) == 4

    def turned(html: str, way: str) -> str:
        (link,) = re.findall(rf'rel="{way}"\s+href="([^"#]+)', html)
        link = text.unescape(link)
        assert parse_qs(urlsplit(link).query)["rules"] == ["vinagames"]
        return client.get(PAGE + link).content.decode()

    first = answer.content.decode()
    second = turned(first, "next")
    assert listed_in(first) + listed_in(second) == every
    assert "4 deals found" in first
    assert "4 deals found" in second
    assert 'rel="next"' not in second
    assert 'rel="prev"' not in first
    assert listed_in(turned(second, "prev")) == listed_in(first)
    for odd in ("0", "x", "9" * 30, "²"):
        html = client.get(PAGE, {"rules": "vinagames", "before": odd}).content.decode()
        assert listed_in(html) == listed_in(first)


def test_nothing_is_found_of_deals_that_may_not_be_opened(club, four):
    running = running_deal(VINAGAMES, 6, four, name="Bàn 9")
    guest = Player.objects.create_user("khach-1")
    at_guests = stored_deal(VINAGAMES, 8, [guest, four[0]], name="Bàn 10")
    Player.objects.filter(pk=guest.pk).update(is_guest=True)
    indexer.index_new()
    assert at_guests.pk not in club.find(four[1], mine="")
    assert at_guests.pk not in club.find(four[1], player=four[0].pk)
    assert at_guests.pk in club.find(four[0], mine="on")
    assert running.pk not in club.find(four[0], mine="on")


def test_a_deal_that_is_found_by_mistake_is_not_shown_and_a_rebuild_in_between_is_no_error(club):
    an = club.four[0]
    Deal.objects.filter(pk=club.safe.pk).update(sealed=True)
    assert club.safe.pk not in club.find(an, mine="on")
    FoundDeal.objects.all().delete()
    assert club.find(an, mine="on") == []


def test_strangers_are_led_to_the_login_and_guests_are_strangers(client, db):
    guest = Player.objects.create_user("khach-2", is_guest=True)
    for one in (client, browser(guest)):
        assert one.get(PAGE).status_code == 302
        assert one.post(f"{PAGE}/saved", {"name": "x"}).status_code == 302
    assert not SavedSearch.objects.exists()


def test_a_search_is_kept_opened_again_and_removed_by_its_member_alone(club):
    an, binh = club.four[:2]
    client = browser(an)
    client.post(
        f"{PAGE}/saved", {"name": "Đền của Lan", "filters": "penalty=yes&mine=on&junk=1&player="}
    )
    (kept,) = SavedSearch.objects.all()
    assert (kept.player, kept.filters) == (an, "mine=on&penalty=yes")
    html = client.get(PAGE).content.decode()
    (link,) = re.findall(r'<a href="(\?[^"]+)"><bdi>Đền của Lan', html)
    assert listed_in(client.get(PAGE + text.unescape(link)).content.decode()) == [club.penalty.pk]
    assert "Đền của Lan" not in browser(binh).get(PAGE).content.decode()
    browser(binh).post(f"{PAGE}/saved", {"remove": kept.pk})
    assert SavedSearch.objects.count() == 1
    client.post(f"{PAGE}/saved", {"name": "Đền của Lan", "filters": "penalty=no"})
    assert SavedSearch.objects.get().filters == "penalty=no"
    for _twice in range(2):
        assert client.post(f"{PAGE}/saved", {"remove": kept.pk}).status_code == 303
    assert not SavedSearch.objects.exists()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"name": "", "filters": "penalty=yes"}, 422),
        ({"name": " ", "filters": ""}, 422),
        ({"name": "x" * 61, "filters": ""}, 422),
        ({"name": "x\0", "filters": ""}, 422),
        ({"name": "x", "filters": "outcome=none"}, 422),
        ({"name": "x", "filters": "a" * 5_000}, 422),
        ({"filters": "penalty=yes"}, 422),
        ({"remove": "x"}, 422),
        ({"remove": "9" * 30}, 422),
    ],
)
def test_what_cannot_be_kept_is_refused_in_words(four, sent, status):
    answer = browser(four[0]).post(f"{PAGE}/saved", sent)
    assert answer.status_code == status
    assert not SavedSearch.objects.exists()


def test_no_more_are_kept_than_a_list_can_hold(four, monkeypatch):
    monkeypatch.setattr("replays.commands.saved_searches.MOST", 2)
    client = browser(four[0])
    for name in ("one", "two"):
        assert client.post(f"{PAGE}/saved", {"name": name, "filters": ""}).status_code == 303
    answer = client.post(f"{PAGE}/saved", {"name": "three", "filters": ""})
    assert answer.status_code == 409
    assert "Remove one" in answer.content.decode()
    assert client.post(f"{PAGE}/saved", {"name": "two", "filters": "mine=on"}).status_code == 303
    assert SavedSearch.objects.count() == 2


def test_the_list_of_replays_leads_to_the_search_and_a_bare_page_searches_nothing(club):
    client = browser(club.four[0])
    assert f'href="{PAGE}"' in client.get(reverse("replays")).content.decode()
    bare = client.get(PAGE).content.decode()
    assert "found-title" not in bare
    assert "Bàn" not in bare


def test_rare_filters_stand_folded_and_open_when_one_of_them_is_asked(club):
    viewer = browser(club.four[0])

    def more(**asked: str) -> tuple[str, str]:
        before, _mark, folded = (
            viewer.get(PAGE, asked).content.decode().partition('<details class="more"')
        )
        return before, folded.partition("</details>")[0]

    before, folded = more()
    open_fields = re.findall(r'<(?:select|input)[^>]* name="([a-z_]+)"', before.partition(PAGE)[2])
    assert open_fields == ["player", "mine", "mistakes", "since"]
    names = re.findall(r' name="([a-z_]+)"', folded)
    assert {*open_fields, *names} == set(SearchForm.base_fields) and len(names) == 12
    assert not folded.startswith(" open")
    assert not more(mistakes="any", mine="on")[1].startswith(" open")
    assert more(penalty="yes")[1].startswith(" open")
    wrong = more(steps_least="-3")[1]
    assert wrong.startswith(" open") and 'aria-invalid="true"' in wrong

"""What is refused on the pages of tournaments and at tables with real cards, each code once; nothing changes by it."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Player
from tests.support.cardboard import MR, V4, Table
from tests.support.forger import forge
from tests.support.play_pages import browser
from tests.support.refused import refused, refused_page
from tests.support.tournament_pages import announced, friday, player
from tournaments import commands, queries
from tournaments.commands import disputes
from tournaments.engine.real_cards import photographs
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

FAR = 10**6
"""A number that nothing has."""


@pytest.fixture
def table(director: Player) -> Table:
    """A table with real cards, and two deals to play, the first of them entered and confirmed."""
    table = Table(director, deals=2, appeal_minutes=10)
    table.enter_confirmed(1)
    return table


# --- real cards ------------------------------------------------------------------------------------


def test_deals_with_real_cards_are_entered_in_order_and_at_such_a_table(table: Table) -> None:
    with refused("tournament.cardboard-entered"):
        table.enter(table.seats[0], deal=1)
    with refused("tournament.cardboard-order"):
        table.enter(table.seats[0], deal=3)


def test_a_result_needs_a_table_with_real_cards_and_one_that_is_open(
    director: Player, table: Table
) -> None:
    others = [player(name) for name in ("em", "giang", "hanh", "khanh")]
    screens = announced(director, *others)
    commands.start(by=director, tournament_id=screens, now=timezone.now())

    def enter(tournament: int) -> None:
        commands.enter_result(
            by=director,
            tournament_id=tournament,
            round_number=1,
            table=1,
            deal_number=1,
            lay=V4,
            as_director=True,
            now=timezone.now(),
        )

    with refused("tournament.not-cardboard"):
        enter(screens)
    commands.mark_tables(
        by=director, tournament_id=screens, table=1, cardboard=True, now=timezone.now()
    )
    with refused("tournament.cardboard-unopened"):
        enter(screens)


def test_the_page_of_a_result_says_what_is_missing_or_unknown(
    table: Table, director: Player
) -> None:
    client = browser(table.seats[0])
    refused_page(client, "tournament.act-unknown", "post", table.page, data={"act": "dance"})
    refused_page(
        client, "tournament.cardboard-winner", "post", table.page, data={"act": "enter", "deal": 2}
    )


def test_a_photograph_has_room_only_so_often(table: Table, monkeypatch) -> None:
    deal = table.score().deal_id
    monkeypatch.setattr(photographs, "MOST_EVER", 0)
    with refused("tournament.photographs-ever"):
        photographs.check_room(table.state, deal)
    monkeypatch.setattr(photographs, "MOST", 0)
    with refused("tournament.photographs-many"):
        photographs.check_room(table.state, deal)


def test_a_disputed_discard_is_told_whole_and_of_the_offender(
    table: Table, director: Player
) -> None:
    score = table.score()
    refused_page(
        browser(table.seats[2]),
        "tournament.discard-incomplete",
        "post",
        table.page.replace("/result", f"/deals/{score.deal_id}/discard"),
        data={"act": "dispute"},
    )
    table.correct(
        director,
        replace(
            V4,
            offender=next(seat for seat in range(4) if seat not in (MR.seat, V4.winner)),
            section="10.3",
        ),
    )
    with refused("tournament.discard-other-offender"):
        table.dispute(table.seats[2])


def test_a_ruling_is_appealed_once_there_is_one_and_no_penalty_is_given_for_an_opening(
    table: Table, referee: Player
) -> None:
    table.dispute(table.seats[2])
    with refused("tournament.discard-no-ruling"):
        disputes.appeal_ruling(by=table.seats[2], reason="Look again.", **table._on(1))


def test_no_penalty_is_given_for_an_opening_discard(table: Table, referee: Player) -> None:
    """§10.7: whoever opens the deal is exempt."""
    held = ("Gg", "Gg", "Gg", "Ry", "Ry", "Ry", "Mw", "Mw", "Mw", "Ky", "Gy", "My")
    opening = replace(MR, hand=(*MR.hand, *held), public=((), (), (), ()), dead=())
    table.dispute(table.seats[2], opening)
    with refused("tournament.discard-opening"):
        table.rule(referee, penalty=True)


# --- pages -----------------------------------------------------------------------------------------


def test_an_address_of_nothing_is_told_in_words(director: Player) -> None:
    tournament = friday(director)
    client = browser(director)
    here = f"/tournaments/{tournament.pk}"
    for code, address in (
        ("tournament.no-records", f"{here}/records-named.jsonl"),
        ("tournament.no-start", f"{here}/calendar.ics"),
        ("tournament.no-such-event", f"{here}/log/{FAR}"),
        ("tournament.no-such-series", "/tournaments/series?name=Nobody"),
    ):
        refused_page(client, code, "get", address)
    commands.enter(by=director, tournament_id=tournament.pk, now=timezone.now())
    commands.start(by=director, tournament_id=tournament.pk, now=timezone.now())
    refused_page(client, "tournament.no-such-member", "get", f"{here}/standings/{FAR}")
    refused_page(client, "tournament.no-such-duplicate", "get", f"{here}/rounds/1/deals/1")


def test_fixed_prizes_need_a_fee_when_they_are_announced_and_when_terms_are_corrected(
    director: Player,
) -> None:
    with refused("tournament.sums-unpaid"):
        announced(director, prize_sums=(300, 200), entry_fee=0)
    free = announced(director, entry_fee=0)
    paid = announced(director, prize_sums=(300, 200), entry_fee=20)
    for tournament, settings in ((free, {"prize_sums": (300, 200)}), (paid, {"entry_fee": 0})):
        with refused("tournament.sums-unpaid"):
            commands.correct_settings(
                by=director,
                tournament_id=tournament,
                settings=settings,
                reason="x",
                now=timezone.now(),
            )


def test_a_series_counts_one_number_of_its_tournaments(director: Player) -> None:
    announced(director, series="Friday", series_best=3)
    with refused("tournament.series-differs"):
        announced(director, series="Friday", series_best=4)


def test_a_member_checks_in_until_the_check_in_ends(director: Player) -> None:
    lan = player("lan")
    now = timezone.now()
    starts = now + timedelta(minutes=15)
    tournament = announced(director, lan, check_in=True, check_in_ends=10, starts_at=starts)
    with refused("tournament.check-in-over"):
        commands.check_in(
            by=lan, tournament_id=tournament, player=lan.pk, now=now + timedelta(minutes=6)
        )


def test_a_tournament_that_cannot_be_read_says_so(director: Player) -> None:
    tournament = friday(director)
    from games.log import aggregates

    stream = f"tournament-{tournament.pk}"
    forge("UPDATE log_event SET payload = '{' WHERE stream = %s", stream)
    aggregates.forget_all()
    with refused("tournament.damaged"):
        queries.current(tournament.pk)
    assert Tournament.objects.filter(pk=tournament.pk).exists()

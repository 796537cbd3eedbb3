"""Notices: who is told what of a tournament's evening, once, and the same after a rebuild."""

from datetime import timedelta
from typing import Any

import pytest

from games import commands as club
from games.commands.club.chips import grant_first_chips
from games.engine.rules import VINAGAMES
from games.log import read
from games.log.models import FollowerPosition
from games.models import Player
from notices import commands, projections, queries
from notices.models import Notice
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW, penalty_seed, stored_deal
from tests.support.evening import Evening
from tests.support.notices import tell, words_for
from tests.support.rulings import reverse_the_penalty
from tournaments import commands as tournaments
from tournaments.models import RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def test_an_evening_is_told_to_each_member():
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play_all()
    evening.close()
    tell()
    for player in evening.people:
        opened, entered, drawn, *gone, closed = words_for(player)
        assert opened == "Your account was opened. Your chips: +1000."
        assert entered == "You have entered for Friday evening. Entry fee in chips: −15."
        assert drawn.startswith("Friday evening, round 1: you sit at table 1, ")
        assert drawn.endswith(("South.", "East.", "North.", "West."))
        assert set(gone) <= {
            "The careful bot is playing for you in deal 1 at Round 1, table 1 · Friday evening."
        }
        assert closed.startswith("Friday evening is closed. Your place: ")
    assert words_for(evening.director) == []


def test_forty_members_are_told_of_a_draw_by_four_statements(django_assert_max_num_queries):
    evening = Evening(40, rounds=1, deals_per_round=1, entry_fee=0, prize_shares=(100,))
    tell()
    Notice.objects.all().delete()
    drawn = [
        one for one in read(f"tournament-{evening.id}") if one.name == "tournament.round-drawn"
    ]
    with django_assert_max_num_queries(4):
        projections._handle(drawn, NOW - projections.FRESH)
    assert Notice.objects.count() == 40


def test_nobody_is_told_twice():
    evening = Evening(4)
    tell()
    before = list(Notice.objects.values_list("pk", flat=True))
    FollowerPosition.objects.filter(follower=projections.NAME).update(txid=0, position=0)
    tell()
    assert list(Notice.objects.values_list("pk", flat=True)) == before
    assert len(before) == 3 * len(evening.people)


def test_what_is_a_day_old_is_listed_as_read_and_sends_no_mail():
    evening = Evening(4)
    for player in evening.people:
        Player.objects.filter(pk=player.pk).update(email="x@example.org")
        commands.wish_mail(by=player, by_mail=True)
    tell(lambda: NOW + timedelta(days=2))
    assert Notice.objects.count() > 8
    assert not Notice.objects.filter(read=False).exists()
    assert not Notice.objects.filter(mail_due=True).exists()


def test_a_rebuild_makes_the_same_notices_and_keeps_what_was_read():
    evening = Evening(4)
    one, other, *_ = evening.people
    tell()
    newest = queries.page_of_notices(one).notices[0].pk
    assert commands.mark_read(by=one, upto=newest) == 3
    keys = ("player_id", "stream", "version", "name", "facts", "read", "at")
    before = sorted(map(repr, Notice.objects.values_list(*keys)))
    assert projections.rebuild_all() > 0
    assert sorted(map(repr, Notice.objects.values_list(*keys))) == before
    assert (queries.unread(one), queries.unread(other)) == (0, 3)


def test_a_removal_a_return_and_a_cancelling_are_told():
    evening = Evening(5, rounds=2, fill_to=0)
    member = evening.people[0]
    said: dict[str, Any] = {"tournament_id": evening.id, "player": member.pk, "now": NOW}
    tournaments.remove(by=evening.director, reason="He shouted.", **said)
    tournaments.take_back(by=evening.director, as_director=True, **said)
    tournaments.cancel(by=evening.director, tournament_id=evening.id, reason="No power", now=NOW)
    tell()
    assert words_for(member)[3:] == [
        "You were removed from Friday evening: He shouted.",
        "You play again in Friday evening, from the next draw.",
        "Friday evening was cancelled (No power), and +15 chips were returned.",
    ]


def test_the_director_hears_who_withdraws_and_not_whom_a_director_removes():
    evening = Evening(5, rounds=2, fill_to=0)
    first, second = evening.people[:2]
    first.display_name = "Bình"
    first.save()
    tournaments.leave(by=first, tournament_id=evening.id, now=NOW)
    said: dict[str, Any] = {"tournament_id": evening.id, "player": second.pk, "now": NOW}
    tournaments.remove(by=evening.director, reason="He shouted.", **said)
    tell()
    assert words_for(evening.director) == ["Bình has withdrawn from Friday evening."]
    assert not any("withdr" in words for words in words_for(first))


def test_points_that_were_taken_have_the_minus_of_every_other_sum():
    evening = Evening(4, rounds=1)
    member = evening.people[0]
    said: dict[str, Any] = {"by": evening.director, "tournament_id": evening.id, "now": NOW}
    tournaments.adjust_points(player=member.pk, points=-60, reason="He shouted.", **said)
    tell()
    assert (
        words_for(member)[-1] == "Friday evening: your points were adjusted by −60 (He shouted.)."
    )


def test_a_dispute_and_a_ruling_are_told_to_the_others_at_the_table_with_their_chips():
    people = [Player.objects.create_user(name) for name in ("an", "binh")]
    director = Player.objects.create_user("dora", is_director=True)
    deal = stored_deal(VINAGAMES, penalty_seed(people=2), people, name="Bàn 3", chips_per_point=2)
    club.settle(deal_id=deal.pk)
    reverse_the_penalty(deal, people)
    club.settle(deal_id=deal.pk)
    tell()
    filer, other = words_for(people[0]), words_for(people[1])
    assert "A dispute was filed about deal 1 at Bàn 3, which you played in." in other
    assert "A dispute was filed about deal 1 at Bàn 3, which you played in." not in filer
    assert filer[-1] == (
        "A referee ruled on deal 1 at Bàn 3: Penalty lifted (§10.3). Your chips: +88."
    )
    assert other[-1] == "A referee ruled on deal 1 at Bàn 3: Penalty lifted (§10.3)."
    assert words_for(director)[-1] == other[-1], "a tournament may wait for it"
    dispute = Dispute.objects.get()
    rulings.appeal_ruling(by=people[1], dispute_id=dispute.pk, reason="Again.", now=NOW)
    rulings.give_ruling(
        by=Player.objects.create_user("second", is_referee=True),
        dispute_id=dispute.pk,
        outcome="upheld",
        section="§10.3",
        reason="It was not.",
        now=NOW,
    )
    club.settle(deal_id=deal.pk)
    tell()
    assert words_for(people[0])[-1] == (
        "The appeal on deal 1 at Bàn 3 was decided: Penalty (§10.3). Your chips: −88."
    )
    first = Player.objects.get(username="referee")
    assert words_for(first)[-1] == (
        "Your ruling on deal 1 at Bàn 3 was appealed. Another referee decided: Penalty (§10.3)."
    )
    assert not any("Your ruling" in said for said in words_for(director))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("shared", "Another referee ruled that the payment is shared, under §10.3."),
        ("voided", "Another referee declared the deal void under §10.3."),
    ],
)
def test_a_referee_hears_how_another_decides_the_appeal_of_the_own_ruling(how, said):
    people = [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]
    deal = stored_deal(VINAGAMES, penalty_seed(people=4), people, name="Bàn 3")
    reverse_the_penalty(deal, people)
    first = Player.objects.get(username="referee")
    other = Player.objects.create_user("second", is_referee=True)
    dispute = Dispute.objects.get()
    rulings.appeal_ruling(by=people[1], dispute_id=dispute.pk, reason="Again.", now=NOW)
    rulings.give_ruling(
        by=other,
        dispute_id=dispute.pk,
        outcome=how,
        section="§10.3",
        reason="Both.",
        now=NOW,
    )
    tell()
    assert words_for(first)[-1] == f"Your ruling on deal 1 at Bàn 3 was appealed. {said}"
    assert not any("our ruling" in words for words in words_for(other))


def test_a_referee_hears_that_another_withdrew_the_own_ruling_and_of_no_appeal_there_was_not():
    people = [Player.objects.create_user(name) for name in ("an", "binh")]
    deal = stored_deal(VINAGAMES, penalty_seed(people=2), people, name="Bàn 3")
    said: dict[str, Any] = {"dispute_id": reverse_the_penalty(deal, people).pk, "now": NOW}
    first = Player.objects.get(username="referee")
    other = Player.objects.create_user("second", is_referee=True)
    rulings.withdraw_ruling(by=other, reason="Wrong.", **said)
    rulings.give_ruling(by=other, outcome="upheld", section="§10.3", reason="So.", **said)
    tell()
    assert words_for(first)[-1] == "Another referee withdrew your ruling on deal 1 at Bàn 3."
    assert not any("our ruling" in words for words in words_for(other))


def test_a_guest_is_told_nothing():
    evening = Evening(4)
    Player.objects.filter(pk=evening.people[0].pk).update(is_guest=True)
    tell()
    assert words_for(evening.people[0]) == []


def test_the_next_draw_tells_the_substitute_where_to_sit_and_not_the_absent_owner():
    evening = Evening(4, rounds=2, deals_per_round=1)
    owner, hoa = evening.people[0], Player.objects.create_user("hoa")
    about: dict[str, Any] = {"tournament_id": evening.id, "player": hoa.pk}
    tournaments.list_reserve(by=hoa, now=evening.now, **about)
    [table] = RoundTable.objects.filter(tournament=evening.id)
    seat: dict[str, Any] = {
        "table": 1,
        "seat": table.seats.index(f"player:{owner.pk}"),
        "reason": "Ill.",
    }
    tournaments.give_seat(by=evening.director, span="rest", now=evening.now, **about, **seat)
    evening.follow()
    evening.play()
    evening.follow()
    assert RoundTable.objects.filter(tournament=evening.id, round=2).exists()
    tell()
    seated = [
        [said for said in words_for(one) if "round 2: you sit" in said] for one in (owner, hoa)
    ]
    assert [len(said) for said in seated] == [0, 1]


def test_a_redraw_that_is_taken_back_tells_whoever_sits_elsewhere_by_it_where():
    evening = Evening(8, late_until=2)
    late = Player.objects.create_user("late")
    grant_first_chips(player=late, now=NOW)
    tournaments.enter(by=late, tournament_id=evening.id, now=NOW)
    about: dict[str, Any] = {"by": evening.director, "tournament_id": evening.id, "now": NOW}
    places = []
    for act in (tournaments.redraw, tournaments.take_redraw_back):
        act(reason="The list.", **about)
        rows = RoundTable.objects.order_by("number")
        places.append(
            {label: (row.number, seat) for row in rows for seat, label in enumerate(row.seats)}
        )
    tell()
    for player in evening.people:
        [first] = [said for said in words_for(player) if "round 1: you sit" in said]
        [drawn] = [said for said in words_for(player) if "was drawn again (The list.)" in said]
        table, _seat = places[0][f"player:{player.pk}"]
        assert f"You now sit at table {table}, " in drawn and "drawn again" not in first
    for player in (*evening.people, late):
        told = [said for said in words_for(player) if "counts again" in said]
        after, now = (sat.get(f"player:{player.pk}") for sat in places)
        if after == now:
            assert told == []
        elif now is None:
            assert player == late and told[0].endswith("), and you don't play this round.")
        else:
            assert f"You sit at table {now[0]}, " in told[0] and "(The list.)" in told[0]
    assert any("counts again" in said for said in words_for(late))
    assert sum("counts again" in said for one in evening.people for said in words_for(one)) > 3

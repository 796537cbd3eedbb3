"""Nothing that happens to a member's chips, place or seat happens silently: a notice, or a stated reason why none."""

from uuid import uuid4

import pytest

from games import commands as club
from games.club import calls, chips
from games.club.events import NAMES as OF_THE_CLUB
from games.club.held_chips import NAMES as HELD
from games.club.pots import NAMES as POTS
from games.commands.club.chips import grant_chips, take_back_grant
from games.engine.recording.notation import NAMES
from games.engine.rules import VINAGAMES
from games.ledger.models import Posting
from games.log import read
from games.models import Player
from notices.kinds import KINDS, UNTOLD
from notices.models import Notice
from tests.support.deals import NOW, penalty_seed, stored_deal
from tests.support.evening import Evening
from tests.support.notices import tell
from tests.support.rulings import reverse_the_penalty
from tests.support.tournament_pages import create
from tournaments import commands as tournaments
from tournaments.engine.events import REGISTERED

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

OF_TOURNAMENTS = frozenset(row.name for row in REGISTERED)
MOVES_CHIPS = frozenset(
    {
        *(
            "deal.won",
            "deal.exhausted",
            "deal.ruling-given",
            "deal.ruling-shared",
            "deal.ruling-withdrawn",
        ),
        *("member.joined", "member.chips-granted", "member.chips-taken-back"),
        *("tournament.member-entered", "tournament.members-entered"),
        *("tournament.member-withdrew", "tournament.member-left-out"),
        *("tournament.closed", "tournament.prizes-corrected", "tournament.cancelled"),
    }
)
"""The events that call for a transfer (`games.settlement`, `tournaments.settlement`)."""
OF_SEATS = frozenset(
    {"deal.seat-gone", "deal.seat-unseen", "deal.dispute-filed", "deal.ruling-given"}
)
"""What others, or the service, do to somebody's seat or deal."""


def test_every_event_of_a_tournament_and_an_account_is_told_or_says_why_not() -> None:
    names = {
        *OF_TOURNAMENTS,
        *chips.NAMES.values(),
        *calls.NAMES.values(),
        *MOVES_CHIPS,
        *OF_SEATS,
        *HELD.values(),
        *POTS.values(),
    }
    assert sorted(name for name in names if name not in KINDS and name not in UNTOLD) == []
    assert not set(KINDS) & set(UNTOLD)
    assert all(reason for reason in UNTOLD.values())


def test_the_table_names_only_events_that_are_stored() -> None:
    rooms = (chips.NAMES, calls.NAMES, OF_THE_CLUB, NAMES, HELD, POTS)
    stored = {*OF_TOURNAMENTS, *(name for names in rooms for name in names.values())}
    assert {*KINDS, *UNTOLD} <= stored


def everything_that_moves_chips() -> None:
    """An evening with each kind of transfer: fees, refunds, prizes, grants, deals, rulings."""
    evening = Evening(6, rounds=1, deals_per_round=1)
    evening.play_all()
    evening.close()
    director, one = evening.director, evening.people[0]
    second = create(
        by=director,
        name="Saturday",
        rules="vinagames",
        rounds=1,
        deals_per_round=1,
        entry_fee=10,
        prize_shares=(100,),
        seconds_per_move=30,
        filler="bot:greedy",
        now=NOW,
    ).pk
    for player in evening.people[:3]:
        tournaments.enter(by=player, tournament_id=second, now=NOW)
    tournaments.withdraw(by=one, tournament_id=second, now=NOW)
    listed = [evening.people[3].pk]
    tournaments.enter_members(by=director, tournament_id=second, players=listed, now=NOW)
    tournaments.cancel(by=director, tournament_id=second, reason="No power", now=NOW)
    key = uuid4()
    grant_chips(by=director, players=[one], amount=7, idempotency_key=key, now=NOW)
    grant = f"grant:{one.pk}:{key.hex}"
    take_back_grant(by=director, key=grant, reason="Twice", now=NOW)
    people = evening.people[:2]
    deal = stored_deal(VINAGAMES, penalty_seed(people=2), people, chips_per_point=2)
    club.settle(deal_id=deal.pk)
    reverse_the_penalty(deal, people)
    club.settle(deal_id=deal.pk)


def test_every_posting_to_a_member_has_its_notice_or_its_reason() -> None:
    everything_that_moves_chips()
    tell()
    told = set(Notice.objects.values_list("player_id", "stream", "version"))
    postings = Posting.objects.filter(account__code__startswith="member:")
    moved: set[str] = set()
    for code, stream, version in postings.values_list(
        "account__code", "transfer__stream", "transfer__version"
    ):
        assert stream is not None
        name = next(event.name for event in read(stream) if event.version == version)
        moved.add(name)
        player = int(code.partition(":")[2])
        assert name in UNTOLD or (player, stream, version) in told, (name, code)
    # Left out and prizes after a late ruling are the rest: the table has them, as the first test says.
    assert MOVES_CHIPS - moved <= {
        *("deal.exhausted", "deal.ruling-shared", "deal.ruling-withdrawn"),
        *("tournament.member-left-out", "tournament.prizes-corrected"),
    }
    assert moved <= MOVES_CHIPS


def test_a_withdrawal_by_a_director_a_list_and_an_absence_are_told() -> None:
    director = Player.objects.create_user("director", is_director=True)
    people = [Player.objects.create_user(f"member{i}") for i in range(3)]
    row = create(
        by=director,
        name="Sunday",
        rules="vinagames",
        rounds=2,
        deals_per_round=1,
        entry_fee=0,
        prize_shares=(100,),
        seconds_per_move=30,
        filler="bot:greedy",
        now=NOW,
    )
    tournaments.enter(by=people[0], tournament_id=row.pk, now=NOW)
    tournaments.sit_out(by=director, tournament_id=row.pk, player=people[0].pk, now=NOW)
    tournaments.enter(by=people[1], tournament_id=row.pk, now=NOW)
    tournaments.sit_out(by=people[1], tournament_id=row.pk, player=people[1].pk, now=NOW)
    tell()
    named = Notice.objects.values_list("player_id", "name")
    assert list(named) == [(people[0].pk, "tournament.absence-announced")]

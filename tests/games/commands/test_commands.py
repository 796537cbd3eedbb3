"""Commands: a table from opening to the money, each use case with what it refuses."""

from datetime import timedelta
from typing import Any

import pytest

from games import commands, queries
from games.engine.deal import legal_moves, to_move
from games.engine.moves import Discard, Hit, Meld
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.shuffle import commit
from games.engine.state import Phase
from games.errors import Refused
from games.ledger.queries import balance, transfer_of, trial_balance
from games.log import read, stream_version
from games.models import Deal, Player, Table
from tests.support.deals import NOW, play_to_the_end, secret_in
from tests.support.play_pages import dealt, table_with
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return Player.objects.create_user("an")


@pytest.fixture
def binh():
    return Player.objects.create_user("binh")


def table_for(host, **options):
    options = {"rules": VINAGAMES, "seats": 4, "name": "Bàn 1", **options}
    return opened_table(by=host, now=NOW, **options)


def seated(*players, **options):
    return table_with(*players, now=NOW, **options)


def running(*players, **options):
    return dealt(*players, now=NOW, **options)


class refusal:  # noqa: N801 - reads as a sentence in `with`
    def __init__(self, code):
        self.code = code

    def __enter__(self):
        self.context = pytest.raises(Refused)
        self.info = self.context.__enter__()
        return self.info

    def __exit__(self, *args):
        caught = self.context.__exit__(*args)
        assert self.info.value.code == self.code
        return caught


def test_the_commitment_is_stored_before_anybody_gives_a_seed_or_sees_a_card(an):
    table = seated(an)
    deal = table.deals.get()
    first, *rest = read(deal.stream)
    secret = secret_in(deal)
    assert first.name == "deal.committed"
    assert first.payload["commitment"] == commit(secret)
    assert [row.name for row in rest] == ["deal.seed-committed"] * 3
    assert secret not in str([row.payload for row in read(deal.stream)])


def test_without_a_stored_commitment_no_card_is_dealt(an, monkeypatch):
    def full(*args, **kwargs):
        raise OSError("disk full")

    table = table_for(an)
    monkeypatch.setattr("games.commands.unit_of_work.append_to", full)
    with pytest.raises(OSError, match="disk full"):
        commands.sit_down(by=an, table_id=table.pk, seat=0, now=NOW)
    assert not Deal.objects.exists()
    assert not table.seats.filter(player=an).exists()


def test_the_cards_are_dealt_when_every_person_is_ready(an, binh):
    table = seated(an, binh)
    deal = table.deals.get(ended_at=None)
    commands.get_ready(by=an, deal_id=deal.pk, now=NOW)
    commands.get_ready(by=an, deal_id=deal.pk, now=NOW)
    assert queries.load_state(deal.pk).phase is Phase.SEEDS
    commands.get_ready(by=binh, deal_id=deal.pk, now=NOW)
    state = queries.load_state(deal.pk)
    assert state.phase in (Phase.DISCARD, Phase.OVER)
    assert all(bound and bound.kept for bound in state.setup.bound)


def test_a_whole_deal_is_played_settled_and_followed_by_the_next(an, binh):
    deal = running(an, binh, chips_per_point=2)
    state = play_to_the_end(deal)
    commands.settle(deal_id=deal.pk)
    commands.settle(deal_id=deal.pk)
    deal.refresh_from_db()
    assert deal.phase == Phase.OVER
    assert deal.settled_version == deal.owed_version
    assert state.ending is not None
    assert state.ending.secret is not None
    assert commit(state.ending.secret) == state.setup.commitment
    net = state.ending.result.net
    assert [seat.net for seat in deal.seats.all()] == list(net)
    assert balance(f"member:{an.pk}") == 2 * net[0]
    assert balance(f"member:{binh.pk}") == 2 * net[1]
    assert sum(trial_balance().values()) == 0
    following = commands.prepare_deal(table_id=deal.table_id, now=NOW)
    assert following is not None
    assert following.number == deal.number + 1
    assert queries.load_state(following.pk).setup.starter == state.ending.next_starter
    assert commands.prepare_deal(table_id=deal.table_id, now=NOW) is None


def test_foursac_is_played_to_its_end(an):
    state = play_to_the_end(running(an, rules=FOURSAC))
    assert state.ending is not None
    assert sum(state.ending.result.net) == 0


def test_a_move_sent_twice_is_stored_once_and_answered_the_same(an, binh):
    deal = running(an, binh)
    commands.play_bots(deal_id=deal.pk, clock=lambda: NOW)
    state = queries.load_state(deal.pk)
    (seat,) = to_move(state)
    player = (an, binh)[seat]
    ask = {
        "by": player,
        "deal_id": deal.pk,
        "move": legal_moves(state, seat)[-1],
        "move_id": "the-same-id",
        "expected_version": state.version,
        "now": NOW,
    }
    version = commands.submit_move(**ask)
    assert commands.submit_move(**ask) == version
    assert stream_version(deal.stream) == version


def test_an_id_that_was_used_for_another_move_is_refused_and_not_answered_as_made(an, binh):
    deal = running(an, binh)
    for turn in range(12):
        commands.play_bots(deal_id=deal.pk, clock=lambda: NOW)
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            break
        (seat,) = to_move(state)
        moves = legal_moves(state, seat)
        ask = {
            "by": (an, binh)[seat],
            "deal_id": deal.pk,
            "move_id": f"an-id-of-turn-{turn}",
            "expected_version": state.version,
            "now": NOW,
        }
        version = commands.submit_move(move=moves[-1], **ask)
        for other in moves[:-1]:
            with refusal("move.id-used"):
                commands.submit_move(move=other, **ask)
        assert commands.submit_move(move=moves[-1], **ask) == version
        later = queries.load_state(deal.pk)
        if later.phase is Phase.OVER:
            break
        if to_move(later) == (seat,):  # the same player moves on, with the old id by mistake
            # The move that was made is seldom legal again, and no reason to say something else.
            for move in (*legal_moves(later, seat), moves[-1]):
                with refusal("move.id-used"):
                    commands.submit_move(move=move, **{**ask, "expected_version": later.version})
        assert queries.load_state(deal.pk).version == later.version
    assert turn > 3


def test_an_id_is_not_answered_by_an_older_move_of_the_same_seat(an, binh):
    """Whoever discards behind a meld has made both within a few events; each id is for one of them."""
    deal = running(an, binh)
    made: list[dict[str, Any]] = []
    for turn in range(60):
        commands.play_bots(deal_id=deal.pk, clock=lambda: NOW)
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            deal, made = running(an, binh), []
            continue
        (seat,) = to_move(state)
        moves = legal_moves(state, seat)
        ask = {
            "by": (an, binh)[seat],
            "deal_id": deal.pk,
            "move": next((move for move in moves if isinstance(move, Meld)), moves[-1]),
            "move_id": f"an-id-of-turn-{turn}",
            "expected_version": state.version,
            "now": NOW,
        }
        commands.submit_move(**ask)
        made.append(ask)
        if len(made) > 1 and made[-2]["by"] == ask["by"] and isinstance(made[-2]["move"], Meld):
            break
    meld, discard = made[-2:]
    assert isinstance(discard["move"], Discard)
    for version in (meld["expected_version"], discard["expected_version"]):
        with refusal("move.id-used"):
            commands.submit_move(**{**discard, "move": meld["move"], "expected_version": version})
    for ask in (meld, discard):
        assert commands.submit_move(**ask) > ask["expected_version"]


def test_stale_forged_and_foreign_moves_are_refused_and_change_nothing(an, binh):
    deal = running(an, binh)
    commands.play_bots(deal_id=deal.pk, clock=lambda: NOW)
    state = queries.load_state(deal.pk)
    (seat,) = to_move(state)
    mover, other = ((an, binh), (binh, an))[seat]
    stranger = Player.objects.create_user("stranger")
    move = legal_moves(state, seat)[-1]
    ask = {"deal_id": deal.pk, "move": move, "move_id": "one-move", "now": NOW}
    before = stream_version(deal.stream)
    with refusal("seat.none"):
        commands.submit_move(by=stranger, expected_version=state.version, **ask)
    with refusal("seat.not-yours"):
        commands.submit_move(by=other, expected_version=state.version, **ask)
    with refusal("turn.not-yours"):
        commands.submit_move(
            by=other, expected_version=state.version, **{**ask, "move": Hit(1 - seat)}
        )
    with refusal("deal.stale"):
        commands.submit_move(by=mover, expected_version=state.version - 1, **ask)
    with refusal("move.id"):
        commands.submit_move(by=mover, expected_version=state.version, **{**ask, "move_id": "!"})
    with refusal("deal.unknown"):
        commands.submit_move(by=mover, expected_version=1, **{**ask, "deal_id": 999})
    assert stream_version(deal.stream) == before


def test_a_player_whose_time_runs_out_is_played_by_the_careful_bot_once(an, binh):
    deal = running(an, binh)
    commands.play_bots(deal_id=deal.pk, clock=lambda: NOW)
    deal.refresh_from_db()
    late = deal.deadline
    assert commands.time_out(deal_id=deal.pk, now=late - timedelta(seconds=1)) == 0
    assert commands.time_out(deal_id=deal.pk, now=late) == 1
    assert commands.time_out(deal_id=deal.pk, now=late) == 0
    names = [row.name for row in read(deal.stream)]
    assert names.count("deal.time-ran-out") == 1


def test_nobody_leaves_while_the_cards_are_dealt(an):
    deal = running(an)
    with refusal("seat.playing"):
        commands.leave_table(by=an, table_id=deal.table_id, now=NOW)


def test_leaving_between_deals_calls_the_prepared_deal_off(an, binh):
    table = seated(an, binh)
    prepared = table.deals.get(ended_at=None)
    commands.leave_table(by=binh, table_id=table.pk, now=NOW)
    prepared.refresh_from_db()
    assert prepared.cancelled
    following = table.deals.get(ended_at=None)
    assert [seat.label for seat in following.seats.all()][1] == "bot:club"
    commands.leave_table(by=an, table_id=table.pk, now=NOW)
    table.refresh_from_db()
    assert table.closed_at == NOW


def test_a_table_without_bots_waits_for_people(an, binh):
    table = seated(an, seats=2, filler="")
    assert not table.deals.exists()
    commands.sit_down(by=binh, table_id=table.pk, seat=1, now=NOW)
    assert table.deals.count() == 1


def test_seats_are_refused_with_the_reason(an, binh):
    table = seated(an, admission=Table.Admission.INVITED)
    with refusal("seat.not-invited"):
        commands.sit_down(by=binh, table_id=table.pk, seat=1, now=NOW)
    commands.invite(by=an, table_id=table.pk, players=[binh])
    with refusal("seat.taken"):
        commands.sit_down(by=binh, table_id=table.pk, seat=0, now=NOW)
    with refusal("seat.unknown"):
        commands.sit_down(by=binh, table_id=table.pk, seat=4, now=NOW)
    commands.sit_down(by=binh, table_id=table.pk, seat=1, now=NOW)
    with refusal("seat.twice"):
        commands.sit_down(by=binh, table_id=table.pk, seat=2, now=NOW)
    with refusal("table.not-yours"):
        commands.close_table(by=binh, table_id=table.pk, now=NOW)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"name": "  "}, "table.name"),
        ({"name": "n" * 61}, "table.name"),
        ({"seats": 5}, "table.seats"),
        ({"rules": FOURSAC, "seats": 3}, "table.seats"),
        ({"seconds_per_move": 9}, "table.seconds"),
        ({"chips_per_point": -1}, "table.stake"),
        ({"filler": "genius"}, "table.bot"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(an, options, code):
    with refusal(code):
        table_for(an, **options)
    assert not Table.objects.exists()


def test_a_fixed_table_deals_by_itself_and_plays_only_what_is_planned(an):
    table = opened_table(
        by=an, name="R1", rules=VINAGAMES, seats=4, now=NOW, origin="tournament-1/1/1",
        occupants=[an, "greedy", "safe", "greedy"], starters=[2],
    )  # fmt: skip
    deal = table.deals.get()
    commands.start_deal(deal_id=deal.pk, now=NOW)
    assert queries.load_state(deal.pk).phase is Phase.SEEDS
    late = NOW + timedelta(seconds=60)
    commands.start_deal(deal_id=deal.pk, now=late)
    assert queries.load_state(deal.pk).setup.starter == 2
    play_to_the_end(deal, now=late)
    commands.settle(deal_id=deal.pk)
    assert transfer_of(f"deal:{deal.pk}") is None
    assert commands.prepare_deal(table_id=table.pk, now=late) is None


def test_whoever_keeps_the_others_waiting_loses_the_seat_and_no_chips(an, binh):
    table = seated(an, binh)
    deal = table.deals.get(ended_at=None)
    commands.get_ready(by=an, deal_id=deal.pk, now=NOW)
    commands.start_deal(deal_id=deal.pk, now=NOW + timedelta(seconds=59))
    assert table.seats.filter(player=binh).exists()
    for _ in range(2):
        commands.start_deal(deal_id=deal.pk, now=NOW + timedelta(seconds=60))
    assert not table.seats.filter(player=binh).exists()
    following = table.deals.get(ended_at=None)
    assert following.pk != deal.pk and following.number == deal.number == 1
    assert following.deadline is None

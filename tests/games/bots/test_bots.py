"""The bots: what they do with a hand, and that they never do what is not legal."""

import pytest

from games.bots import BOTS, MANNERS, THINKERS, Bot, careful, club, master, newcomer
from games.bots.playout import play_deal
from games.engine.deal import legal_moves
from games.engine.errors import BadNotation, IllegalMove
from games.engine.events import DealStarted, SecretPublished
from games.engine.recording.notation import move_text
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from games.engine.shuffle import kept_seed
from games.engine.sight import see
from games.engine.state import Phase
from tests.support.builders import DULL, SECRET, Table, position


def plays(table: Table, bot: Bot = club, seat: int = 0) -> str:
    moves = legal_moves(table.state, seat)
    move = bot(see(table.state, seat), moves)
    assert move in moves
    return move_text(move)


def test_the_registry_holds_the_bots_by_name_and_the_names_of_old_setups():
    assert dict(BOTS) == {
        "newcomer": newcomer,
        "club": club,
        "careful": careful,
        "master": master,
        "greedy": club,
        "safe": careful,
    }
    assert MANNERS == ("newcomer", "club", "careful", "master")


def test_club_wins_where_it_can():
    table = position(FOURSAC, hands=["Ny Rw", "Ny Ny Gw Gw", DULL, DULL], phase="discard")
    table.when(0, "discard Ny")
    assert plays(table, seat=1) == "claim win"


@pytest.mark.parametrize(("hand", "claim"), [("Ny Ny Ny Gw", "kong"), ("Ny Ny Gw Cg", "triple")])
def test_club_claims_the_most_it_can(hand, claim):
    table = position(FOURSAC, hands=["Ny Rw", hand, DULL, DULL], phase="discard")
    table.when(0, "discard Ny")
    assert plays(table, seat=1) == f"claim {claim}"


@pytest.mark.parametrize(
    ("hand", "active", "move"),
    [
        pytest.param("Ny Gw Cr", "Ny", "meld Ny", id="the only meld"),
        pytest.param("Gw Cr My", "Kr", "meld", id="a king costs nothing"),
        pytest.param("Gw Cr My", "Ny", "hit", id="nothing to meld"),
        pytest.param("Gr Mr Gw Cy", "Kr", "meld Gr Mr", id="the most trash lowered"),
        pytest.param("Kr Gr Mr Gw My", "Kr", "meld", id="of equal trash the most points"),
    ],
)
def test_club_melds_what_leaves_the_least_trash(hand, active, move):
    assert plays(position(hands=[hand, DULL, DULL], active=active)) == move


def test_club_passes_what_it_drew_and_cannot_use():
    assert plays(position(hands=["Gw Cr My", DULL], active="Ny", drawn=True)) == "pass"


def test_club_lets_the_card_go_that_its_hand_misses_least():
    # Two of a chow hope for the third and for pairs, a single guard for its like alone.
    assert plays(position(hands=["Rr Cr Gw", DULL], phase="discard")) == "discard Gw"


@pytest.mark.parametrize("hand", ["Rr Rr Rr Cw Gw Gw", "Rr Cr Nr Cw", "Kr Gr Mr Cw Pr Py Pg"])
def test_club_breaks_no_set_in_4sac(hand):
    assert plays(position(FOURSAC, hands=[hand, DULL, DULL, DULL], phase="discard")) == (
        "discard Cw"
    )


def test_10_3_careful_discards_a_worst_card_where_club_does_not():
    # W3: all knights are seen, so the rook and the cannon hope for less than they look like.
    table = position(
        hands=["Rr Cr Gw Pw Pw Ng Ng Pg Pg", "My Ry"],
        public=["Gg Gg Gg, Ny Ny Ny, Mw Mw Mw, Ky Gy My"],
        dead="Nr Nr Nr Nr Rr Cr",
        phase="discard",
    )
    assert plays(table, club) == "discard Gw"
    assert plays(table, careful) == "discard Rr"
    verdict = see(table.state, 0).verdict
    assert verdict is not None and len(verdict.worst) == 2


def test_careful_counts_what_lies_face_up_where_nothing_is_judged_too():
    table = position(
        FOURSAC,
        hands=["Rr Cr Gw Pw Pw Ng Ng Pg Pg", "My Ry", DULL, DULL],
        public=["Gg Gg Gg, Ny Ny Ny, Mw Mw Mw"],
        dead="Nr Nr Nr Nr Rr Cr",
        phase="discard",
    )
    assert see(table.state, 0).verdict is None
    assert (plays(table, club), plays(table, careful)) == ("discard Gw", "discard Rr")


def test_careful_keeps_the_wait_that_wins():
    # A green king would win behind the red minister's discard; behind another no card does.
    table = position(MIEN_NAM, hands=["Kr Kr Gg Mr Mg Ny Ny", DULL, DULL], phase="discard")
    assert (plays(table, club), plays(table, careful)) == ("discard Gg", "discard Mr")


def test_careful_melds_for_its_hopes_where_points_are_not_paid_for():
    # Both melds leave two trash cards; a pair of knights that is left hopes for more than a chow.
    hands = ["Ry Cy Ny Ny Rr My", DULL, DULL, DULL]
    table = position(MIEN_NAM, hands=hands, active="Ny", drawn=True)
    assert (plays(table, club), plays(table, careful)) == ("meld Ny", "meld Ry Cy")
    table = position(FOURSAC, hands=hands, active="Ny", drawn=True)
    assert plays(table, careful) == plays(table, club)


@pytest.mark.parametrize("bot", [name for name in BOTS if name not in THINKERS])
def test_13_7_every_bot_takes_the_king_that_it_has_to_keep(bot):
    table = position(MIEN_NAM, hands=["Kr Gr Mr Gw Cy", DULL, DULL], active="Kr", drawn=True)
    assert plays(table, BOTS[bot]).startswith("meld")


@pytest.mark.parametrize("bot", [name for name in BOTS if name not in THINKERS])
def test_a_whole_deal_from_its_commitment_to_its_secret(bot):
    played = play_deal(VINAGAMES, [bot] * 3, secret=SECRET, seeds=["a", None, "b"], starter=1)
    assert played.state.phase is Phase.OVER
    assert played.state.setup.players == (f"bot:{bot}",) * 3
    assert played.state.setup.seeds == ("a", kept_seed(SECRET, 1), "b")
    assert [bound and bound.kept for bound in played.state.setup.bound] == [False, True, False]
    assert played.events[-1] == SecretPublished(SECRET)
    (started,) = [event for event in played.events if isinstance(event, DealStarted)]
    assert (started.starter, started.dice) == (1, None)
    assert played.decisions > 0


def test_a_playout_refuses_what_the_engine_refuses():
    with pytest.raises(IllegalMove):
        play_deal(FOURSAC, ["safe"] * 3, secret=SECRET, seeds=[None] * 3)
    with pytest.raises(IllegalMove):
        play_deal(FOURSAC, ["safe"] * 4, secret=SECRET, seeds=["no blanks", None, None, None])
    with pytest.raises(BadNotation):
        play_deal(VINAGAMES, ["safe"] * 2, secret="short", seeds=[None] * 2)

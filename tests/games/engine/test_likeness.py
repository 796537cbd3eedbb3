"""Which discards are alike: class and copies of the card, trash, shape of the worst set, and how it was judged."""

import json

import pytest

from games.engine.cards import CARD_BY_NAME, CARD_NAMES
from games.engine.deal import decide
from games.engine.events import CardDiscarded
from games.engine.hands.hand import cards_of
from games.engine.moves import Discard
from games.engine.recording.positions import judge
from games.engine.recording.similarity import KEY_LENGTH, Faced, class_of, faced, facing, is_key
from games.engine.rules import FOURSAC, VINAGAMES
from tests.support.deals import penalty_seed, played, safe_win_seed
from tests.support.engine.situations import discarding

# W2 and W1 of §10.6, without what lies open elsewhere.
TWO = "Kr Gr Cw Pw Pw Ng Ng Pg Pg"


def found(hand: str, card: str, rules=VINAGAMES, **given) -> Faced | None:
    state = discarding(hand, rules, **given).state
    event = decide(state, Discard(0, CARD_BY_NAME[card]))[0]
    assert isinstance(event, CardDiscarded)
    return facing(state, event)


def key(hand: str, card: str, **given) -> str:
    one = found(hand, card, **given)
    assert one is not None
    return one.key


def test_colours_and_the_other_cards_make_no_difference():
    assert key(TWO, "Gr") == key("Ky My Rw Pw Pw Ng Ng Pg Pg", "My")
    assert key(TWO, "Gr") == key("Kr Gr Cw Pr Pr Ng Ng Ry Ry Mw Mw", "Gr")


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        pytest.param(TWO, "Cw", id="another card, and another class"),
        pytest.param("Kr Gr Cw Pw Pw Ng Ng Pg Pg Ry", "Gr", id="more trash"),
        pytest.param("Kr Gr Pw Pw Pr Ng Ng Pg Pg", "Gr", id="another worst card"),
    ],
)
def test_what_parts_them(hand, card):
    assert key(hand, card) != key(TWO, "Gr")


def test_copies_held_part_them():
    assert key("Rr Rr Cr Nr Gw", "Rr") != key("Rr Cr Gw", "Rr")
    assert key("Rr Rr Cr Nr Gw", "Rr").startswith("R2-2-")


def test_at_the_limit_every_discard_is_safe_and_alike_only_to_such():
    at = key(TWO, "Gr", left=VINAGAMES.stock_limit)
    assert at.endswith("-limit") and key(TWO, "Gr").endswith(("-worst", "-other"))
    assert at != key(TWO, "Gr")


def test_a_worst_card_and_another_are_not_alike():
    keys = {key(TWO, card).rpartition("-")[2] for card in ("Gr", "Cw")}
    assert keys == {"worst", "other"}


def test_where_no_discard_is_judged_nothing_is_alike():
    assert found(TWO, "Gr", FOURSAC) is None


@pytest.mark.parametrize("seed", [penalty_seed, safe_win_seed])
def test_a_played_discard_tells_what_judge_makes_of_it_and_nobody_elses_hand(seed):
    playout = played(VINAGAMES, seed())
    assert playout.state.ending is not None and playout.state.ending.taken is not None
    one = faced(playout.events, playout.state.ending.taken.version)
    assert one is not None
    plain = one.to_plain()
    assert judge({"id": 1, **plain}) == {"id": 1, **plain}
    assert json.loads(json.dumps(plain)) == plain
    assert one.safe == (playout.state.ending.result.offender is None) or one.at_limit
    assert is_key(one.key) and len(one.key) <= KEY_LENGTH
    lying = [name for made in plain["public"] for name in made] + plain["face_up"]
    assert plain["private"] == [CARD_NAMES[card] for card in cards_of(one.block)]
    seen = one.before.face_up()
    assert [lying.count(name) for name in CARD_NAMES] == seen, "nothing but what lies open"


def test_every_discard_of_a_deal_has_a_key():
    history = played(VINAGAMES, penalty_seed()).events
    judged = [at for at, event in enumerate(history, 1) if isinstance(event, CardDiscarded)]
    assert judged
    for at in judged:
        one = faced(history, at)
        assert one is not None and is_key(one.key)
    assert faced(history, 1) is None and faced(history, 0) is None
    assert faced(history, len(history) + 1) is None


@pytest.mark.parametrize(
    "text", ["", "R1", "R1-2-R1-safe", "R1-2-R1-worst\n", "X1-2-R1-worst", "٣"]
)
def test_what_is_no_key_is_told(text):
    assert not is_key(text)


def test_classes():
    named = {
        name: class_of(CARD_BY_NAME[name]) for name in ("Kr", "Gw", "My", "Rr", "Cg", "Nw", "Pr")
    }
    assert "".join(named.values()) == "GGGRRRP"

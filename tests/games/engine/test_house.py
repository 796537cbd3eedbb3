"""The house's own rules (§13): worked payments, and payments by a slow referee for options that nobody chose."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.club.house_rules import why_not
from games.engine.cards import CARD_NAMES, CARDS, is_king
from games.engine.hands.hand import block_of, trash
from games.engine.recording.notation import rules_to_plain
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from games.engine.scoring import most_lost, score
from games.engine.sets import CardSet, SetKind
from games.engine.sight import see
from games.engine.state import Phase
from games.engine.taking import meld_worth, winning_meld
from tests.support.builders import DULL, position
from tests.support.deals import exhausted_seed, played
from tests.support.engine import house
from tests.support.engine.blocks import private_cards
from tests.support.engine.house_rules import OFTEN, H, h13, paid
from tests.support.engine.judged import kings_barred
from tests.support.engine.own_rules import OWN
from tests.support.engine.text import block, cards, names


def all_claims(claim):
    return dict.fromkeys(("win_claim", "khap_claim", "pair_claim"), claim)


@pytest.mark.parametrize("row", H)
def test_13_the_worked_payments(row):
    rules, *_situation, net = H[row]
    assert paid(row).net == net
    assert why_not(rules) is None or rules.key == "mien-nam"


def test_13_1_four_pawns_count_as_the_house_says():
    rules = replace(VINAGAMES, key="A", four_pawns=4)
    hand = block("Pr Py Pg Pw Rr")
    best = winning_meld(rules, hand, trash(hand), cards("Rr")[0], ())
    assert best is not None
    assert meld_worth(rules, hand, best, cards("Rr")[0], ()).points == 4


def test_h13_the_khui_counts_where_each_loser_owes_more_for_it():
    happened, result = h13()
    assert happened[1:] == ["0 must meld Kr with Kr Kr Kr: khui", "0 wins 11"]
    assert result.amount == 38


def test_13_17_the_bound_of_the_presets():
    assert most_lost(VINAGAMES, 4) == 374 and most_lost(FOURSAC, 4) == 121
    assert most_lost(MIEN_NAM, 4) == 40


def test_13_12_the_same_starter_starts_again_after_a_deal_without_a_winner():
    seed = exhausted_seed()
    usual, again = (
        played(rules, seed).state
        for rules in (VINAGAMES, replace(VINAGAMES, key="A", starter_after_draw="same"))
    )
    assert usual.ending is not None and again.ending is not None
    assert usual.ending.next_starter == usual.turn
    assert again.ending.next_starter == again.setup.starter


def test_13_9_a_king_may_be_let_go_where_any_card_may_and_the_next_seat_takes_it_alone():
    rules = replace(VINAGAMES, key="A", discards="any")
    hands = ["Kr Gw Rr Rr", DULL, "Kr Kr Gy", DULL]
    for own in (VINAGAMES, replace(VINAGAMES, key="A", discards="any-but-king")):
        table = position(own, hands=hands, phase="discard")
        assert table.refused(0, "discard Kr") == "discard.king"
    table = position(rules, hands=hands, phase="discard")
    assert table.when(0, "discard Kr") == ["0 discards Kr"]  # no pair of kings takes it (§6.3 a)
    assert table.may(1)[:1] == ["meld"]
    assert table.when(1, "meld") == ["1 melds Kr: king"]


def test_13_9_a_king_that_is_let_go_completes_a_hand_and_was_no_safe_discard():
    rules = replace(VINAGAMES, key="A", discards="any")
    hands = ["Kr Gw Rr Rr", DULL, "Gr Mr", DULL]
    table = position(rules, hands=hands, phase="discard")
    assert table.when(0, "discard Kr")[1:] == [
        "2 must meld Kr with Gr Mr: king-guard-minister",
        "2 wins 1",
    ]
    assert table.result.offender == 0


def test_13_9_the_announced_khaps_fall_with_a_discard_that_dissolves_one():
    rules = replace(VINAGAMES, key="A", discards="any-but-king")
    table = position(rules, hands=["Rr Rr Rr Gw", DULL, DULL, DULL], phase="discard")
    assert see(table.state, 1).khaps == (1, 0, 0, 0)
    table.when(0, "discard Rr")
    assert see(table.state, 1).khaps == (0, 0, 0, 0)


@pytest.mark.parametrize("claims", ["forced", "offered"])
def test_13_8_a_drawn_card_that_its_drawer_leaves_is_dead(claims):
    rules = replace(VINAGAMES, key="A", unclaimed_draw="dies", **all_claims(claims))
    hands = ["Gw Nw", "Ry Cy Gw Mr", DULL, DULL]
    table = position(rules, hands=hands, stock="Ny Pg", active="Cg")
    table.when(0, "hit")
    assert table.may(0) == ["pass"]
    happened = table.when(0, "pass")
    assert happened[:2] == ["0 lets the card die", "1 draws Pg"]
    assert table.state.dead == cards("Cg Ny") and table.state.turn == 1


def test_13_7_a_drawn_king_that_is_kept_may_not_be_left():
    rules = replace(VINAGAMES, key="A", drawn_king="kept")
    table = position(rules, hands=["Gw Nw Kr", "Ky Gw", DULL, DULL], stock="Kr", active="Cg")
    table.when(0, "hit")
    assert table.may(0) == ["meld", "meld Kr"]
    assert table.refused(0, "pass") == "pass.kept-king"
    table.when(0, "meld")
    assert table.state.phase is Phase.DISCARD


@pytest.mark.parametrize(
    ("options", "public", "net"),
    [
        ({}, ["", "", "", "Ky"], (-15, -15, -15, 45)),
        ({}, ["Rr*4", "", "", "Nr Nr Nr Nr, Ky, Ky"], (-30, -30, -30, 90)),
        ({"penalty": "pays-for-all"}, ["", "", "", "Nr Nr Nr Nr, Ky"], (-75, 0, 0, 75)),
        ({}, ["", "", "", "Ky*4"], (-40, -40, -40, 120)),
    ],
    ids=["H4", "H5", "H10", "H11"],
)
def test_a_hand_of_the_southern_rules_is_paid_as_it_is_played(options, public, net):
    rules = replace(MIEN_NAM, key="A", **options) if options else MIEN_NAM
    hands = ["Gw Rw Pw Pw Ng Ng Pg Pg Kr", DULL, DULL, "Gw Gw"]
    shown = {"public": public, "dead": "Rw Rw Cw Nw Nw"}  # so that the rook was the worst card
    table = position(rules, hands=hands, phase="discard", **shown)
    assert table.when(0, "discard Gw")[1] == "3 must meld Gw with Gw Gw: triple"
    assert table.result.net == net


def test_13_8_with_a_stock_at_its_limit_the_deal_ends():
    rules = replace(VINAGAMES, key="A", unclaimed_draw="dies")
    table = position(rules, hands=["Gw Nw", DULL, DULL, DULL], stock="Ny", left=8, active="Cg")
    table.when(0, "hit")
    assert table.when(0, "pass") == ["0 lets the card die", "exhausted before 1"]


def test_13_11_in_turn_only_melds_that_leave_the_least_trash_are_open():
    hands = ["Pr Py Pg Pg Nw Gw", DULL, DULL, DULL]
    usual = position(VINAGAMES, hands=hands, active="Pw")
    assert usual.may(0) == ["meld Pr Py", "meld Pr Py Pg", "hit"]
    least = position(replace(VINAGAMES, key="A", melds="least-trash"), hands=hands, active="Pw")
    assert least.may(0) == ["meld Pr Py", "hit"]
    assert least.refused(0, "meld Pr Py Pg") == "meld.least-trash"


KINDS = list(SetKind)
SIZES = {SetKind.KING: 1, SetKind.PAIR: 2, SetKind.PAWNS4: 4, SetKind.QUAN: 4, SetKind.KHUI: 4}


@st.composite
def hands(draw: st.DrawFn, most: int) -> list[CardSet]:
    """Sets of so many cards at most; which cards they are matters for kings alone."""
    made: list[CardSet] = []
    left = most
    while left >= 1:
        kind = draw(st.sampled_from(KINDS))
        size = SIZES.get(kind, 3)
        if size > left:
            break
        left -= size
        king = kind is SetKind.KING or draw(st.booleans())
        made.append(CardSet(kind, (CARDS[1 if king else 20],) * size))
    return made


@OFTEN
@given(
    rules=OWN,
    won=hands(21),
    lost=st.lists(st.lists(st.sampled_from(("quan", "khui")), max_size=5), min_size=1, max_size=3),
    khaps=st.lists(st.integers(0, 6), min_size=4, max_size=4),
    blamed=st.integers(-1, 2),
    shared=st.booleans(),
)
def test_13_whatever_is_owed_is_what_the_referee_says(rules, won, lost, khaps, blamed, shared):
    options, seats = rules_to_plain(rules), 1 + len(lost)
    sets = [(made.kind.value, tuple(CARD_NAMES[card] for card in made.cards)) for made in won]
    kinds = [kind for kind, _cards in sets]
    offender = 1 + blamed if rules.judges and seats > 2 and 0 <= blamed < len(lost) else None
    kongs = [[kind for kind in kinds if kind in ("quan", "khui")], *lost]
    owed = house.owed(
        options,
        sum(house.points(options, *made) for made in sets),
        kinds,
        sum(made.count("Ky") for _kind, made in sets),
    )
    result = score(
        rules,
        winner=0,
        sets=won,
        kongs=[[SetKind(kind) for kind in mine] for mine in kongs],
        khaps=khaps[:seats],
        offender=offender,
        shared=shared and offender is not None,
    )
    assert result.amount == owed
    assert list(result.net) == house.net(
        options,
        winner=0,
        owed=owed,
        kongs=kongs,
        khaps=khaps[:seats],
        offender=offender,
        shared=shared,
    )
    assert most_lost(rules, seats) == house.most_lost(options, seats)


PUBLIC = [
    [],
    [("quan", ("Ny",) * 4)],
    [("khui", ("Ny",) * 4), ("king-guard-minister", ("Kw", "Gw", "Mw"))],
    [("triple", ("Gr",) * 3)],
]


@OFTEN
@given(rules=OWN, held=private_cards(), active=st.sampled_from(CARDS), at=st.integers(0, 3))
def test_7_2_the_best_win_is_the_referees(rules, held, active, at):
    made, laid = block_of(held), PUBLIC[at]
    public = tuple(CardSet(SetKind(kind), cards(" ".join(shown))) for kind, shown in laid)
    hand = tuple(sorted(CARD_NAMES[card] for card in held))
    options = rules_to_plain(rules)
    barred = kings_barred(options) if is_king(active) else frozenset()
    best = house.best_wins(options, laid, hand, CARD_NAMES[active], barred=barred)
    found = winning_meld(rules, made, trash(made), active, public)
    if found is None:
        assert best == []
    else:
        used = tuple(sorted(CARD_NAMES[card] for card in found.cards))
        assert (found.kind.value, used) in [(way.kind, tuple(sorted(way.used))) for way in best]


@OFTEN
@given(rules=OWN, others=st.sampled_from(["", "Kr", "Pr Py Pg", "Rr Rr", "Kg Kg"]))
def test_7_2_a_fourth_card_for_a_khap_is_counted_as_it_pays_most(rules, others):
    for card in ("Kr", "Pw"):
        hand = " ".join([card, card, card, others]).split()
        if max(hand.count(one) for one in hand) > 3:
            continue
        made, active = block(" ".join(hand)), cards(card)[0]
        found = winning_meld(rules, made, trash(made), active, ())
        best = house.best_wins(rules_to_plain(rules), [], tuple(sorted(hand)), card)
        assert (found is None) == (best == [])
        if found is not None:
            used = tuple(sorted(names(found.cards).split()))
            assert (found.kind.value, used) in [(way.kind, tuple(sorted(way.used))) for way in best]


@OFTEN
@given(rules=OWN)
def test_5_5_a_completed_triple_is_a_khui_beside_other_ways_to_win(rules):
    rules = replace(rules, **all_claims("offered"), fourth_to_exposed_triple=True, stock_limit=6)
    table = position(
        rules,
        hands=["Pr Py Pg", DULL, DULL, DULL],
        public=["Pw Pw Pw"],
        stock="Pw",
        active="Cg",
    )
    table.when(0, "hit")
    happened = table.when(0, "claim win")
    best = house.best_wins(
        rules_to_plain(rules), [("triple", ("Pw",) * 3)], ("Pg", "Pr", "Py"), "Pw", completes=True
    )
    kinds = {way.kind for way in best}
    assert kinds <= {"completed", "four-pawns"}
    assert any("completes" in one for one in happened) == ("completed" in kinds)


@pytest.mark.parametrize(("claim", "made"), [("forced", "pair"), ("offered", "king")])
def test_13_5_where_pairs_are_offered_no_king_wins_as_a_pair(claim, made):
    rules = replace(VINAGAMES, key="A", king_pair=20, pair_claim=claim)
    hand = block("Kg Nr Nr")
    best = winning_meld(rules, hand, trash(hand), cards("Kg")[0], ())
    assert best is not None and best.kind == made

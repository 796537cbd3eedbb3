"""Every code of every family against the oracle: 8 x 125 and 625 of them."""

from collections import Counter

import pytest

from games.engine.cards import CARD_NAMES, CARDS, Card
from games.engine.hands.families import (
    COUNTS,
    FAMILIES,
    FAMILY,
    GAIN,
    GAIN_ALONE,
    LEAST_AFTER,
    MELDS,
    MEMBERS,
    NO_MELD,
    PLACE,
    REACH,
    REACHES_KHUI,
    REACHES_TRIPLE,
    REACHES_WIN,
    TRASH,
    TRASH_CARDS,
    TWO_CARD_WAIT,
    UNIT,
)
from games.engine.hands.worth import worth
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sets import SetKind, kind_of, points
from tests.support.engine import oracle
from tests.support.engine.text import cards, names

VALUE, GROUPING = worth(VINAGAMES)
FAMILY_NUMBERS = range(FAMILIES)
CODES = [(family, code) for family in FAMILY_NUMBERS for code in range(len(TRASH[family]))]


def held(family: int, code: int) -> tuple[str, ...]:
    return tuple(
        CARD_NAMES[card]
        for card, copies in zip(MEMBERS[family], COUNTS[family][code], strict=True)
        for _ in range(copies)
    )


def code_of(text: str) -> tuple[int, int]:
    (family,) = {FAMILY[card] for card in cards(text)}
    return family, sum(UNIT[card] for card in cards(text))


def text_of(found: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(CARD_NAMES[card] for card in found)


def test_3_6_the_families_have_125_125_and_625_codes():
    assert [len(table) for table in TRASH] == [125] * 8 + [625]


def test_3_6_each_card_has_its_own_place_in_one_family():
    assert len({(FAMILY[card], PLACE[card]) for card in CARDS}) == 28
    assert [names(members) for members in MEMBERS] == [
        "Kr Gr Mr",
        "Ky Gy My",
        "Kg Gg Mg",
        "Kw Gw Mw",
        "Rr Cr Nr",
        "Ry Cy Ny",
        "Rg Cg Ng",
        "Rw Cw Nw",
        "Pr Py Pg Pw",
    ]
    assert all(UNIT[card] == 5 ** PLACE[card] for card in CARDS)


def test_3_6_no_set_takes_cards_of_two_families():
    by_name = dict(zip(CARD_NAMES, CARDS, strict=True))
    for made in oracle.LOOSE_SETS:
        assert len({FAMILY[by_name[name]] for name in made}) == 1


def test_3_5_trash_is_the_least_that_a_search_finds():
    for family, code in CODES:
        assert TRASH[family][code] == oracle.trash(held(family, code))


def test_3_5_the_trash_cards_are_those_that_a_search_finds():
    for family, code in CODES:
        found = TRASH_CARDS[family][code]
        assert text_of(found) == oracle.trash_cards(held(family, code))


def test_2_11_the_value_is_the_most_that_a_search_finds():
    for family, code in CODES:
        assert VALUE[family][code] == oracle.value(held(family, code))


def test_2_11_the_grouping_uses_every_card_once_and_has_that_trash_and_value():
    for family, code in CODES:
        sets, loose = GROUPING[family][code]
        used = [card for made in sets for card in made.cards] + list(loose)
        assert Counter(text_of(tuple(used))) == Counter(held(family, code))
        assert all(kind_of(made.cards) is made.kind for made in sets)
        assert len(loose) == TRASH[family][code]
        assert sum(points(made.kind, VINAGAMES) for made in sets) == VALUE[family][code]


def test_3_4_the_grouping_keeps_khaps_whole():
    for family, code in CODES:
        sets, loose = GROUPING[family][code]
        for card, copies in zip(MEMBERS[family], COUNTS[family][code], strict=True):
            if copies == 3:
                assert (SetKind.KHAP, (card,) * 3) in sets
                assert card not in loose


def test_3_5_kings_are_never_trash():
    for family, code in CODES:
        _, loose = GROUPING[family][code]
        assert not {"Kr", "Ky", "Kg", "Kw"} & set(text_of(loose + TRASH_CARDS[family][code]))


def test_3_5_each_unit_of_trash_has_a_card_that_may_go():
    for family, code in CODES:
        assert bool(TRASH_CARDS[family][code]) == bool(TRASH[family][code])


def test_5_1_and_5_2_the_melds_are_those_that_a_search_finds():
    for family, code in CODES:
        for card in MEMBERS[family]:
            hand = held(family, code)
            expected = oracle.melds(hand, CARD_NAMES[card])
            found = MELDS[family][code][PLACE[card]]
            assert sorted((meld.kind.value, text_of(meld.cards)) for meld in found) == sorted(
                (meld.kind, in_order(meld.used)) for meld in expected
            )
            for meld in found:
                left = oracle.minus(hand, text_of(meld.cards))
                assert held(family, meld.after) == left
                assert meld.trash == TRASH[family][meld.after] <= TRASH[family][code]


def in_order(used: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(used, key=CARD_NAMES.index))


def test_5_1_a_meld_makes_a_set_with_at_most_three_private_cards():
    for family, code in CODES:
        for card in MEMBERS[family]:
            for meld in MELDS[family][code][PLACE[card]]:
                assert len(meld.cards) <= 3
                assert meld.cards == tuple(sorted(meld.cards))
                assert kind_of((card, *meld.cards), exposed=True) is meld.kind


def test_5_1_melds_that_take_fewer_cards_come_first():
    for family, code in CODES:
        for melds in MELDS[family][code]:
            sizes = [len(meld.cards) for meld in melds]
            assert sizes == sorted(sizes)


def test_7_1_the_least_trash_after_a_meld_is_that_of_the_melds():
    for family, code in CODES:
        for melds, least in zip(MELDS[family][code], LEAST_AFTER[family][code], strict=True):
            assert least == min((meld.trash for meld in melds), default=NO_MELD)


def test_7_2_a_khui_is_worth_more_than_any_other_meld_that_wins_beside_it():
    for family, code in CODES:
        for melds in MELDS[family][code]:
            brings = {
                meld.kind: points(meld.kind, FOURSAC) + VALUE[family][meld.after]
                for meld in melds
                if meld.trash == 0
            }
            khui = brings.pop(SetKind.KHUI, None)
            assert khui is None or all(khui > other for other in brings.values())


def test_6_3_c_the_two_card_waits_are_those_that_a_search_finds():
    for family, code in CODES:
        assert TWO_CARD_WAIT[family][code] == oracle.two_card_wait(held(family, code))


def test_10_2_the_gains_are_those_that_a_search_finds():
    for family, code in CODES:
        for card in MEMBERS[family]:
            expected = oracle.gain(held(family, code), CARD_NAMES[card])
            assert GAIN_ALONE[family][code][PLACE[card]] == expected


def test_10_2_with_trash_elsewhere_a_khap_gains_by_its_khui_alone():
    for family, code in CODES:
        # Another family holds a trash card, so nothing in this one can win.
        elsewhere = "Rr" if family != FAMILY[cards("Rr")[0]] else "Ry"
        for card in MEMBERS[family]:
            expected = oracle.gain((*held(family, code), elsewhere), CARD_NAMES[card])
            assert GAIN[family][code][PLACE[card]] == expected


@pytest.mark.parametrize(
    ("text", "trash"),
    [
        ("Rr Rr Cr Nr", 1),
        ("Rr Rr Rr Cr Nr", 2),
        ("Rr Rr Rr Cr Cr Cr Nr", 1),
        ("Rr Rr Cr Cr Nr", 1),
        ("Rr Rr Cr Cr Nr Nr", 0),
        ("Kr Gr", 1),
        ("Kr Kr", 0),
        ("Kr Gr Mr", 0),
        ("Kr Kr Kr Gr Mr", 2),
        ("Pr Py Pg Pw", 0),
        ("Pr Pr Py Pg", 1),
        ("Pr Pr Py Pg Pw", 0),
        ("Pr Py", 2),
    ],
)
def test_3_5_trash_of_some_families_by_hand(text, trash):
    family, code = code_of(text)
    assert TRASH[family][code] == trash


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("Kr Kr", 2, id="two loose equal kings are two single kings"),
        pytest.param("Kr Gr Mr", 1, id="king, guard, minister"),
        pytest.param("Kr Kr Gr Mr", 2, id="and a king"),
        pytest.param("Kr Kr Kr", 3, id="a khap of kings"),
        pytest.param("Kr Kr Kr Kr", 8, id="a quan before it is laid"),
        pytest.param("Pr Py Pg Pw", 2, id="four pawns"),
        pytest.param("Pr Pr Py Py Pg Pg Pw Pw", 4, id="four pawns twice"),
        pytest.param("Pr Pr Py Py Pg Pg", 2, id="three pawns twice, no pairs"),
        pytest.param("Rr Rr Cr Cr Nr Nr", 2, id="rook, cannon, knight twice"),
        pytest.param("Rr Rr Cr Nr", 1, id="least trash, then the most points"),
    ],
)
def test_2_11_the_grouping_with_the_most_points_counts(text, value):
    family, code = code_of(text)
    assert VALUE[family][code] == value


def test_6_what_a_card_reaches_out_of_turn_are_its_winning_melds_khuis_and_triples():
    for card in CARDS:
        family, place = FAMILY[card], PLACE[card]
        for code, counts in enumerate(COUNTS[family]):
            reached, melds = REACH[card][code], MELDS[family][code][place]
            assert bool(reached & REACHES_WIN) == any(not meld.trash for meld in melds)
            assert bool(reached & REACHES_KHUI) == (counts[place] == 3)
            triple = (
                counts[place] == 2 and TRASH[family][code - 2 * UNIT[card]] <= TRASH[family][code]
            )
            assert bool(reached & REACHES_TRIPLE) == triple

"""The moment a deal is over: the sum, the hand counted up, and what one's own hand lacked."""

from dataclasses import replace

import pytest

from games.engine.hands.hand import block_of
from games.engine.rules import MIEN_NAM, VINAGAMES
from games.engine.sets import CardSet, SetKind
from games.presenters.play.table import build_table_page
from games.presenters.play.winning import missing_words, moment_of, rare_words
from tests.support.engine.text import cards
from tests.support.felt import NOW, drawn, full_deal, full_table


def over(**changes):
    shown = full_deal(VINAGAMES, 4, due="over")
    return replace(shown, view=replace(shown.view, **changes))


def test_the_winner_reads_the_sum_and_the_loser_what_the_hand_still_lacked():
    won, lost = moment_of(over(viewer=1)), moment_of(over())
    assert won is not None and lost is not None
    assert (won.won, won.words, won.missing) == (True, "You won! +102", "")
    assert (lost.won, lost.words) == (False, "Not this time: −34")
    assert "in your hand didn't belong to a set" in lost.missing


def test_who_only_watches_reads_the_hand_and_no_sum():
    moment = moment_of(over(viewer=None))
    assert moment is not None and moment.counted
    assert (moment.won, moment.words, moment.missing) == (False, "", "")


def test_the_sets_are_counted_up_to_the_points_of_the_sets():
    moment = moment_of(over(viewer=1))
    assert moment is not None
    assert [one.so_far for one in moment.counted] == [6, 7, 9, 9]


def test_a_hand_that_waited_names_the_cards_that_would_have_won():
    told = missing_words(VINAGAMES, block_of(cards("Rr Cr")))
    assert told == "So close! One card would have won it for you: red knight."
    either = missing_words(VINAGAMES, block_of(cards("Pr Pg")))
    assert either == (
        "So close! Any of these cards would have won it for you: yellow pawn, white pawn."
    )


def test_a_hand_that_did_not_wait_names_the_cards_in_no_set():
    told = missing_words(VINAGAMES, block_of(cards("Rr Gy Cw Ng Ng")))
    assert told.startswith("Only 3 cards in your hand didn't belong to a set: ")
    for one in ("red rook", "yellow guard", "white cannon"):
        assert one in told
    assert "knight" not in told


RED = (CardSet(SetKind.RCN, cards("Rr Cr Nr")), CardSet(SetKind.KING, cards("Kr")))
QUAN = CardSet(SetKind.QUAN, cards("Rg Rg Rg Rg"))
KHUI = CardSet(SetKind.KHUI, cards("Ng Ng Ng Ng"))
PLAIN = CardSet(SetKind.PAWNS3, cards("Pr Pg Py"))


@pytest.mark.parametrize(
    ("sets", "dealt", "said"),
    [
        ((PLAIN, *RED), False, ""),
        ((), False, ""),
        ((PLAIN,), True, "A rare hand: won with the cards as dealt."),
        (RED, False, "A rare hand: every set of one colour."),
        ((QUAN, PLAIN), False, "A rare hand: a quan."),
        ((QUAN, KHUI, PLAIN), False, "A rare hand: a quan, a khui."),
    ],
)
def test_a_rare_hand_says_what_is_rare_about_it(sets, dealt, said):
    assert rare_words(sets, dealt=dealt) == said


def test_a_deal_that_still_runs_has_no_such_moment():
    assert moment_of(full_deal(VINAGAMES, 4)) is None and moment_of(None) is None


def test_a_fixed_stake_says_that_points_change_nothing():
    shown = full_deal(MIEN_NAM, 4, due="over")
    moment = moment_of(shown)
    assert moment is not None and "fixed" in moment.stake
    plain = moment_of(over())
    assert plain is not None and plain.stake == ""


def test_the_payout_says_each_seats_sum_first_and_its_lines_behind_a_tap():
    html = drawn(full_table(VINAGAMES, 4, due="over"))
    sheet = html[html.index('id="payout"') :]
    assert sheet.index("Not this time: −34") < sheet.index('class="counted')
    assert (
        sheet.index("<tbody>")
        < sheet.index('<details id="payout-lines">')
        < sheet.index("Rule: §9.1")
    )
    assert build_table_page(full_table(VINAGAMES, 4, due="over"), None, now=NOW).moment is not None

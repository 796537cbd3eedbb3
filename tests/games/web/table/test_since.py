"""What the felt says happened since one's move; forced melds say whose cards took the card, and by which rule."""

import re
from random import Random

import pytest

from games.engine import events as ev
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sets import SetKind
from games.presenters.cards import card_name
from games.presenters.play.felt_events import MOST_STEPS, MOST_TOLD, since_of
from games.presenters.play.history import history_of
from games.queries.play.seen import see_deal
from games.templatetags.sections import sections, without_sections
from tests.support.claims import in_a_window
from tests.support.deals import turns
from tests.support.play_pages import browser, dealt
from tests.support.table_page import page_of

pytestmark = pytest.mark.django_db


def felt_says(html):
    """What stands in the middle of the table, without its markup."""
    found = re.search(r'id="since">(.*?)</p>', html, re.DOTALL)
    assert found is not None
    return re.sub(r"&nbsp;<a.*?</a>|<button.*?</button>|<[^>]+>", "", found[1])


def replayed(html):
    """What the replay shows one by one, each as a sentence."""
    found = re.findall(r'<li( hidden)? data-step="\d+"[^>]*>.*?<p>(.*?)</p>', html)
    return [re.sub(r"&nbsp;<a.*?</a>|<[^>]+>", "", words) for hidden, words in found if not hidden]


def test_a_forced_meld_speaks_to_its_seat_and_of_it_to_the_others(an, binh):
    said = set()
    for seed in range(12):
        deal = dealt(an, binh, rules=VINAGAMES)
        for _state in turns(deal, Random(seed).choice):
            last = see_deal(deal, None).events[-1].event
            if not isinstance(last, ev.CardMelded) or not last.forced or last.seat > 1:
                continue
            me, other = (an, binh) if last.seat == 0 else (binh, an)
            mine = {
                SetKind.TRIPLE: "Your pair took this card.",
                SetKind.KHUI: "Your khạp took this card.",
            }.get(last.kind)
            if mine is None:
                continue
            assert felt_says(page_of(me, deal)).endswith(mine)
            own = mine.split()[1]
            theirs = f"{me.shown_name} had to take it with a {own}."
            assert felt_says(page_of(other, deal)).endswith(theirs)
            said.add(last.kind)
        if SetKind.TRIPLE in said:
            return
    raise AssertionError("no pair was forced")


def test_each_section_on_the_felt_leads_to_its_rule_and_opens_it_in_place(an):
    html = page_of(an, dealt(an))
    href, rule, words = re.findall(
        r'<a class="rule" href="([^"]+)" data-rule="([^"]+)" aria-label="Rule: (§[\d.]+)">', html
    )[0]
    assert f'id="{href.partition("#")[2]}"' in browser().get(href).content.decode()
    section = browser().get(rule).content.decode()
    assert words[1:] in section and "<html" not in section and section.count("<b>") == 1
    assert browser().get("/rules/99.1/").status_code == 404


def test_nothing_is_said_that_the_history_does_not_say(an, binh):
    deal = dealt(an, binh, rules=FOURSAC)
    for _state in turns(deal, Random(2).choice):
        for viewer in (an, binh, None):
            seen = see_deal(deal, viewer)
            told = since_of(seen).told
            assert len(told) <= MOST_TOLD
            assert told or not history_of(seen)
            hidden = {ev.ClaimsOffered, ev.ClaimsDeclined}
            if viewer is None and seen.view.ending is None:
                assert not {type(row.event) for row in seen.events} & hidden


def test_all_that_happened_since_ones_own_move_is_shown_again_and_nothing_before_it(an):
    deal = dealt(an, rules=VINAGAMES)
    counted = set()
    for _state in turns(deal, Random(2).choice):
        seen = see_deal(deal, an)
        html = page_of(an, deal)
        shown, told = replayed(html), since_of(seen)
        assert len(shown) == told.steps
        assert ('id="to-since"' in html) == bool(shown)
        if shown and seen.view.ending is None:
            plain = [without_sections(words) for words in told.told]
            assert shown[-len(plain) :] == plain[-len(shown) :]
        moved = [row.event for row in seen.events if getattr(row.event, "seat", None) == 0]
        if moved and moved[-1] == seen.events[-1].event and not getattr(moved[-1], "forced", False):
            assert not shown
        counted.add(len(shown))
    assert 0 in counted and max(counted) > MOST_TOLD


def test_a_spectator_is_shown_the_last_steps(an):
    deal = dealt(an, rules=VINAGAMES)
    for turn, _state in enumerate(turns(deal, Random(2).choice)):
        if turn > 2 * MOST_STEPS:
            break
    html = browser().get(f"/tables/{deal.table_id}/").content.decode()
    assert len(replayed(html)) == MOST_STEPS and "Latest moves" in html


def test_no_sentence_at_a_table_stops_for_the_number_of_a_rule(an, binh):
    """Each leads to its rule by a sign with a name of its own."""
    signs = set()
    for rules in (VINAGAMES, FOURSAC):
        deal = dealt(an, binh, rules=rules)
        for _state in turns(deal, Random(3).choice):
            html = page_of(an, deal)
            legend = re.compile(r'(?s)<section[^>]* id="sheet-(?:signs|rule)".*?</section>')
            assert "§" not in re.sub(r"<[^>]+>", "", legend.sub("", html))
            signs |= set(re.findall(r'aria-label="Rule: (§[\d.]+)"', html))
    assert len(signs) > 4


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Your pair took it (§6.3).", "Your pair took it.{6.3}"),
        (
            "Anybody may claim it (§6.10); then you play.",
            "Anybody may claim it{6.10}; then you play.",
        ),
        ("A pair of kings takes none. (§6.3 b, §5.2)", "A pair of kings takes none.{6.3}{5.2}"),
        ("ペアが取りました（§6.3）。", "ペアが取りました。{6.3}"),
        ("Write it like §10.3.", "Write it like §10.3."),
        ("<b> (§2)", "&lt;b&gt;{2}"),
    ],
)
def test_a_section_in_brackets_becomes_a_sign_beside_the_sentence(words, shown):
    drawn = re.sub(r'&nbsp;<a [^>]*aria-label="Rule: §([\d.]+)">.*?</a>', r"{\1}", sections(words))
    assert re.sub(r"</?a[^>]*>", "", drawn) == shown


def test_in_a_window_the_felt_tells_the_card_that_may_be_claimed_and_no_more(an, binh):
    deal, _state = in_a_window([an, binh], 40, asked=False)
    for viewer in (an, binh):
        shown = see_deal(deal, viewer)
        assert shown.window
        (told,) = since_of(shown).told
        last = shown.events[-1].event
        assert isinstance(last, ev.CardDiscarded) and card_name(last.card) in told

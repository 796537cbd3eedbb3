"""Our rules (§13): a rule set in plain words and worked payments, made of its options alone; two compared."""

from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from games import commands
from games.engine.rules import FOURSAC, MIEN_NAM, OPTIONS, PRESETS, VINAGAMES
from games.engine.scoring import hand_points, is_factored, owed, yellow_kings
from games.engine.sets import points_of
from games.models import Player
from games.presenters.club.how_we_play import PLAIN, QUAN, SETS, YELLOW, facts_of, how_we_play
from games.presenters.club.rule_sets import differences, has_effect
from games.queries.club.first_owner import first_owner_path
from games.templatetags.cards import cardset
from tests.support.deals import NOW
from tests.support.play_pages import browser, member, table_with

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def said_of(rules):
    return " ".join(str(fact) for section in facts_of(rules) for fact in section.facts)


def told_of(rules):
    """Return what the page says, sentences and the points of the sets, without its worked payments."""
    sets = [(one.kind, points_of(one, rules)) for part in facts_of(rules) for one in part.sets]
    return said_of(rules), sets


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_told_where_it_changes_anything_and_only_there(name):
    values = OPTIONS[name].values
    tried: tuple[Any, ...] = (values[0], values[2], values[4]) if len(values) > 3 else tuple(values)
    changes = [
        (preset, replace(preset, key="B", **{name: value}))
        for preset in PRESETS.values()
        for value in tried
        if value != getattr(preset, name)
    ]
    effective = [any(has_effect(rules, name) for rules in change) for change in changes]
    assert any(effective)
    for (preset, changed), has_one in zip(changes, effective, strict=True):
        assert (told_of(changed) != told_of(preset)) == has_one, (preset.key, changed)
        if not has_one:
            assert how_we_play(changed).examples == how_we_play(preset).examples


def test_a_pair_of_kings_with_points_of_its_own_is_called_by_its_name():
    rules = replace(MIEN_NAM, key="Nhà Tám", king_pair=1)
    html = "".join(cardset(one, rules=rules) for one in SETS.values())
    assert html.count("Pair of kings") == 1
    assert "whichever is more" in said_of(rules) and "whichever is more" not in said_of(MIEN_NAM)
    assert "Pair of kings" not in cardset(SETS["king_pair"], rules=MIEN_NAM)


def test_the_hands_of_the_examples_are_complete_and_what_they_are_called():
    for hand in (PLAIN, YELLOW, QUAN):
        cards = [card for made in hand for card in made.cards]
        assert len(cards) == 21 and max(map(cards.count, cards)) <= 4
    assert [yellow_kings(hand) for hand in (PLAIN, YELLOW)] == [0, 1]
    assert [is_factored(VINAGAMES, [s.kind for s in hand]) for hand in (PLAIN, QUAN)] == [
        False,
        True,
    ]


def test_the_worked_payments_are_those_of_the_engine():
    first, quan, khui, risky = how_we_play(VINAGAMES).examples
    each = owed(VINAGAMES, hand_points(VINAGAMES, PLAIN), factored=False, yellow_kings=0)
    assert (first.winner, first.loser, first.named) == (f"+{3 * each}", f"−{each}", "")
    each_quan = owed(VINAGAMES, hand_points(VINAGAMES, QUAN), factored=True, yellow_kings=0)
    assert (quan.winner, quan.loser) == (f"+{3 * each_quan}", f"−{each_quan}")
    assert (khui.winner, khui.loser) == (f"+{3 * each - 6}", f"−{each + 6}")
    assert (risky.winner, risky.named, risky.loser) == (f"+{3 * each}", f"−{3 * each}", "0")
    assert [(one.winner, one.loser) for one in how_we_play(MIEN_NAM).examples] == [
        ("+30", "−10"),
        ("+45", "−15"),
        ("+60", "−20"),
    ]


def test_two_players_have_no_other_losers():
    two = replace(VINAGAMES, key="B", seats=(2,))
    assert [one.loser for one in how_we_play(two).examples if one.named] == ["–"]
    assert len(how_we_play(two).examples) == 3  # of two nobody pays for all


def test_what_changes_nothing_beside_the_others_is_not_told():
    assert "the points of the hand" not in said_of(MIEN_NAM) and "khui." in said_of(MIEN_NAM)
    assert "bỏ đôi" in said_of(MIEN_NAM) and "bỏ đôi" not in said_of(VINAGAMES)
    assert "Each yellow king (tướng vàng) that the winner has adds 5." in said_of(MIEN_NAM)
    assert "plus" not in said_of(FOURSAC) and "13 more" in said_of(VINAGAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", PRESETS)
def test_anybody_reads_it_in_four_languages_without_scripts(language, key):
    client = Client(headers={"accept-language": language})
    answer = client.get("/rules/how-we-play/", {"rules": key})
    html = answer.content.decode()
    assert answer.status_code == 200 and f'<html lang="{language}"' in html
    with override(language):
        for section in facts_of(PRESETS[key]):
            assert str(section.heading) in html
    assert "%(" not in html and "None" not in html


def test_it_begins_with_the_rules_that_the_club_plays_by_and_knows_its_own(own):
    assert "Our rules: Vinagames" in Client().get("/rules/how-we-play/").content.decode()
    html = Client().get("/rules/how-we-play/", {"rules": "Nhà An"}).content.decode()
    assert "Our rules: Nhà An" in html
    for page in ("/rules/how-we-play/", "/house/rule-sets/compare/"):
        for name in ("rules", "one", "other"):
            status = Client().get(page, {name: "poker"}).status_code
            assert status in (200, 404)
    assert Client().get("/rules/how-we-play/", {"rules": "poker"}).status_code == 404
    assert Client().get("/house/rule-sets/compare/", {"other": "\0"}).status_code == 404


@pytest.fixture
def own() -> None:
    owner = Player.objects.create_superuser("owner", password="an-owner-of-the-club")
    rules = replace(MIEN_NAM, key="Nhà An", seats=(4,), unit=20, drawn_king="passes-on")
    commands.save_rule_set(by=owner, rules=rules, now=NOW)


def test_two_sets_are_compared_by_what_differs_alone(own):
    page = Client().get("/house/rule-sets/compare/", {"one": "Nhà An", "other": "mien-nam"})
    html = page.content.decode()
    assert [str(one.value) for one in page.context["differences"]] == [
        "20",
        "If you draw a king and don't take it, the next player may take it.",
    ]
    assert "We play with 4 players." in html and "We play with 2, 3 or 4 players." in html
    same = Client().get("/house/rule-sets/compare/", {"one": "4sac", "other": "4sac"})
    assert "Both are played the same way." in same.content.decode()


def test_an_option_without_effect_is_no_difference_and_reads_as_a_dash():
    labels = {str(one.label): one for one in differences(VINAGAMES, MIEN_NAM)}
    assert labels["Added at the end"].usual == "–" and labels["Added at the end"].value == "10"
    assert not any("Points of" in label for label in labels)
    assert differences(MIEN_NAM, replace(MIEN_NAM, key="B", base=3)) == ()


def test_the_tables_menu_the_lobby_and_the_rulebook_lead_there():
    an = member("an")
    table = table_with(an, rules=MIEN_NAM)
    html = browser(an).get(f"/tables/{table.pk}/").content.decode()
    assert '/rules/how-we-play/?rules=mien-nam">Our rules: Miền Nam</a>' in " ".join(html.split())
    for page in ("/", "/rules/", "/house/", "/house/rule-sets/"):
        assert 'href="/rules/how-we-play/"' in browser(an).get(page).content.decode(), page


def test_a_new_club_chooses_among_the_presets_by_their_names():
    html = Client().get(first_owner_path()).content.decode()
    for name in ("Vinagames: ", "4sac: ", "Miền Nam (southern rules): "):
        assert f">{name}" in html


def test_sentences_that_hang_on_several_options_say_what_holds_together():
    mixed = replace(
        MIEN_NAM, key="B", pair_claim="offered", pair_waived_when_waiting=False, seats=(2,)
    )
    assert "A pair of kings takes a third king only on your own turn" in said_of(
        mixed
    )  # kept: its drawer's alone
    assert "bỏ đôi" not in said_of(mixed)
    dies = replace(VINAGAMES, key="B", unclaimed_draw="dies", seats=(2,))
    assert "drawn king" not in said_of(dies) and "is dead" in said_of(dies)
    assert "pay for everyone" not in said_of(dies)  # of two nobody pays for another
    nothing = replace(VINAGAMES, key="B", quan=0, khui=0)
    assert "from everyone else for each quan of theirs" not in said_of(nothing)
    assert "from everyone else for each quan of theirs" in said_of(VINAGAMES)
    assert "gets 3 for it from every other loser" in said_of(nothing)
    assert "Nobody pays a loser" in said_of(replace(nothing, khap=0))
    pot = replace(MIEN_NAM, key="B", pot=5, factor_for="quan")
    assert "everyone puts 5 chips into the pot (đậu heo). A winner with a quan" in said_of(pot)
    empty = said_of(replace(FOURSAC, key="B", stock_limit=0))
    assert "When the stock is empty" in empty and "cards are left" not in empty

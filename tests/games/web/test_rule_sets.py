"""The club's own rule sets (§11.1): an owner saves one, all read it, tables and tournaments are played by it."""

from dataclasses import replace
from html import unescape

import pytest
from django.test import Client

from games import commands
from games.engine.rules import FOURSAC, VINAGAMES
from games.errors import Refused
from games.models import Player, Table
from games.presenters.club.rule_sets import OPTION_WORDS
from games.queries.club.house import current_club, offered_rules, rules_named
from games.schema import rules_from_plain
from tests.support.api_client import get, post_to
from tests.support.deals import NOW, stored_deal
from tests.support.play_pages import browser, member
from tests.support.tournament_pages import announced, player

pytestmark = pytest.mark.django_db
OWN = replace(FOURSAC, key="Nhà An", unit=5, loser_kongs="deduct")


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner", password="an-owner-of-the-club")


@pytest.fixture
def own(owner: Player) -> None:
    commands.save_rule_set(by=owner, rules=OWN, now=NOW)


def sent(client: Client, base: str, **changed: object) -> dict[str, object]:
    """Return what the form that begins as `base` would send."""
    form = client.get(f"/house/rule-sets/?from={base}").context["form"]
    return {field.html_name: field.value() for field in form} | {"act": "save"} | changed


def test_an_owner_makes_one_from_a_preset_and_everybody_reads_in_what_it_differs(owner):
    client = browser(owner)
    form = sent(client, "4sac", name="Nhà An", unit="5", loser_kongs="deduct")
    assert client.post("/house/rule-sets/", form).status_code == 303
    assert offered_rules()["Nhà An"] == OWN
    html = Client().get("/house/rule-sets/").content.decode()
    assert "Nhà An" in html and "taken off what that loser pays" in html
    assert "Like 4sac" in html
    assert "owner" in html and 'value="withdraw"' not in html
    assert "Nhà An" in Client().get("/house/").content.decode()  # with what a deal can cost


def test_the_form_begins_with_every_option_of_its_base_and_says_what_does_not_go(owner):
    client = browser(owner)
    for base in ("vinagames", "4sac"):
        assert client.post("/house/rule-sets/", sent(client, base, name=base)).status_code == 409
        assert (
            client.post("/house/rule-sets/", sent(client, base, name=f"Nhà {base}")).status_code
            == 303
        )
        assert replace(offered_rules()[f"Nhà {base}"], key=base) == rules_named(base)
    wrong = sent(client, "vinagames", name="B", unit="5", loser_kongs="deduct")
    answer = client.post("/house/rule-sets/", wrong)
    assert answer.status_code == 422 and "§13.16" in answer.content.decode()
    assert 'value="5"' in answer.content.decode()  # what was typed is kept
    assert client.post("/house/rule-sets/", sent(client, "4sac", name="")).status_code == 422
    assert client.get("/house/rule-sets/?from=poker").status_code == 404


def test_rare_options_stand_folded_and_are_saved_and_read(owner):
    client = browser(owner)
    page = client.get("/house/rule-sets/?from=vinagames").content.decode()
    first, _, folded = page.partition('<details class="more"')
    assert 'name="four_pawns"' in first and 'name="three_pawns"' not in first
    assert 'name="three_pawns"' in folded and 'name="starter_after_draw"' in folded
    form = sent(client, "vinagames", name="Nhà An", four_pawns="4", king="0", king_pair="1")
    assert client.post("/house/rule-sets/", form).status_code == 303
    own = replace(VINAGAMES, key="Nhà An", four_pawns=4, king=0, king_pair=1)
    assert offered_rules()["Nhà An"] == own
    shown = client.get("/house/rule-sets/").content.decode()
    assert "Points for four pawns (§2.10)" in shown and "Points for a pair of kings" in shown
    wrong = client.post("/house/rule-sets/", sent(client, "4sac", name="B", three_pawns="21"))
    assert wrong.status_code == 422 and '<details class="more" open' in wrong.content.decode()


def test_every_option_is_asked_once_with_where_it_is_played_and_cards(owner):
    form = browser(owner).get("/house/rule-sets/?from=mien-nam").context["form"]
    asked = [
        question
        for groups in (form.usual_questions, form.rare_questions)
        for group in groups
        for question in group.questions
    ]
    assert sorted(one.field.name for one in asked) == sorted(OPTION_WORDS)
    by_name = {one.field.name: one for one in asked}
    assert by_name["four_pawns"].played == ("Vinagames, 4sac, Miền Nam: 2", "many clubs: 4")
    assert [where for _answer, where in by_name["drawn_king"].choices] == [
        "Vinagames",
        "4sac",
        "Miền Nam",
    ]
    page = browser(owner).get("/house/rule-sets/?from=mien-nam").content.decode()
    assert page.count('<fieldset class="question">') == len(OPTION_WORDS)
    assert "You draw a yellow king that fits none of your sets." in page and "#Ky" in page


def test_how_the_chosen_rules_are_played_is_shown_without_saving_anything(owner):
    client, before = browser(owner), current_club().head
    page = client.get("/house/rule-sets/?from=mien-nam")
    assert [one.winner for one in page.context["plays"].examples] == ["+30", "+45", "+60"]
    form = sent(
        client, "mien-nam", act="try", name="", unit="50", four_pawns="4", drawn_king="dies"
    )
    answer = client.post("/house/rule-sets/?from=mien-nam#save", form)
    html = answer.content.decode()
    assert answer.status_code == 200 and current_club().head == before
    assert "Each loser pays the winner 50 for a plain hand (tới trơn)." in html
    assert [one.winner for one in answer.context["plays"].examples] == ["+150", "+225", "+300"]
    assert 'value="50"' in html and 'aria-current="true"' in html  # the form keeps the answers
    wrong = client.post("/house/rule-sets/", form | {"loser_kongs": "paid"})
    assert wrong.status_code == 422 and not wrong.context["plays"]


def test_one_begins_from_a_set_of_the_clubs_own_too(owner, own):
    client = browser(owner)
    page = client.get("/house/rule-sets/?from=Nhà An")
    assert 'href="?from=Nh%C3%A0%20An#save"' in page.content.decode()
    form = {field.html_name: field.value() for field in page.context["form"]}
    saved = client.post("/house/rule-sets/", form | {"act": "save", "name": "Nhà Bình"})
    assert saved.status_code == 303
    assert offered_rules()["Nhà Bình"] == replace(OWN, key="Nhà Bình")


@pytest.mark.parametrize("name", ["vinagames", "Vinagames", "mien-nam", "Miền Nam", "MIEN NAM"])
def test_a_set_named_like_a_preset_is_refused_at_its_name(owner, name):
    client = browser(owner)
    answer = client.post("/house/rule-sets/", sent(client, "mien-nam", name=name))
    assert answer.status_code == 409
    assert "Choose a different name" in str(answer.context["form"].errors["name"])
    assert name == "vinagames" or name == "mien-nam" or name not in offered_rules()


@pytest.mark.parametrize(
    ("changed", "said", "field"),
    [
        ({"payment": "flat"}, "a fixed stake", "loser_kongs"),
        (
            {"payment": "amount", "loser_kongs": "deduct"},
            "quan and khui can reduce only a payment by points",
            "loser_kongs",
        ),
        (
            {"payment": "flat", "loser_kongs": "none", "yellow_king": "1", "unit": "5"},
            "an even",
            "yellow_king",
        ),
        (
            {"pair_waived_when_waiting": "True"},
            "Players can let a pair go only if pairs have to take their card",
            "pair_waived_when_waiting",
        ),
        ({"pot": "5"}, "Nobody could win this pot", "pot"),
    ],
)
def test_what_contradicts_itself_is_refused_with_its_reason_at_the_field(
    owner, changed, said, field
):
    client = browser(owner)
    answer = client.post("/house/rule-sets/", sent(client, "4sac", name="B", **changed))
    assert answer.status_code == 422 and said in answer.content.decode()
    assert said in str(answer.context["form"].errors[field])
    assert "B" not in offered_rules()


def test_a_program_that_says_no_new_option_gets_those_of_its_payment(owner):
    said = get(owner, "rule-sets/").json()
    old: tuple[str, ...] = (
        "key",
        "seats",
        "stock_limit",
        "win_claim",
        "khap_claim",
        "pair_claim",
        "discards",
        "king_triples",
        "khaps_announced",
    )
    old += ("fourth_to_exposed_triple", "drawn_king", "exposed_triple", "payment")
    for preset in said:
        asked = {name: preset[name] for name in (*old, "penalty")} | {"key": f"A {preset['key']}"}
        answer = post_to(owner, "rule-sets/", asked)
        assert answer.json() == {**preset, "key": asked["key"]}, answer.json()


def test_the_same_once_more_changes_nothing_and_other_rules_need_another_name(owner, own):
    before = current_club().head
    commands.save_rule_set(by=owner, rules=OWN, now=NOW)
    assert current_club().head == before
    with pytest.raises(Refused) as refused:
        commands.save_rule_set(by=owner, rules=replace(OWN, unit=6), now=NOW)
    assert refused.value.code == "rule-set.taken"


def test_nobody_but_an_owner_saves_or_withdraws_one(own):
    for other in (member("an"), member("dora", is_director=True)):
        client = browser(other)
        assert client.post("/house/rule-sets/", {"act": "save"}).status_code == 403
        gone = {"act": "withdraw", "name": "Nhà An"}
        assert client.post("/house/rule-sets/", gone).status_code == 403
        assert "form" not in client.get("/house/rule-sets/?from=4sac").context or (
            client.get("/house/rule-sets/?from=4sac").context["form"] is None
        )
    assert "Nhà An" in offered_rules()


def test_a_table_is_opened_and_a_deal_paid_by_it(owner, own):
    an = member("an")
    form = browser(an).get("/tables/new").context["form"]
    assert "Nhà An" in dict(form.fields["rules"].choices)
    chosen = {field.html_name: field.value() for field in form} | {
        "rules": "Nhà An",
        "name": "Bàn 9",
    }
    chosen = {name: value for name, value in chosen.items() if value not in (None, False)}
    assert browser(an).post("/tables/new", chosen).status_code == 302
    table = Table.objects.get(name="Bàn 9")
    assert rules_from_plain(table.rules) == OWN
    deal = stored_deal(OWN, 3, [an, member("b"), member("c"), member("d")])
    paid = [abs(seat.net or 0) for seat in deal.seats.all()]
    assert any(paid) and all(net % 5 == 0 for net in paid)  # §9.4: a point is worth five


def test_a_withdrawn_one_opens_nothing_new_and_what_is_announced_goes_on(owner, own):
    director = player("director", is_director=True)
    made = announced(director, rules="Nhà An")
    client = browser(owner)
    gone = {"act": "withdraw", "name": "Nhà An"}
    assert client.post("/house/rule-sets/", gone).status_code == 303
    assert client.post("/house/rule-sets/", gone).status_code == 303  # pressed twice
    assert "Nhà An" not in offered_rules() and rules_named("Nhà An") == OWN
    assert post_to(director, "tables/", {"name": "B", "rules": "Nhà An"}).status_code == 422
    assert "Nhà An" in browser(director).get(f"/tournaments/{made}/").content.decode()
    assert client.post("/house/rule-sets/", {**gone, "act": "offer"}).status_code == 303
    assert "Nhà An" in offered_rules()
    assert client.post("/house/rule-sets/", {**gone, "name": "x"}).status_code == 404


def test_programs_read_them_and_an_owners_program_saves_one(owner, own):
    listed = get(member("an"), "rule-sets/").json()
    assert [rules["key"] for rules in listed] == ["vinagames", "4sac", "mien-nam", "Nhà An"]
    assert listed[3]["unit"] == 5
    other = {**listed[3], "key": "Nhà Bình", "unit": 7}
    assert post_to(owner, "rule-sets/", other).status_code == 201
    assert offered_rules()["Nhà Bình"].unit == 7
    assert post_to(owner, "rule-sets/", {**other, "unit": 8}).json()["code"] == "rule-set.taken"
    assert post_to(member("b"), "rule-sets/", {**other, "key": "C"}).status_code == 403


def test_a_program_is_told_which_option_is_wrong(owner, own):
    sent = {**get(owner, "rule-sets/").json()[0], "key": "Nhà Bình"}
    too_many = post_to(owner, "rule-sets/", {**sent, "four_pawns": 21})
    assert too_many.status_code == 422 and too_many.json()["code"] == "rule-set.number"
    assert "four_pawns: 0–20" in too_many.json()["detail"]
    assert "Nhà Bình" not in offered_rules()


@pytest.mark.parametrize(
    "name",
    ["4 sac", "4.sac", "Vina Games", "vina_games", "vinagames!", "MIỀN-NAM", "miennam", "mien/nam"],
)
def test_no_spelling_of_a_presets_name_is_free(owner, name):
    with pytest.raises(Refused) as refused:
        commands.save_rule_set(by=owner, rules=replace(OWN, key=name), now=NOW)
    assert refused.value.code == "rule-set.taken"


def test_a_tournament_is_announced_by_it_where_four_play(owner, own):
    commands.save_rule_set(by=owner, rules=replace(VINAGAMES, key="Bàn ba", seats=(3,)), now=NOW)
    director = player("director", is_director=True)
    choices = dict(
        browser(director).get("/tournaments/new").context["form"].fields["rules"].choices
    )
    assert {"vinagames", "4sac", "mien-nam", "Nhà An"} == set(choices)


@pytest.mark.parametrize("act", ["save", "try"])
def test_an_answer_that_no_question_has_is_refused_at_its_field(owner, act):
    client = browser(owner)
    told = sent(client, "4sac", name="B", win_claim="NaN") | {"act": act}
    answer = client.post("/house/rule-sets/", told)
    assert answer.status_code == 422 and answer.context["form"].errors.keys() == {"win_claim"}


def test_a_copy_without_a_change_is_saved_and_said_to_be_one(owner):
    client = browser(owner)
    same = "These rules are the same as Miền Nam."
    for name, other, said in (("Nhà Ba", "0", False), ("Nhà Tư", "1", True)):
        form = sent(client, "mien-nam", name=name, yellow_king=other)
        page = client.post("/house/rule-sets/", form, follow=True).content.decode()
        assert (same in page) is said
    again = client.post("/house/rule-sets/", sent(client, "mien-nam", name="Nhà Tư"), follow=True)
    assert same in again.content.decode()


def test_the_form_says_that_points_change_no_flat_payment(owner):
    client = browser(owner)
    said = "Points only say how good a hand is. They don't change what is paid."
    for base, often in (("vinagames", 0), ("mien-nam", 2)):  # above the usual and the rare ones
        page = client.get(f"/house/rule-sets/?from={base}").content.decode()
        assert unescape(page).count(said) == often

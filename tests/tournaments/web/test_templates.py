"""Templates of terms: kept under a name, announced by, renamed and removed, on the pages and in the API."""

from typing import Any
from uuid import uuid4

import pytest

from games.errors import Refused
from games.models import Player
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, player
from tournaments import commands, queries
from tournaments.commands.templates import MOST
from tournaments.models import TermsTemplate, Tournament
from tournaments.queries.templates import KEPT, terms_of
from tournaments.web.forms import CreateForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def friday(director: Player) -> Tournament:
    """A tournament with terms of its own, which `an` has entered."""
    tournament = announced(
        director,
        player("an"),
        rounds=5,
        late_until=2,
        prize_shares=(),
        prize_sums=(30, 10),
        check_in=True,
        tie_breaks=("wins",),
        description="Bring tea.",
        cardboard=True,
    )
    return queries.get_tournament(tournament)


def keep(by: Player, row: Tournament, name: str) -> TermsTemplate:
    return commands.save_template(by=by, name=name, terms=terms_of(row), now=NOW)


def refusal_of(command: Any, **said: Any) -> str:
    with pytest.raises(Refused) as caught:
        command(**said)
    return caught.value.code


def test_a_template_holds_all_terms_and_neither_day_nor_members(director, friday):
    made = keep(director, friday, "Fridays")
    assert set(made.terms) == set(KEPT)
    assert set(KEPT) == CreateForm.base_fields.keys() - {"starts_at", "idempotency_key"}
    assert not {"starts_at", "director", "entrants", "invited"} & set(made.terms)
    assert made.made_by == director
    assert TermsTemplate.objects.get().terms == terms_of(friday)


def test_a_tournament_is_announced_by_it_as_by_the_first_one(director, friday):
    made = keep(director, friday, "Fridays")
    client = browser(director)
    page = client.get(f"/tournaments/new?template={made.pk}")
    initial = page.context["form"].initial
    assert initial["prize_sums"] == "30, 10" and initial["check_in"] is True
    assert initial["description"] == "Bring tea." and "starts_at" not in initial
    api = f"/api/v1/tournaments/templates/{made.pk}/announcement/"
    body = {"idempotency_key": str(uuid4()), "name": "Next Friday"}
    for _twice in range(2):
        answer = client.post(api, body, "application/json")
        assert answer.status_code == 201
    assert Tournament.objects.count() == 2
    new = queries.get_tournament(answer.json()["id"])
    assert terms_of(new) == {**terms_of(friday), "name": "Next Friday"}
    assert not new.entrants and new.starts_at is None


def test_the_announcement_that_one_writes_is_kept_without_being_announced(director):
    client = browser(director)
    form = {**GOOD, "idempotency_key": str(uuid4()), "starts_at": "2099-01-01 19:30"}
    answer = client.post("/tournaments/new", {**form, "step": "template"})
    made = TermsTemplate.objects.get()
    assert answer.status_code == 303
    assert answer["Location"] == f"/tournaments/templates/{made.pk}/"
    assert made.name == GOOD["name"] and made.terms["prize_shares"] == [50, 30, 20]
    assert not Tournament.objects.exists()
    answer = client.post("/tournaments/new", {**form, "step": "template", "rounds": "2"})
    assert answer.status_code == 409
    assert "already exists" in answer.content.decode()
    wrong = {**form, "step": "template", "prize_shares": "50, 30"}
    assert client.post("/tournaments/new", wrong).status_code == 422
    assert TermsTemplate.objects.count() == 1
    assert f"?template={made.pk}" in client.get("/tournaments/new").content.decode()


def test_the_pages_keep_show_rename_and_remove_it(director, friday):
    client = browser(director)
    page = client.get(f"/tournaments/{friday.pk}/").content.decode()
    assert f"/tournaments/templates?like={friday.pk}" in page
    key = str(uuid4())
    said = {"like": friday.pk, "name": "Fridays", "idempotency_key": key}
    for _twice in range(2):
        assert client.post("/tournaments/templates", said).status_code == 303
    made = TermsTemplate.objects.get()
    address = f"/tournaments/templates/{made.pk}/"
    html = client.get(address).content.decode()
    assert "Bring tea." in html and "30 / 10" in html and "made by" in html
    keep(director, friday, "Old hands")
    taken = client.post(address, {"act": "rename", "name": "OLD HANDS", "idempotency_key": key})
    assert taken.status_code == 409 and "Old hands" in taken.content.decode()
    renamed = client.post(address, {"act": "rename", "name": "Teas", "idempotency_key": key})
    assert renamed.status_code == 303
    assert client.post(address, {"act": "rename", "name": " "}).status_code == 422
    assert "Teas" in client.get("/tournaments/templates").content.decode()
    html = client.get(address).content.decode()
    asked = html.index('<details class="more"><summary>Remove the template …')
    assert asked < html.index('value="remove"') < html.index("</details>", asked)
    assert client.post(address, {"act": "remove"}).status_code == 303
    assert client.get(address).status_code == 404
    assert client.get(f"/tournaments/new?template={made.pk}").status_code == 404
    assert client.get("/tournaments/new?template=²").status_code == 404
    assert client.post("/tournaments/templates", {"name": "x"}).status_code == 404
    assert Tournament.objects.count() == 1


def test_the_api_keeps_renames_and_removes(director, friday):
    client, api = browser(director), "/api/v1/tournaments/templates/"

    def send(method: str, address: str, **body: Any) -> Any:
        return getattr(client, method)(address, body, "application/json")

    made = send("post", api, name="Fridays", tournament=friday.pk)
    assert made.status_code == 201 and made.json()["made_by"] == director.pk
    assert send("post", api, name="Fridays", tournament=friday.pk).json() == made.json()
    one = f"{api}{made.json()['id']}/"
    assert send("patch", one, name="Teas").json()["name"] == "Teas"
    assert send("patch", one, name="A\u200bn").json()["code"] == "name.invisible"
    assert send("post", api, name="x", tournament=999).status_code == 404
    assert [row["name"] for row in client.get(api).json()] == ["Teas"]
    an = browser(Player.objects.get(username="an"))
    for method in ("patch", "delete"):
        answer = getattr(an, method)(one, {"name": "Mine"}, "application/json")
        assert answer.json()["code"] == "tournament.not-director"
    assert client.delete(one).status_code == 204
    assert client.get(one).json()["code"] == "tournament.no-such-template"
    assert client.delete(f"{api}{2**70}/").status_code == 404


def test_what_no_tournament_could_have_is_no_template(director, friday):
    terms = {**terms_of(friday), "rounds": 99}
    said = {"by": director, "name": "Long", "terms": terms, "now": NOW}
    assert refusal_of(commands.save_template, **said) == "tournament.rounds-out-of-range"
    said = {**said, "terms": terms_of(friday)}
    assert refusal_of(commands.save_template, **{**said, "name": " "}) == "tournament.name-missing"
    long = {**said, "name": "x" * 81}
    assert refusal_of(commands.save_template, **long) == "tournament.name-too-long"
    an = Player.objects.get(username="an")
    assert refusal_of(commands.save_template, **{**said, "by": an}) == "tournament.not-director"
    kept = {"terms": {}, "made_by": director, "made_at": NOW}
    TermsTemplate.objects.bulk_create(
        TermsTemplate(name=f"T{n}", key=f"t{n}", **kept) for n in range(MOST)
    )
    assert refusal_of(commands.save_template, **said) == "tournament.templates-many"


def test_another_directors_template_is_not_written_over(director, friday):
    keep(director, friday, "Fridays")
    other = player("other", is_director=True)
    said = {"by": other, "name": "fridays", "terms": terms_of(friday), "now": NOW}
    assert refusal_of(commands.save_template, **said) == "tournament.template-exists"
    assert TermsTemplate.objects.get().made_by == director


def test_terms_that_a_template_does_not_know_are_as_ever(director):
    row = TermsTemplate.objects.create(
        name="Old", key="old", terms={"rounds": 7, "gone": 1}, made_by=director, made_at=NOW
    )
    form = browser(director).get(f"/tournaments/new?template={row.pk}").context["form"]
    assert form["rounds"].value() == 7 and form["deals_per_round"].value() == 4
    assert form["prize_shares"].value() == "50, 30, 20"

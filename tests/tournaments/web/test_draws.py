"""The pages on which anybody checks a draw, and the secret behind it."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.engine.shuffle import commit
from games.log.store import read_events
from games.models import Player
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import check_draw, commands
from tournaments.engine.draws.certificate import faults
from tournaments.engine.draws.commitment import DRAWS, back, seed_of
from tournaments.engine.draws.odd.threes import METHOD_ANY
from tournaments.errors import RefusedByTournament
from tournaments.models import DrawSecret
from tournaments.presenters.page import draws
from tournaments.projections import rebuild
from tournaments.projections.secrets import draw_secret

pytestmark = pytest.mark.django_db


def once() -> dict[str, str]:
    return {"idempotency_key": str(uuid4())}


@pytest.fixture
def director():
    return Player.objects.create_user("thay", is_director=True)


def test_the_draw_is_bound_when_it_is_announced_and_opened_at_the_start(director):
    tournament = announced(director, *[player(name) for name in ("an", "binh", "chi", "dung")])
    row = DrawSecret.objects.get()
    secret = draw_secret(tournament, draw=1, draws=DRAWS)
    assert secret is not None and secret not in row.encrypted and secret not in str(row)
    page = f"/tournaments/{tournament}/draw"
    before = browser().get(page).content.decode()
    assert commit(secret) in before and secret not in before
    assert "shown after each draw" in before and "No round has been drawn yet." in before
    assert page in browser().get(f"/tournaments/{tournament}/").content.decode()
    rebuild(tournament)
    assert draw_secret(tournament, draw=1, draws=DRAWS) == secret
    assert draw_secret(tournament, draw=DRAWS + 1, draws=DRAWS) is None
    assert browser(director).post(f"/tournaments/{tournament}/start", once()).status_code == 303
    after = browser().get(page).content.decode()
    assert secret in after and f"<code>{seed_of(secret)}</code>" in after
    later = draw_secret(tournament, draw=2, draws=DRAWS)
    assert later is not None and commit(later) == secret and later not in after
    commands.cancel(by=director, tournament_id=tournament, reason="Rain.", now=timezone.now())
    assert DrawSecret.objects.get().encrypted == ""
    assert draw_secret(tournament, draw=2, draws=DRAWS) is None


def test_every_round_has_its_certificate_to_see_and_to_download(director):
    tournament = announced(director, player("an"))
    browser(director).post(f"/tournaments/{tournament}/start", once())
    address = f"/tournaments/{tournament}/rounds/1/certificate"
    assert address in browser().get(f"/tournaments/{tournament}/").content.decode()
    page = browser().get(address).content.decode()
    assert f"python -m tournaments.check_draw draw-{tournament}-1.json" in page
    assert "Members who have met the fewest bots sit with one next." in page
    assert "The draw for round 1" in page and f'href="{address}.json"' in page
    answer = browser().get(f"{address}.json")
    assert f'filename="draw-{tournament}-1.json"' in answer["Content-Disposition"]
    assert faults(json.loads(answer.content)) == []
    for wrong in ("rounds/2/certificate", "rounds/0/certificate.json"):
        assert browser().get(f"/tournaments/{tournament}/{wrong}").status_code == 404
    assert browser().get("/tournaments/999/draw").status_code == 404


@pytest.mark.usefixtures("followers_do_not_wait")
def test_the_rounds_of_a_tournament_whose_redraw_was_taken_back_are_drawn_again_from_their_files(
    tmp_path, capfd
):
    evening = Evening(8)
    for act in (commands.redraw, commands.take_redraw_back):
        act(by=evening.director, tournament_id=evening.id, reason="A name.", now=evening.now)
    evening.follow()
    evening.play_all()
    files = []
    for number in (1, 2):
        address = f"/tournaments/{evening.id}/rounds/{number}/certificate"
        assert ("discarded" in browser().get(address).content.decode()) == (number == 2)
        files.append(tmp_path / f"draw-{number}.json")
        files[-1].write_bytes(browser().get(f"{address}.json").content)
    assert check_draw.main([str(file) for file in files]) == 0
    assert "drawn anew: 1 draws before this one were discarded" in capfd.readouterr().out
    one, two = (json.loads(file.read_text()) for file in files)
    assert (one["draws"], two["draws"]) == ([1], [1, 3])
    files[0].write_text(json.dumps({**one, "draws": [2]}))
    assert check_draw.main([str(files[0])]) == 1


@pytest.mark.usefixtures("followers_do_not_wait")
def test_a_secret_stands_beside_the_draw_to_which_it_belongs_also_where_that_was_discarded():
    evening = Evening(8)
    about: dict[str, Any] = {
        "by": evening.director,
        "tournament_id": evening.id,
        "now": evening.now,
    }
    address = f"/tournaments/{evening.id}/draw"

    def says(page: str, draw: int, words: str) -> bool:
        secret = draw_secret(evening.id, draw=draw, draws=DRAWS) or ""
        html = browser().get(page).content.decode().replace("\u2068", "").replace("\u2069", "")
        told = html.partition(f"<dd><code>{secret}</code>")[2].partition("</dd>")[0]
        return f"For draw {draw}, {words}" in told and back(secret, draw) in html

    made = "which made the tables of round"
    assert says(address, 1, f"{made} 1.")
    commands.redraw(reason="A name.", **about)
    assert says(address, 2, f"{made} 1.")
    commands.take_redraw_back(reason="It was right.", **about)
    assert says(address, 2, "which was discarded: director went back to draw 1.")
    rounds = f"/tournaments/{evening.id}/rounds"
    assert says(f"{rounds}/1/certificate", 1, f"{made} 1.")
    evening.follow()
    evening.play_all()
    assert says(address, 3, f"{made} 2.") and says(f"{rounds}/2/certificate", 3, f"{made} 2.")


def test_the_certificate_says_how_many_rounds_of_the_design_were_left(director):
    tournament = announced(director, *[player(f"member{number}") for number in range(8)])
    browser(director).post(f"/tournaments/{tournament}/start", once())
    page = browser().get(f"/tournaments/{tournament}/rounds/1/certificate").content.decode()
    assert "still possible for this round" not in page
    given = draws.certificate_of(tournament, 1)
    assert (given["method"], draws.certificate_page(tournament, 1).among) == (METHOD_ANY, None)


def test_a_tournament_without_its_secret_is_not_started_by_another_seed(director, settings):
    tournament = announced(director, player("an"))
    settings.TUSAC_DEAL_KEYS = ["a key that came too late, and is not the one before"]
    with pytest.raises(RefusedByTournament) as refused:
        commands.start(by=director, tournament_id=tournament, now=timezone.now())
    assert refused.value.code == "tournament.draw-secret-lost" and refused.value.status == 409
    assert "TUSAC_DEAL_KEY" in refused.value.sentence


def test_a_tournament_from_before_draws_were_bound_starts_and_says_so(director, monkeypatch):
    monkeypatch.setattr("tournaments.commands.lifecycle.decisions.decide_commit_draw", unbound)
    tournament = announced(director, player("an"))
    DrawSecret.objects.all().delete()
    assert browser(director).post(f"/tournaments/{tournament}/start", once()).status_code == 303
    assert [one.name for one in read_events(f"tournament-{tournament}")][1:3] == [
        "tournament.member-entered",
        "tournament.started",
    ]
    page = browser().get(f"/tournaments/{tournament}/rounds/1/certificate").content.decode()
    assert "so there is no proof that its tables were left to chance" in page


def unbound(state, *, commitment, draws):
    return ()

"""What the casebook tells a stranger: no name of a deal that is not open, and no case that the house keeps."""

import json
import re

import pytest

from games import acts
from games.log.followers import catch_up
from games.models import Player, Precedent, Table
from replays.commands import rulings
from replays.commands.opening import let_all_open
from replays.queries.redaction import redact_names
from tests.support.casebook import HOME, listed, ruled, text
from tests.support.disputed import LATER
from tests.support.kept import keep
from tests.support.play_pages import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("long_after")]


def test_a_stranger_reads_no_name_of_a_deal_that_is_not_open_nor_finds_one(four, referee, deal):
    for player, name in zip(four, ("An Bình", "Bình", "Chi", "Dũng"), strict=True):
        player.display_name = name
        player.save()
    row = ruled(deal, four[0], referee, reason="BINH and Dũng agreed, trong said; the rook.")
    stranger, member = browser(), browser(four[3])
    for address in (HOME, f"{HOME}{row.pk}/", f"{HOME}cases.csv", f"{HOME}cases.json"):
        told, own = text(stranger, address), text(member, address)
        assert "[…] and […] agreed, […] said; the rook." in told, address
        assert "BINH and Dũng agreed" in own and "trong" in own
        said = told.partition("<h1>")[2].partition("</main>")[0] or told
        for name in ("Bình", "Dũng", "binh", "trong", "Chi", "An "):
            assert not re.search(rf"\b{name}\b", said), (name, address)
        assert f"/replays/{deal.pk}/" not in told
    assert "shown without names" in text(stranger)
    assert listed(stranger, "?words=agreed") == {row.pk} == listed(member, "?words=d%C5%A9ng")
    assert listed(stranger, "?words=d%C5%A9ng") == set()
    (line,) = json.loads(text(stranger, f"{HOME}cases.json"))
    assert line["deal"] is line["referee"] is line["discard"] is None
    for player in four:
        let_all_open(by=player, deal_id=deal.pk, may=True)
    assert f"/replays/{deal.pk}/?at={row.discard}" in text(stranger)
    assert "BINH and Dũng agreed" in text(stranger, f"{HOME}{row.pk}/")
    assert listed(stranger, "?words=d%C5%A9ng") == {row.pk}


@pytest.mark.usefixtures("followers_do_not_wait")
def test_a_stranger_reads_no_name_of_who_ruled_before_on_a_deal_that_is_not_open(
    four, referee, deal
):
    row = ruled(deal, four[0], referee)
    rulings.appeal_ruling(by=four[1], dispute_id=row.pk, reason="No.", now=LATER)
    reason = "Trong overlooked the rook, as HAI sees."
    second = Player.objects.create_user("hai", is_referee=True)
    rulings.give_ruling(
        by=second, dispute_id=row.pk, outcome="reversed", section="§10.5", reason=reason, now=LATER
    )
    catch_up(acts.follower())
    for address in (HOME, f"{HOME}{row.pk}/", f"{HOME}cases.csv", f"{HOME}cases.json"):
        assert "[…] overlooked the rook, as […] sees." in text(browser(), address), address
        assert reason in text(browser(four[3]), address)
    assert listed(browser(), "?words=trong") == set() != listed(browser(), "?words=overlooked")


def test_a_case_without_names_reads_as_a_person_would_write_it(four, referee, deal):
    row = ruled(deal, four[0], referee)
    page = text(browser(), f"{HOME}{row.pk}/")
    assert re.search(
        r"<h1>The [a-z]+ [a-z]+, ruled on [0-9]+\xa0[A-Z][a-z]+\xa0[0-9]+ \(case [0-9]+\)</h1>",
        page,
    )
    client = browser()
    client.cookies["django_language"] = "vi"
    seats = re.findall(r'<h2 class="seat__name">(.*?)</h2>', text(client, f"{HOME}{row.pk}/"))
    assert seats and all(re.fullmatch(r"<bdi>[^<]+</bdi>", one) for one in seats), seats


@pytest.mark.parametrize(
    ("said", "names", "read"),
    [
        ("Bình's card", ["Bình"], "[…]'s card"),
        ("BINH", ["Bình"], "[…]"),
        ("Binht", ["Binh"], "Binht"),
        ("ăn quân", ["An"], "ăn quân"),
        ("Đạt và dat", ["Đạt"], "[…] và […]"),
        ("Lê Văn Tám", ["Tám Lê"], "[…] Văn […]"),
        ("nobody", [], "nobody"),
        ("a.b", ["a.b"], "[…].[…]"),
    ],
)
def test_names_are_struck_out_of_words(said, names, read):
    assert redact_names(said, names) == read


def test_a_stranger_is_told_no_case_of_a_deal_that_the_house_keeps(four, referee, deal, twice):
    """Neither that there is one, by its words, its card, its section or a case that is like it."""
    Table.objects.filter(pk=twice.table_id).update(origin="tournament-3/1/2")
    own = ruled(deal, four[0], referee, section="§10.5", reason="A rook.")
    other = ruled(twice, four[0], referee, outcome="reversed", reason="A kong of mine.")
    key = Precedent.objects.get(dispute=own).alike
    both = {own.pk, other.pk}
    for kind, kept, left in (("tournaments", other, own), ("tables", own, other)):
        keep()
        assert listed(browser()) == both
        assert "ruled differently elsewhere" in text(browser(), f"{HOME}{left.pk}/")
        keep(**{kind: 1})
        assert listed(browser()) == {left.pk} and listed(browser(four[3])) == both
        assert listed(browser(), f"?like={key}") == {left.pk}
        assert listed(browser(), "?words=kong") == {other.pk} - {kept.pk}
        assert listed(browser(), "?unlike=on") == set()
        page = text(browser())
        assert "shown to members only" in page and "Final rulings differ on" not in page
        assert f'value="{kept.section}"' not in page
        one = text(browser(), f"{HOME}{left.pk}/")
        assert "ruled differently elsewhere" not in one
        assert "There is no other final ruling on a similar position." in one
        away = browser().get(f"{HOME}{kept.pk}/")
        assert away.status_code == 302 and "login" in away["Location"]
        assert text(browser(four[3]), f"{HOME}{kept.pk}/")
        file = json.loads(browser().get(f"{HOME}cases.json").content)
        assert [one["case"] for one in file] == [left.pk]
    keep(tournaments=1, tables=1)
    assert listed(browser()) == set()
    assert browser().get(f"{HOME}4711/").status_code == 404

"""Notes on moves: for oneself, for the table, for the club; who reads, changes and removes them."""

import re

import pytest

from games.acts import gather
from games.common.places import deal_in_sentence
from games.engine.rules import VINAGAMES
from games.log import read
from games.models import Deal, Player
from replays.commands.notes import MOST
from replays.models import Collection, Note
from tests.support.deals import NOW, running_deal
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def write(deal: Deal, by: Player, at: int, words: str, circle: str = "club", **more: object):
    said = {"at": at, "words": words, "circle": circle, **more}
    return browser(by).post(f"/replays/{deal.pk}/notes/", said)


def text(deal: Deal, by: Player, **query: int) -> str:
    answer = browser(by).get(f"/replays/{deal.pk}/notes/", query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def all_three(deal, four, discard):
    """One note of each circle, all by the first seat."""
    for circle in ("mine", "table", "club"):
        assert write(deal, four[0], discard, f"for {circle}", circle).status_code == 303
    return list(Note.objects.order_by("pk"))


def test_each_is_read_by_its_circle_and_by_nobody_else(
    all_three, four, stranger, referee, director, deal
):
    read_by = {
        four[0]: {"for mine", "for table", "for club"},
        four[2]: {"for table", "for club"},
        director: {"for table", "for club"},
        stranger: {"for club"},
        referee: {"for club"},
    }
    for player, readable in read_by.items():
        html = text(deal, player)
        told = browser(player).get(f"/api/v1/deals/{deal.pk}/notes/").json()
        assert set(re.findall(r"for (?:mine|table|club)\b", html)) == readable, player
        assert {one["words"] for one in told} == readable
        count = f"Notes ({len(readable)})"
        assert count in browser(player).get(f"/replays/{deal.pk}/").content.decode()
    assert browser(None).get(f"/replays/{deal.pk}/notes/").status_code == 302


def test_a_note_stands_at_its_move_and_its_writer_changes_and_removes_it(
    four, stranger, deal, discard
):
    assert write(deal, stranger, discard, "Why not\nthe <b>rook</b>?").status_code == 303
    html = text(deal, four[0])
    assert "Why not<br>the &lt;b&gt;rook&lt;/b&gt;?" in html
    assert html.index(f'id="at-{discard}"') < html.index("Why not<br>")
    note = Note.objects.get()
    form = text(deal, stranger, note=note.pk)
    assert "Save the change" in form and "Why not\nthe" in form
    write(deal, stranger, discard, "The rook.", "mine", note=note.pk)
    note.refresh_from_db()
    assert (note.words, note.circle, note.version) == ("The rook.", "mine", discard)
    assert "The rook." not in text(deal, four[0]) and "changed" in text(deal, stranger)
    for other in (four[0], four[1]):
        assert write(deal, other, discard, "Mine now", note=note.pk).status_code == 404
        answer = browser(other).post(f"/replays/{deal.pk}/notes/", {"remove": note.pk})
        assert answer.status_code == 404
    browser(stranger).post(f"/replays/{deal.pk}/notes/", {"remove": note.pk, "at": discard})
    assert not Note.objects.exists()


def test_a_director_removes_with_a_reason_that_everybody_reads_and_the_writer_is_told(
    four, stranger, referee, director, deal, discard
):
    write(deal, stranger, discard, "An never learns.")
    note = Note.objects.get()
    where = f"/replays/{deal.pk}/notes/"
    assert browser(referee).post(where, {"remove": note.pk, "reason": "x"}).status_code == 403
    refused = browser(director).post(where, {"remove": note.pk, "reason": " "})
    assert refused.status_code == 422 and "re removing the note" in refused.content.decode()
    assert Note.objects.exists()
    browser(director).post(where, {"remove": note.pk, "reason": "It is unkind."})
    assert not Note.objects.exists()
    events = [one for one in read(f"member-{stranger.pk}") if one.name == "member.words-removed"]
    assert [one.payload for one in events] == [{"deal": deal.pk, "reason": "It is unkind."}]
    gather()
    tell()
    staff = browser().get("/club/staff/").content.decode()
    named = deal_in_sentence(deal.number, deal.table.name)
    assert f"removed a note by khach on deal {named}" in staff and "It is unkind." in staff
    assert "never learns" not in staff
    assert any("was removed: It is unkind." in one for one in words_for(stranger))
    again = browser(director).post(where, {"remove": note.pk, "reason": "Twice."})
    assert again.status_code == 404


def test_a_director_removes_nothing_that_is_said_of_a_deal_where_he_sat(
    four, stranger, deal, discard
):
    write(deal, stranger, discard, "An never learns.")
    note, where = Note.objects.get(), f"/replays/{deal.pk}/notes/"
    four[0].is_director = True
    four[0].save()
    client = browser(four[0])
    assert 'name="remove"' not in client.get(where).content.decode()
    answer = client.post(where, {"remove": note.pk, "reason": "It is not true."})
    assert answer.status_code == 403 and "You played in that deal" in answer.content.decode()
    keep = {"at": discard, "name": "An", "caption": ""}
    browser(stranger).post(f"/replays/{deal.pk}/keep/", keep)
    collection = Collection.objects.get()
    Collection.objects.update(shared=True)
    where = f"/replays/collections/{collection.pk}/"
    assert "Remove this collection" not in client.get(where).content.decode()
    assert client.post(where, {"remove": "1", "reason": "It is not true."}).status_code == 403
    assert Note.objects.exists() and Collection.objects.exists()


def test_a_director_reads_and_removes_nothing_that_somebody_keeps_for_themselves(
    all_three, director, deal
):
    where = f"/replays/{deal.pk}/notes/"
    answer = browser(director).post(where, {"remove": all_three[0].pk, "reason": "No."})
    assert answer.status_code == 404 and Note.objects.count() == 3


def test_what_is_no_note_is_refused_in_words_and_nothing_is_kept(four, stranger, deal, discard):
    for words in ("", " \n ", "\u200b\u202e", "x" * 501):
        answer = write(deal, stranger, discard, words)
        assert answer.status_code == 422, words
    assert write(deal, stranger, discard, "Hello", "table").status_code == 422
    assert write(deal, stranger, discard, "Hello", "world").status_code == 422
    api = browser(stranger)
    said = {"version": discard, "circle": "table", "words": "Hello"}
    answer = api.post(f"/api/v1/deals/{deal.pk}/notes/", said, content_type="application/json")
    assert answer.status_code == 403 and answer.json()["code"] == "note.not-seated"
    for at in ("", "x", 99_999, -1):
        assert write(deal, stranger, at, "Hello").status_code == 404  # type: ignore[arg-type]
    running = running_deal(VINAGAMES, 4, [stranger])
    assert write(running, stranger, 11, "Hello").status_code == 409
    assert not Note.objects.exists()
    Note.objects.bulk_create(
        Note(deal=deal, version=discard, by=stranger, circle="mine", words="x", written_at=NOW)
        for _ in range(MOST)
    )
    full = write(deal, stranger, discard, "One more")
    assert full.status_code == 409 and "at most 30 notes" in full.content.decode()


def test_the_api_writes_and_removes(four, stranger, director, deal, discard):
    path = f"/api/v1/deals/{deal.pk}/notes/"
    said = {"version": discard, "circle": "club", "words": "The rook."}
    made = browser(four[0]).post(path, said, content_type="application/json")
    assert made.status_code == 201 and made.json()["by"] == four[0].pk
    gone = f"{path}{made.json()['id']}/removal/"
    for player, status in ((stranger, 403), (director, 422), (four[0], 204), (four[0], 404)):
        answer = browser(player).post(gone, {"reason": ""}, content_type="application/json")
        assert answer.status_code == status, player
    assert not Note.objects.exists()


@pytest.mark.parametrize("huge", [2**63, 10**18])
def test_a_deal_beyond_all_numbers_has_no_notes(four, huge):
    lan = browser(four[0])
    assert lan.get(f"/replays/{huge}/notes/?note=1").status_code == 404
    for said in ({"note": "1", "words": "x", "circle": "club"}, {"remove": "1", "at": "3"}):
        assert lan.post(f"/replays/{huge}/notes/", said).status_code == 404


def test_a_browsers_ends_of_lines_count_once(four, stranger, deal, discard):
    words = "\r\n".join(["four"] * 100)  # 499 characters as the browser counts them
    assert write(deal, stranger, discard, words).status_code == 303
    assert Note.objects.get().words == words.replace("\r\n", "\n")


def test_words_that_nobody_sees_are_none(four, stranger, deal, discard):
    for words in ("\u3164", "\u2800\u034f", "\ufe0f", "\u200b"):
        assert write(deal, stranger, discard, words).status_code == 422
    assert not Note.objects.exists()

"""Collections: moments of deals kept under a name, for oneself or for the club."""

import re
import unicodedata

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.acts import gather
from games.commands import make_checkpoint
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Deal, Player
from replays.commands.collections import MOST, MOST_KEPT, share
from replays.models import Collection, CollectionItem
from tests.support.deals import NOW, running_deal
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db


def keep(deal: Deal, by: Player, at: int, name: str = "Penalties", caption: str = ""):
    said = {"at": at, "name": name, "caption": caption}
    return browser(by).post(f"/replays/{deal.pk}/keep/", said)


def text(by: Player | None, path: str) -> str:
    answer = browser(by).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_moment_is_kept_under_a_name_and_leads_back_to_its_move(four, stranger, deal, discard):
    form = text(stranger, f"/replays/{deal.pk}/keep/?at={discard}")
    assert "discarded the" in form and f'name="at" value="{discard}"' in form
    answer = keep(deal, stranger, discard, caption="Why <b>not</b> the rook?")
    one = Collection.objects.get()
    assert answer.status_code == 303 and answer["Location"] == f"/replays/collections/{one.pk}/"
    html = text(stranger, answer["Location"])
    assert f'href="/replays/{deal.pk}/?at={discard}"' in html
    assert "Why &lt;b&gt;not&lt;/b&gt; the rook?" in html and "an, binh, chi, dung" in html
    keep(deal, stranger, discard, caption="The rook.")
    assert [row.caption for row in CollectionItem.objects.all()] == ["The rook."], "a moment once"
    assert '<option value="Penalties">' in text(stranger, f"/replays/{deal.pk}/keep/?at=11")
    html = text(stranger, "/replays/collections/")
    assert re.search(r"Penalties</bdi></a> \(1\)", html)


def test_nobody_else_reads_it_until_it_is_shared_and_nobody_else_changes_it(
    four, stranger, director, deal, discard
):
    keep(deal, stranger, discard)
    one = Collection.objects.get()
    where = f"/replays/collections/{one.pk}/"
    for other in (four[0], director):
        assert browser(other).get(where).status_code == 404
        assert "Penalties" not in text(other, "/replays/collections/")
    browser(stranger).post(where, {"share": "yes"})
    assert "shared with the club" in text(stranger, "/replays/collections/")
    assert "Collected by khach, for the club." in text(four[0], where)
    assert "Remove this moment" not in text(four[0], where)
    kept = CollectionItem.objects.get()
    for said in ({"take": kept.pk}, {"share": "no"}, {"drop": "1"}):
        for other in (four[0], director):
            assert browser(other).post(where, said).status_code == 404
    assert CollectionItem.objects.exists() and Collection.objects.get().shared
    browser(stranger).post(where, {"share": "no"})
    assert browser(four[0]).get(where).status_code == 404
    for _twice in range(2):
        assert browser(stranger).post(where, {"take": kept.pk}).status_code == 303
    assert "This collection is empty." in text(stranger, where)
    assert browser(stranger).post(where, {"drop": "1"}).status_code == 303
    assert not Collection.objects.exists() and Deal.objects.filter(pk=deal.pk).exists()
    assert browser(None).get("/replays/collections/").status_code == 302


def test_nothing_is_taken_out_of_another_collection(four, stranger, deal, discard):
    keep(deal, stranger, discard)
    keep(deal, four[0], discard)
    mine = Collection.objects.get(by=stranger)
    its = CollectionItem.objects.get(collection__by=four[0])
    browser(stranger).post(f"/replays/collections/{mine.pk}/", {"take": its.pk})
    assert CollectionItem.objects.filter(pk=its.pk).exists()


def test_what_cannot_be_kept_is_refused_in_words(four, stranger, deal, discard):
    for name in ("", " \n", "x" * 61, "\u200b", "Аn"):  # the last with a Cyrillic А
        answer = keep(deal, stranger, discard, name)
        assert answer.status_code == 422, name
        assert 'role="alert"' in answer.content.decode()
    assert keep(deal, stranger, discard, caption="x" * 101).status_code == 422
    for at in (99_999, -1):
        assert keep(deal, stranger, at).status_code == 404
    assert browser(stranger).post(f"/replays/{deal.pk}/keep/", {"name": "x"}).status_code == 404
    running = running_deal(VINAGAMES, 4, [stranger])
    assert keep(running, stranger, 11).status_code == 409
    assert not Collection.objects.exists()
    Collection.objects.bulk_create(
        Collection(by=stranger, name=f"{number}", made_at=NOW) for number in range(MOST)
    )
    assert keep(deal, stranger, discard, "One more").status_code == 409
    one = Collection.objects.get(name="0")
    CollectionItem.objects.bulk_create(
        CollectionItem(collection=one, deal=deal, version=1000 + number, kept_at=NOW)
        for number in range(MOST_KEPT)
    )
    full = keep(deal, stranger, discard, "0")
    assert full.status_code == 409 and "This collection is full" in full.content.decode()


@pytest.mark.usefixtures("followers_do_not_wait")
def test_a_director_removes_what_is_shared_with_a_reason_and_nothing_else(
    four, stranger, referee, director, deal, discard
):
    keep(deal, stranger, discard, name="Minh cheats", caption="He looked.")
    one = Collection.objects.get()
    where = f"/replays/collections/{one.pk}/"
    remove = {"remove": "1", "reason": "It accuses somebody."}
    assert browser(director).post(where, remove).status_code == 404, "nobody else reads it"
    browser(stranger).post(where, {"share": "yes"})
    assert "Remove this collection" not in text(four[0], where)
    assert "Remove this collection" in text(director, where)
    assert browser(referee).post(where, remove).status_code == 403
    refused = browser(director).post(where, {"remove": "1", "reason": "\u3164 \u2800"})
    assert refused.status_code == 422 and "re removing the note" in refused.content.decode()
    assert browser(director).post(where, remove).status_code == 303
    assert not Collection.objects.exists() and not CollectionItem.objects.exists()
    gather()
    tell()
    staff = text(None, "/club/staff/")
    assert "removed a collection by khach" in staff and "It accuses somebody." in staff
    assert "Minh cheats" not in staff
    assert any("was removed: It accuses somebody." in one for one in words_for(stranger))
    assert browser(director).post(where, remove).status_code == 404
    make_checkpoint(now=timezone.now())
    call_command("check_ledger")


def test_a_moment_of_a_full_collection_gets_a_new_caption(four, stranger, deal, discard):
    keep(deal, stranger, discard)
    one = Collection.objects.get()
    CollectionItem.objects.bulk_create(
        CollectionItem(collection=one, deal=deal, version=1000 + number, kept_at=NOW)
        for number in range(MOST_KEPT - 1)
    )
    assert keep(deal, stranger, discard, caption="The rook.").status_code == 303
    assert CollectionItem.objects.get(version=discard).caption == "The rook."
    assert keep(deal, stranger, discard + 1).status_code == 409


def test_one_name_however_it_is_composed(four, stranger, deal, discard):
    for form in ("NFC", "NFD"):
        keep(deal, stranger, discard, name=unicodedata.normalize(form, "Hoàng"))
    assert Collection.objects.count() == 1


def test_sharing_what_was_dropped_meanwhile_is_refused_in_words(four, stranger, deal, discard):
    keep(deal, stranger, discard)
    one = Collection.objects.get()
    one.delete()
    with pytest.raises(Refused, match="t shared with you"):
        share(by=stranger, collection_id=1, shared=True)

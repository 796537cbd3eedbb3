"""What is refused of somebody who looks back at finished deals, each once, and that nothing changes by it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from games.engine.rules import VINAGAMES
from games.models import Deal, DealSeat, Player
from replays import queries
from replays.commands import collections, notes, opening, puzzles, reviews, saved_searches
from replays.commands.analysing_tournaments import analyse_tournament, stop_analysing
from replays.models import Collection, CollectionItem, Note, Puzzle, SavedSearch
from replays.queries.puzzles import posed
from tests.support.deals import NOW, prepared_deal
from tests.support.play_pages import browser
from tests.support.refused import refused, refused_page
from tests.support.tournament_pages import friday

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

FAR = 10**6
"""A number that nothing has."""


@pytest.fixture
def first(deal: Deal) -> int:
    """The version of the deal's first step."""
    return queries.get_replay(deal.pk)[1].steps[0].version


# --- collections ---------------------------------------------------------------------------------


def keep(
    by: Player, deal: Deal, version: int, *, name: str = "Best", caption: str = ""
) -> Collection:
    return collections.keep_moment(
        by=by, deal_id=deal.pk, version=version, name=name, caption=caption, now=timezone.now()
    )


def test_a_collection_needs_a_name_and_a_caption_that_fit(four, deal, first) -> None:
    with refused("collection.name"):
        keep(four[0], deal, first, name="")
    with refused("collection.caption"):
        keep(four[0], deal, first, caption="x" * 10_000)


def test_a_member_has_so_many_collections_of_so_many_moments(
    four, deal, first, monkeypatch
) -> None:
    monkeypatch.setattr(collections, "MOST", 1)
    monkeypatch.setattr(collections, "MOST_KEPT", 1)
    kept = keep(four[0], deal, first)
    with refused("collection.too-many"):
        keep(four[0], deal, first, name="Second best")
    later = queries.get_replay(deal.pk)[1].steps[1].version
    with refused("collection.full"):
        keep(four[0], deal, later)
    keep(four[0], deal, first, caption="the same moment has room")
    assert CollectionItem.objects.get(collection=kept).caption == "the same moment has room"


def test_nobody_changes_a_collection_that_is_not_theirs(four, deal, first) -> None:
    kept = keep(four[0], deal, first)
    moment = CollectionItem.objects.get()
    for change in (
        lambda: collections.take_out(by=four[1], collection_id=kept.pk, kept_id=moment.pk),
        lambda: collections.share(by=four[1], collection_id=kept.pk, shared=True),
        lambda: collections.drop_collection(by=four[1], collection_id=kept.pk),
    ):
        with refused("collection.unknown"):
            change()


def test_a_director_alone_removes_a_shared_collection_with_a_reason_and_not_of_the_own_deals(
    four, deal, first, director, stranger
) -> None:
    kept = keep(four[0], deal, first)
    collections.share(by=four[0], collection_id=kept.pk, shared=True)

    def remove(by: Player, reason: str = "It insults somebody.") -> None:
        collections.remove_collection(
            by=by, collection_id=kept.pk, reason=reason, now=timezone.now()
        )

    with refused("collection.not-director"):
        remove(stranger)
    with refused("note.reason"):
        remove(director, "")
    Player.objects.filter(pk=four[1].pk).update(is_director=True, is_staff=True)
    with refused("note.own-deal"):
        remove(Player.objects.get(pk=four[1].pk))


# --- notes ---------------------------------------------------------------------------------------


def write(by: Player, deal: Deal, version: int) -> Note:
    return notes.write_note(
        by=by, deal_id=deal.pk, version=version, circle="club", words="Why?", now=timezone.now()
    )


def test_a_note_has_words_a_circle_and_a_move(four, deal, first) -> None:
    said = {"by": four[0], "deal_id": deal.pk, "version": first, "circle": "club", "words": "Why?"}
    for wrong, code in (
        ({"words": " "}, "note.words"),
        ({"circle": "nobody"}, "note.circle"),
        ({"version": FAR}, "replay.step"),
    ):
        with refused(code):
            notes.write_note(**{**said, **wrong}, now=timezone.now())


def test_a_member_writes_so_many_notes_on_a_deal(four, deal, first, monkeypatch) -> None:
    monkeypatch.setattr(notes, "MOST", 1)
    write(four[0], deal, first)
    with refused("note.too-many"):
        write(four[0], deal, first)


def test_a_note_is_changed_by_its_writer_and_removed_by_a_director_with_a_reason(
    four, deal, first, director, stranger
) -> None:
    note = write(four[0], deal, first)
    now = timezone.now()

    def remove(by: Player, reason: str = "It insults somebody.", note_id: int = note.pk) -> None:
        notes.remove_note(by=by, deal_id=deal.pk, note_id=note_id, reason=reason, now=now)

    with refused("note.unknown"):
        notes.change_note(
            by=four[1], deal_id=deal.pk, note_id=note.pk, circle="club", words="No", now=now
        )
    with refused("note.unknown"):
        remove(four[0], note_id=FAR)
    with refused("note.not-yours"):
        remove(stranger)
    with refused("note.reason"):
        remove(director, "")
    Player.objects.filter(pk=four[1].pk).update(is_director=True, is_staff=True)
    with refused("note.own-deal"):
        remove(Player.objects.get(pk=four[1].pk))


# --- puzzles -------------------------------------------------------------------------------------


def ask(by: Player, deal: Deal, version: int) -> Puzzle:
    return puzzles.ask_puzzle(by=by, deal_id=deal.pk, version=version, now=timezone.now())


def test_a_puzzle_is_asked_about_a_discard(four, deal, first) -> None:
    with refused("puzzle.no-discard"):
        ask(four[0], deal, first)


def test_a_member_asks_so_many_puzzles(four, deal, discard, monkeypatch) -> None:
    monkeypatch.setattr(puzzles, "MOST", 0)
    with refused("puzzle.too-many"):
        ask(four[0], deal, discard)


def test_a_puzzle_is_answered_once_by_a_card_of_the_hand_and_not_by_who_knows_it(
    four, deal, discard, stranger
) -> None:
    asked = ask(four[0], deal, discard)

    def answer(by: Player, card: str, puzzle_id: int = asked.pk) -> None:
        puzzles.answer_puzzle(by=by, puzzle_id=puzzle_id, card=card, now=timezone.now())

    choices = posed(asked.pk).choices
    from games.engine.cards import CARD_NAMES, DECK

    good = CARD_NAMES[choices[0]]
    other = next(CARD_NAMES[card] for card in DECK if card not in choices)
    with refused("puzzle.unknown"):
        answer(stranger, good, FAR)
    with refused("puzzle.knows-it"):
        answer(four[0], good)
    with refused("puzzle.no-choice"):
        answer(stranger, "no card")
    with refused("puzzle.no-choice"):
        answer(stranger, other)
    answer(stranger, good)
    with refused("puzzle.answered"):
        answer(stranger, good)
    with refused("puzzle.unknown"):
        puzzles.remove_puzzle(by=stranger, puzzle_id=asked.pk)


# --- reviews, searches, opening ------------------------------------------------------------------


def test_a_review_is_led_by_one_member_until_it_is_over(four, deal, first, stranger) -> None:
    now = timezone.now()
    review = reviews.lead_review(by=four[0], deal_id=deal.pk, version=first, eyes="open", now=now)
    with refused("review.not-yours"):
        reviews.end_review(by=stranger, review_id=review.pk, now=now)
    with refused("review.over"):
        reviews.move_review(
            by=four[0],
            review_id=review.pk,
            version=first,
            eyes="open",
            now=now + timedelta(hours=1),
        )


def test_a_member_keeps_so_many_searches(four, monkeypatch) -> None:
    monkeypatch.setattr(saved_searches, "MOST", 1)
    saved_searches.save_search(by=four[0], name="One", filters="", now=timezone.now())
    with refused("search.too-many"):
        saved_searches.save_search(by=four[0], name="Two", filters="", now=timezone.now())
    assert SavedSearch.objects.get().name == "One"


def test_a_search_that_has_no_number_is_not_removed(four) -> None:
    refused_page(
        browser(four[0]), "search.unknown", "post", "/replays/search/saved", data={"remove": "x"}
    )


def test_who_did_not_sit_in_a_deal_does_not_open_it(deal, stranger) -> None:
    with refused("replay.not-seated"):
        opening.let_all_open(by=stranger, deal_id=deal.pk, may=True)


def test_a_deal_that_the_house_keeps_is_opened_to_nobody(four, deal, monkeypatch) -> None:
    monkeypatch.setattr(opening, "private_by_house", Deal.objects.all)
    with refused("replay.house-keeps"):
        opening.let_all_open(by=four[0], deal_id=deal.pk, may=True)


def test_a_deal_that_was_called_off_or_played_with_real_cards_has_no_replay(four) -> None:
    off = prepared_deal(VINAGAMES, 6, four, name="Bàn 3")
    commands.close_table(by=four[0], table_id=off.table_id, now=NOW)
    with refused("replay.cancelled"):
        queries.get_replay(off.pk)
    Deal.objects.filter(pk=off.pk).update(entered={"winner": 0})
    with refused("replay.real-cards"):
        queries.get_replay(off.pk)


# --- analyses of a tournament --------------------------------------------------------------------


def test_the_analyses_of_a_tournament_are_asked_for_by_a_director_once_a_deal_is_over(
    four, director
) -> None:
    tournament, now = friday(director), timezone.now()
    with refused("analysis.not-director"):
        analyse_tournament(by=four[0], tournament_id=tournament.pk, now=now)
    with refused("analysis.no-tournament"):
        stop_analysing(by=director, tournament_id=FAR, now=now)
    with refused("analysis.no-deals"):
        analyse_tournament(by=director, tournament_id=tournament.pk, now=now)


# --- pages ---------------------------------------------------------------------------------------


def test_a_file_of_records_is_stored_by_a_director_alone(stranger) -> None:
    refused_page(
        browser(stranger),
        "record.not-director",
        "post",
        "/replays/records/",
        data={"step": "store"},
    )


def test_a_decision_is_tried_otherwise_at_a_decision_and_with_the_eyes_that_see_it(
    four, deal, first
) -> None:
    where = f"/replays/{deal.pk}/what-if/"
    refused_page(browser(four[0]), "replay.no-decision", "get", where, data={"at": first})
    seat = DealSeat.objects.get(deal=deal, player=four[0]).number
    decided = next(
        step for step in queries.get_replay(deal.pk)[1].steps if step.decided_by not in (None, seat)
    )
    refused_page(
        browser(four[0]),
        "replay.eyes-of-decision",
        "get",
        where,
        data={"at": decided.version, "as": seat},
    )


def test_a_deal_that_is_not_open_to_all_is_framed_nowhere(deal, stranger) -> None:
    refused_page(browser(stranger), "replay.not-open", "get", f"/embed/replays/{deal.pk}/")


def test_a_deal_whose_leaf_is_not_what_was_signed_has_no_receipt(four, deal, monkeypatch) -> None:
    from games.log.integrity.receipts import Forged
    from replays.web import views

    commands.make_checkpoint(now=timezone.now())

    def forged(_place: object) -> str:
        raise Forged("another leaf")

    monkeypatch.setattr(views, "receipt_of", forged)
    refused_page(browser(four[0]), "log.differs", "get", f"/replays/{deal.pk}/receipt.json")


def test_a_deal_has_a_receipt_once_the_log_is_signed_to_its_end(four, deal) -> None:
    refused_page(browser(four[0]), "log.unsealed", "get", f"/replays/{deal.pk}/receipt.json")

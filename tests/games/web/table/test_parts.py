"""A page that holds parts of its table gets the others alone, and puts together what would have been sent in whole."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from games.templatetags.parts import LEAST, Parts, composed
from tests.support.deals import turns
from tests.support.held_parts import HeldParts
from tests.support.play_pages import browser, dealt
from tests.support.table_page import HTMX, address

MARKS = re.compile(r"<[=+]|</>")
EACH_TIME = re.compile(
    r'(name="(?:csrfmiddlewaretoken|move_id)" value|data-now|data-deadline)="[^"]*"'
)


def asked(client, deal: Deal, held: HeldParts | None = None) -> Any:
    headers = HTMX if held is None else {**HTMX, "Tusac-Parts": held.header()}
    return client.get(address(deal), headers=headers)


def filled(answer: Any, held: HeldParts) -> str:
    return held.filled(answer.content.decode(), answer["Tusac-Parts"])


def alike(html: str) -> str:
    """Leave out what is another in each answer, whatever the page holds."""
    return re.sub(r"(data-seconds>)\d+", r"\1", EACH_TIME.sub(r"\1", html))


@pytest.mark.django_db
class TestATable:
    def test_a_page_that_names_nothing_gets_html_alone(self, an: Player, binh: Player) -> None:
        answer = asked(browser(an), dealt(an, binh))
        assert "Tusac-Parts" not in answer and not MARKS.search(answer.content.decode())

    def test_what_is_put_together_is_the_whole_answer(self, an: Player, binh: Player) -> None:
        """Through a whole deal, at both seats, and most of it is not sent again."""
        deal = dealt(an, binh, rules=VINAGAMES)
        pages = [(browser(one), HeldParts()) for one in (an, binh)]
        sent, whole = [], []
        asked(browser(), deal)  # the page says that a stranger is watching
        for _state in turns(deal, Random(7).choice):
            for client, held in pages:
                answer = asked(client, deal, held)
                assert alike(filled(answer, held)) == alike(asked(client, deal).content.decode())
                sent.append(len(answer.content))
                whole.append(len(asked(client, deal).content))
        assert len(sent) > 20 and sum(sent) < sum(whole) / 3

    def test_the_same_answer_twice_is_hardly_sent_again(self, an: Player, binh: Player) -> None:
        deal, client, held = dealt(an, binh), browser(an), HeldParts()
        client.get(address(deal))  # and gets the cookie of its forms
        first = asked(client, deal, held)
        filled(first, held)
        second = asked(client, deal, held)
        assert "<+" not in second.content.decode()
        assert len(second.content) < len(first.content) / 4

    def test_parts_count_for_one_login_at_one_seat_in_one_deal(
        self, an: Player, binh: Player
    ) -> None:
        """What another of them held is not left out: without it the answer can be put together."""
        deal, client = dealt(an, binh), browser(an)
        held = HeldParts()
        filled(asked(client, deal, held), held)
        for other, at in ((browser(an), deal), (browser(binh), deal), (client, dealt(an, binh))):
            answer = asked(other, at, held)
            assert answer["Tusac-Parts"] != held.holder
            filled(answer, HeldParts())  # a KeyError, if something were missing

    def test_what_people_write_is_no_mark(self, an: Player, binh: Player) -> None:
        Player.objects.filter(pk=an.pk).update(display_name="<=abcdefgh> </>")
        deal, held = dealt(an, binh), HeldParts()
        client = browser(binh)
        for _ in range(2):
            html = filled(asked(client, deal, held), held)
            assert "&lt;=abcdefgh&gt; &lt;/&gt;" in html

    def test_a_header_of_nonsense_gets_a_whole_answer(self, an: Player, binh: Player) -> None:
        deal, client = dealt(an, binh), browser(an)
        for said in ("", " ", "x" * 5000, "\x7f <=abcdefgh>", "holder abcdefgh ---"):
            answer = client.get(address(deal), headers={**HTMX, "Tusac-Parts": said})
            assert answer.status_code == 200
            filled(answer, HeldParts())


class TestParts:
    LONG, OTHER = "a" * LEAST, "b" * LEAST

    def test_what_is_short_is_sent_each_time(self) -> None:
        parts = Parts("", holder="An")
        assert [parts.send("short"), parts.send("short")] == ["short", "short"]

    def test_a_part_is_sent_once_and_then_named(self) -> None:
        parts = Parts("", holder="An")
        digest = parts.send(self.LONG)[2:10]
        assert parts.send(self.LONG) == f"<={digest}>"
        later = Parts(f"{parts.holder} {digest}", holder="An")
        assert later.send(self.LONG) == f"<={digest}>"
        assert Parts(f"{parts.holder} {digest}", holder="Binh").send(self.LONG).startswith("<+")

    def test_no_page_knows_a_part_by_the_name_that_another_knows_it_by(self) -> None:
        """Or a name that holds the digest of a card would be compressed where that card is held (0129)."""
        names = {Parts("", holder=one).send(self.LONG)[2:10] for one in ("An", "Binh", "Chi")}
        assert len(names) == 3

    def test_of_a_composed_part_the_new_pieces_are_sent(self) -> None:
        held = HeldParts()
        first = Parts("", holder="An")
        assert held.filled(first.send(composed((self.LONG, "-", self.OTHER))), first.holder) == (
            f"{self.LONG}-{self.OTHER}"
        )
        again = Parts(held.header(), holder="An")
        text = again.send(composed((self.LONG, "+", self.OTHER)))
        assert self.LONG not in text and self.OTHER not in text
        assert held.filled(text, again.holder) == f"{self.LONG}+{self.OTHER}"

    def test_a_part_of_a_single_piece_is_sent_whole(self) -> None:
        held, parts = HeldParts(), Parts("", holder="An")
        assert held.filled(parts.send(composed([self.LONG])), parts.holder) == self.LONG

    def test_pieces_of_a_part_that_is_named_stay_held(self) -> None:
        """They are not in the answers any more, and are still there when the part changes."""
        held = HeldParts()
        for end in ("-", "-", "-", "-", "+"):
            parts = Parts(held.header(), holder="An")
            text = parts.send(composed((self.LONG, end, self.OTHER)))
            held.filled(text, parts.holder)
        assert self.LONG not in text

    def test_what_the_answer_before_the_last_was_made_of_is_held(self) -> None:
        """A hand becomes after one's turn what it was before it."""
        held = HeldParts()
        for html in (self.LONG, self.OTHER, self.LONG):
            parts = Parts(held.header(), holder="An")
            text = parts.send(html)
            held.filled(text, parts.holder)
        assert text.startswith("<=")

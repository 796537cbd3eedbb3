"""A person at a browser without scripts: follows links and presses buttons by their words, and counts the presses."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from games.models import Player
from tests.support.play_pages import browser


@dataclass
class Form:
    """A form of a page as the browser would send it."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    """Words, name and value of each."""


class Read(HTMLParser):
    """What can be followed and pressed on a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._at: tuple[str, dict[str, str]] = ("", {})
        self._words = ""
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form" and told.get("method", "").lower() == "post":
            self._form = Form(told.get("action", ""))
            self.forms.append(self._form)
        elif tag in ("a", "button", "textarea", "option"):
            self._at, self._words = (tag, told), ""
            if tag == "option" and self._form is not None and self._select:
                self._chosen(told)
        elif tag == "select":
            self._select = told.get("name", "")
            self._first = True
        elif tag == "input" and self._form is not None and "disabled" not in told:
            ticks = told.get("type") in ("checkbox", "radio")
            if told.get("name") and (not ticks or "checked" in told):
                self._form.fields.append((told["name"], told.get("value", "on" if ticks else "")))

    def _chosen(self, told: dict[str, str]) -> None:
        assert self._form is not None
        if "selected" in told and not self._first:
            self._form.fields.pop()
        if "selected" in told or self._first:
            self._form.fields.append((self._select, told.get("value", "")))
        self._first = False

    def handle_data(self, data: str) -> None:
        self._words += data

    def handle_endtag(self, tag: str) -> None:
        at, told = self._at
        words = " ".join(self._words.split())
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag != at:
            return
        elif tag == "a":
            self.links.append((words, told.get("href", "")))
        elif tag == "button" and self._form is not None:
            self._form.buttons.append((words, told.get("name", ""), told.get("value", "")))
        elif tag == "textarea" and self._form is not None:
            self._form.fields.append((told.get("name", ""), self._words.lstrip("\n")))


class Person:
    """Somebody at a browser; `presses` counts what they have pressed, by step."""

    def __init__(self, player: Player, presses: Counter[str]) -> None:
        self.client = browser(player)
        self.presses = presses
        self.address = "/"
        self.html = ""

    def open(self, address: str) -> "Person":
        """Go to an address."""
        answer = self.client.get(address, follow=True)
        assert answer.status_code == 200, (address, answer.status_code)
        self.address = answer.redirect_chain[-1][0] if answer.redirect_chain else address
        self.html = answer.content.decode()
        return self

    def follow(self, words: str, number: int = 0) -> "Person":
        """Follow the link of these words."""
        found = [href for said, href in Read(self.html).links if said == words]
        assert found, (words, self.address, Read(self.html).links)
        return self.open(urljoin(self.address, found[number].partition("#")[0]))

    def press(self, step: str, button: str, **said: Any) -> "Person":
        """Press the button of these words, or of this name=value, with these fields changed; the form as it stands."""
        for form in Read(self.html).forms:
            for words, name, value in form.buttons:
                if button in (words, f"{name}={value}"):
                    return self._send(step, form, {name: value} if name else {}, said)
        raise AssertionError((button, self.address, Read(self.html).forms))

    def _send(
        self, step: str, form: Form, pressed: dict[str, str], said: dict[str, Any]
    ) -> "Person":
        sent: dict[str, list[str]] = {}
        for name, value in form.fields:
            sent.setdefault(name, []).append(value)
        sent |= {name: [value] for name, value in pressed.items()}
        sent |= {name: [value] if isinstance(value, str) else value for name, value in said.items()}
        self.presses[step] += 1
        address = urljoin(self.address, form.action or self.address)
        answer = self.client.post(address, sent, follow=True)
        self.html = answer.content.decode()
        assert answer.status_code == 200, (address, answer.status_code, self.html)
        self.address = answer.redirect_chain[-1][0] if answer.redirect_chain else address
        return self

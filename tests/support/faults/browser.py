"""A member's browser, for forms only: it logs in, reads a page's hidden fields and sends them."""

import contextlib
import http.cookiejar
import re
import threading
import urllib.error
import urllib.request
from urllib.parse import urlencode

from tests.support.running_site import RunningSite
from tests.support.servers import wait_until


class Browser:
    """One member, logged in."""

    def __init__(self, club: RunningSite, name: str) -> None:
        self._club = club
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(cookies)
        login = self.form("/accounts/login/")
        self.send("/accounts/login/", {**login, "username": name, "password": club.passwords[name]})

    def form(self, path: str) -> dict[str, str]:
        """Return the hidden fields of a page's forms; of two with one name, the last."""
        with self._opener.open(self._club.base_url + path, timeout=120) as page:
            fields = re.findall(
                r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.read().decode()
            )
        return dict(fields)

    def send(self, path: str, fields: dict[str, str]) -> int:
        """Send a form until it is answered, and follow its redirect; return the status."""
        answered: list[int] = []

        def sent() -> bool:
            with contextlib.suppress(OSError):  # refused, or cut off in the middle
                answered.append(self._post(path, fields))
            return bool(answered)

        wait_until(sent, f"{path} is answered")
        return answered[0]

    def send_in_the_background(self, path: str, fields: dict[str, str]) -> threading.Thread:
        """Send a form without awaiting its answer."""

        def send() -> None:
            with contextlib.suppress(OSError):
                self._post(path, fields)

        thread = threading.Thread(target=send)
        thread.start()
        return thread

    def _post(self, path: str, fields: dict[str, str]) -> int:
        body = urlencode(fields).encode()
        try:
            with self._opener.open(self._club.base_url + path, body, timeout=120) as answer:
                answer.read()
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code

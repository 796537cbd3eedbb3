"""The pages of replays as somebody's browser gets them."""

import re

from django.urls import reverse

from games.models import Deal, Player
from tests.support.play_pages import browser


def page(player: Player, deal: Deal, at: int | None = None, **headers: str) -> str:
    answer = browser(player).get(
        reverse("replay", args=[deal.pk]), {} if at is None else {"at": at}, headers=headers
    )
    assert answer.status_code == 200
    return answer.content.decode()


def steps(html: str) -> list[int]:
    """Return the versions that the list of moves links to."""
    listed = html.partition('<ol class="moves"')[2].partition("</ol>")[0]
    return [int(version) for version in re.findall(r'href="\?at=(\d+)"', listed)]


def offered(html: str) -> bool:
    """Return whether the form for a dispute is shown; at other steps it waits hidden for who steps on without
    a new page.
    """
    return re.search(r'id="dispute" data-only-at="\d+"\s*>', html) is not None


def listed_in(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'href="/replays/(\d+)/"', html)]

"""Pages and files of the installed app: its manifest, its service worker and the offline page.

Nothing here depends on the user.
"""

from __future__ import annotations

import json
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.common.dialect import page_language

ICONS: Final = (
    ("192", "any"),
    ("512", "any"),
    ("192-maskable", "maskable"),
    ("512-maskable", "maskable"),
)
GROUND, HOUSE = "#fbf7ee", "#6d1c16"
"""The paper and the lacquer of `css/tokens.css`."""
KEPT_OFFLINE: Final = (
    *("css/tokens.css", "css/base.css", "css/parts.css", "icons/favicon.svg"),
    "js/unsent.js",
)
"""All that the service worker keeps, beside the page that says that the club is not reached."""
UNSENT: Final = "?unsent"
"""Asks for that page as it stands in place of a form's answer."""


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest, from which a phone installs the club as an app."""
    described = {
        "id": "/",
        "name": gettext("Tứ Sắc club"),
        "short_name": gettext("Tứ Sắc"),
        "description": gettext("The Vietnamese card game of four colours, with friends or bots."),
        "lang": page_language(),
        "start_url": reverse("lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": HOUSE,
        "icons": [
            {
                "src": static(f"icons/icon-{name}.png"),
                "sizes": "{0}x{0}".format(name.partition("-")[0]),
                "type": "image/png",
                "purpose": purpose,
            }
            for name, purpose in ICONS
        ],
    }
    body = json.dumps(described, ensure_ascii=False)
    return HttpResponse(body, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, which stores the offline page and its styles.

    Everything else is fetched from the network.
    """
    kept = [reverse("offline"), reverse("offline") + UNSENT, *map(static, KEPT_OFFLINE)]
    return render(
        request,
        "games/service_worker.js",
        {
            "kept": json.dumps(kept),
            "offline": json.dumps(kept[0]),
            "unsent": json.dumps(kept[1]),
            "names": json.dumps("-".join(kept)),
        },
        content_type="text/javascript",
    )


@require_safe
@cache_control(max_age=3600)
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that says that the club can't be reached, in all languages at once.

    The page is the same for everyone: it can't know the cause, the reader, or whether a submitted form has arrived.
    With the query `UNSENT` it says that a form may not have arrived, and the service worker links back to the form's
    page.
    """
    said, unsent = [], request.GET.keys() == {UNSENT[1:]}
    own = page_language()
    for code, _name in sorted(settings.LANGUAGES, key=lambda one: one[0] != own):
        with override(code):
            said.append(
                {
                    "lang": code,
                    "heading": gettext("Can't connect to the club"),
                    "words": gettext(
                        "Either this device is offline, or the club's computer isn't answering. "
                        "If other websites open, the problem is the club's computer. If you're "
                        "at a table, you keep your seat. If only this device is offline, your "
                        "time keeps running; when it runs out, the careful bot plays for you "
                        "until you're back."
                    ),
                    "unsent": gettext(
                        "Your last action may not have arrived. The text you typed is kept, except passwords "
                        "and files. Go back and check before you press again."
                    )
                    if unsent
                    else "",
                    "again": gettext("Go back") if unsent else gettext("Try again"),
                }
            )
    shown = {"said": said, "unreached": "form" if unsent else "page"}
    return render(request, "games/offline.html", shown)

"""WSGI entry, for a host that serves pages by WSGI; live streams need ASGI."""

import os
from typing import Final

from django.core.wsgi import get_wsgi_application
from servestatic import ServeStatic

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")

_pages: Final = get_wsgi_application()

from django.conf import settings  # noqa: E402 - after Django is set up

from tusac_site.serving.process import freeze_what_stays, limit_page_statements  # noqa: E402
from tusac_site.serving.static_files import static_files  # noqa: E402

limit_page_statements(settings.DATABASES["default"])

application: Final = ServeStatic(_pages, **static_files())
"""The site without its live streams."""

freeze_what_stays()

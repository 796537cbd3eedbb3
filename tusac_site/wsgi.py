"""WSGI entry, for a host that serves pages by WSGI; live streams need ASGI."""

import os
from typing import Final

from django.core.wsgi import get_wsgi_application
from servestatic import ServeStatic

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")

_pages: Final = get_wsgi_application()

from django.conf import settings  # noqa: E402 - after Django is set up

from tusac_site.garbage import freeze_what_stays  # noqa: E402
from tusac_site.patience import for_pages  # noqa: E402
from tusac_site.static_files import static_files  # noqa: E402

for_pages(settings.DATABASES["default"])

application: Final = ServeStatic(_pages, **static_files())
"""The site without its live streams."""

freeze_what_stays()

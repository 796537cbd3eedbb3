"""WSGI entry, for a host that serves pages by WSGI; live streams need ASGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")
application = get_wsgi_application()

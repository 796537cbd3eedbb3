"""ASGI entry: `uvicorn tusac_site.asgi:application`. Pages and live streams."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")
application = get_asgi_application()

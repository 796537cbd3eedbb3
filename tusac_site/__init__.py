"""The site: settings, addresses, servers and the supervisor that starts them all."""

from tusac_site.celery import app as celery_app

__all__ = ["celery_app"]

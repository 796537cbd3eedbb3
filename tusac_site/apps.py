"""The admin as an app of Django's, with the club's own door."""

from django.contrib.admin.apps import AdminConfig


class ClubAdmin(AdminConfig):
    """Makes `ClubSite` the site that everything registers with."""

    default_site = "tusac_site.administration.ClubSite"

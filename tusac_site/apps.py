"""The admin as an app of Django's, entered by a duty."""

from django.contrib.admin.apps import AdminConfig


class ClubAdmin(AdminConfig):
    """Makes `ClubSite` the site that everything registers with."""

    default_site = "tusac_site.admin_site.ClubSite"

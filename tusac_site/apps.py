"""The admin as an app of Django's, entered by a duty; and what follows a migration."""

from django.apps import apps
from django.contrib.admin.apps import AdminConfig
from django.db.models.signals import post_migrate


class ClubAdmin(AdminConfig):
    """Makes `ClubSite` the site that everything registers with."""

    default_site = "tusac_site.admin_site.ClubSite"

    def ready(self) -> None:
        """Let the ledger of an older release be carried over once its tables are brought along."""
        super().ready()
        from games.commands.carry_over import carry_over_after_migrating

        post_migrate.connect(carry_over_after_migrating, sender=apps.get_app_config("games"))

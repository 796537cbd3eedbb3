"""App configuration of Django's admin; it also runs checks at start and connects signals."""

from django.apps import apps
from django.contrib.admin.apps import AdminConfig
from django.db.models.signals import post_delete, post_migrate, post_save


class ClubAdmin(AdminConfig):
    """Makes `ClubSite` the admin's default site."""

    default_site = "tusac_site.security.admin_site.ClubSite"

    def ready(self) -> None:
        """Check the keys at start, and connect signals.

        When a login ends or duties change, open pages are told; after a migration an older ledger is converted.
        """
        super().ready()
        from games.commands.club.settlement import carry_over_after_migrating
        from games.live.publish import publish_duties, publish_ended
        from games.log.integrity.keys import refuse_unusable_keys
        from games.log.integrity.memory import refuse_unusable_place

        refuse_unusable_keys()
        refuse_unusable_place()
        for login in ("MemberSession", "ApiToken"):
            post_delete.connect(publish_ended, sender=apps.get_model("games", login))
        post_save.connect(publish_duties, sender=apps.get_model("games", "Player"))
        post_migrate.connect(carry_over_after_migrating, sender=apps.get_app_config("games"))

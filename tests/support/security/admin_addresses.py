"""What each viewer is answered in the admin, as `tests.support.security.addresses` says of all pages."""

ADMIN: dict[str, tuple[str, str]] = {
    "admin/replays/dispute/": (
        "302 403 403 403 200 403 403",
        "302 405 405 405 405 405 405",
    ),
    "admin/replays/dispute/<int:dispute_id>/change/": (
        "302 403 403 403 200 403 403",
        "302 403 403 403 303 403 403",
    ),
    "admin/replays/dispute/real-cards/<int:case_id>/": (
        "302 403 403 403 404 403 403",
        "302 403 403 403 404 403 403",
    ),
    "admin/": (
        "302 302 302 302 302 302 200",
        "302 302 302 302 302 302 200",
    ),
    "admin/login/": (
        "302 403 403 403 302 302 302",
        "302 403 403 403 302 302 302",
    ),
    "admin/logout/": (
        "302 302 302 302 302 302 405",
        "302 302 302 302 302 302 302",
    ),
    "admin/password_change/": (
        "302 302 302 302 302 302 200",
        "302 302 302 302 302 302 302",
    ),
    "admin/password_change/done/": (
        "302 302 302 302 302 302 200",
        "302 302 302 302 302 302 405",
    ),
    "admin/autocomplete/": (
        "302 302 302 302 302 302 403",
        "302 302 302 302 302 302 405",
    ),
    "admin/jsi18n/": (
        "302 302 302 302 302 302 200",
        "302 302 302 302 302 302 405",
    ),
    "admin/r/<path:content_type_id>/<path:object_id>/": (
        "302 302 302 302 302 302 404",
        "302 302 302 302 302 302 404",
    ),
    "admin/games/player/<id>/password/": (
        "302 302 302 302 302 302 200",
        "302 302 302 302 302 302 302",
    ),
    "admin/games/player/": (
        "302 302 302 302 302 302 200",
        "302 302 302 302 302 302 200",
    ),
    "admin/games/player/add/": (
        "302 302 302 302 302 302 403",
        "302 302 302 302 302 302 403",
    ),
    "admin/games/player/<path:object_id>/history/": (
        "302 302 302 302 302 302 200",
        "302 302 302 302 302 302 200",
    ),
    "admin/games/player/<path:object_id>/delete/": (
        "302 302 302 302 302 302 403",
        "302 302 302 302 302 302 403",
    ),
    "admin/games/player/<path:object_id>/change/": (
        "302 302 302 302 302 302 200",
        "302 302 302 302 302 302 302",
    ),
    "admin/games/player/<path:object_id>/": (
        "302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302",
    ),
    "admin/^(?P<app_label>games)/$": (
        "302 302 302 302 302 302 200",
        "302 302 302 302 302 302 200",
    ),
    "admin/(?P<url>.*)$": (
        "302 302 302 302 302 302 404",
        "302 302 302 302 302 302 404",
    ),
}

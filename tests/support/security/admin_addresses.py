"""What each viewer is answered in the admin, as `tests.support.security.addresses` says of all pages."""

ADMIN: dict[str, tuple[str, str]] = {
    "admin/": (
        "302 302 302 302 200 200 200",
        "302 302 302 302 200 200 200",
    ),
    "admin/login/": (
        "200 200 200 200 302 302 302",
        "200 200 200 200 200 200 200",
    ),
    "admin/logout/": (
        "302 302 302 302 405 405 405",
        "302 302 302 302 302 302 302",
    ),
    "admin/password_change/": (
        "302 302 302 302 200 200 200",
        "302 302 302 302 302 302 302",
    ),
    "admin/password_change/done/": (
        "302 302 302 302 200 200 200",
        "302 302 302 302 405 405 405",
    ),
    "admin/autocomplete/": (
        "302 302 302 302 403 403 403",
        "302 302 302 302 405 405 405",
    ),
    "admin/jsi18n/": (
        "302 302 302 302 200 200 200",
        "302 302 302 302 405 405 405",
    ),
    "admin/r/<path:content_type_id>/<path:object_id>/": (
        "302 302 302 302 404 404 404",
        "302 302 302 302 404 404 404",
    ),
    "admin/games/player/<id>/password/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 302 302",
    ),
    "admin/games/player/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 302 302",
    ),
    "admin/games/player/add/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 302 302",
    ),
    "admin/games/player/<path:object_id>/history/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 200 200",
    ),
    "admin/games/player/<path:object_id>/delete/": (
        "302 302 302 302 403 403 403",
        "302 302 302 302 403 403 403",
    ),
    "admin/games/player/<path:object_id>/change/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 302 302",
    ),
    "admin/games/player/<path:object_id>/": (
        "302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302",
    ),
    "admin/games/table/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 200 200",
    ),
    "admin/games/table/add/": (
        "302 302 302 302 403 403 403",
        "302 302 302 302 403 403 403",
    ),
    "admin/games/table/<path:object_id>/history/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 200 200",
    ),
    "admin/games/table/<path:object_id>/delete/": (
        "302 302 302 302 403 403 403",
        "302 302 302 302 403 403 403",
    ),
    "admin/games/table/<path:object_id>/change/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 403 403",
    ),
    "admin/games/table/<path:object_id>/": (
        "302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302",
    ),
    "admin/games/deal/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 200 200",
    ),
    "admin/games/deal/add/": (
        "302 302 302 302 403 403 403",
        "302 302 302 302 403 403 403",
    ),
    "admin/games/deal/<path:object_id>/history/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 200 200",
    ),
    "admin/games/deal/<path:object_id>/delete/": (
        "302 302 302 302 403 403 403",
        "302 302 302 302 403 403 403",
    ),
    "admin/games/deal/<path:object_id>/change/": (
        "302 302 302 302 403 200 200",
        "302 302 302 302 403 403 403",
    ),
    "admin/games/deal/<path:object_id>/": (
        "302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302",
    ),
    "admin/replays/dispute/": (
        "302 302 302 302 200 200 403",
        "302 302 302 302 200 200 403",
    ),
    "admin/replays/dispute/add/": (
        "302 302 302 302 403 403 403",
        "302 302 302 302 403 403 403",
    ),
    "admin/replays/dispute/real-cards/<int:case_id>/": (
        "302 302 302 302 404 404 403",
        "302 302 302 302 404 403 403",
    ),
    "admin/replays/dispute/<path:object_id>/history/": (
        "302 302 302 302 200 200 403",
        "302 302 302 302 200 200 403",
    ),
    "admin/replays/dispute/<path:object_id>/delete/": (
        "302 302 302 302 403 403 403",
        "302 302 302 302 403 403 403",
    ),
    "admin/replays/dispute/<path:object_id>/change/": (
        "302 302 302 302 200 200 403",
        "302 302 302 302 302 403 403",
    ),
    "admin/replays/dispute/<path:object_id>/": (
        "302 302 302 302 302 302 302",
        "302 302 302 302 302 302 302",
    ),
    "admin/^(?P<app_label>games|replays)/$": (
        "302 302 302 302 404 200 200",
        "302 302 302 302 404 200 200",
    ),
    "admin/(?P<url>.*)$": (
        "302 302 302 302 404 404 404",
        "302 302 302 302 404 404 404",
    ),
}

"""All addresses of the site, one line per app."""

from django.contrib import admin
from django.contrib.auth import views
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularSwaggerSplitView

from games.web.answers import form_alone
from games.web.elsewhere import Login
from games.web.forms import OwnPasswordForm
from replays.web import embedded
from replays.web.urls import desk_urlpatterns
from tournaments.web import shown
from tusac_site.api.errors import Unknown
from tusac_site.api.schema import SchemaView
from tusac_site.operations.health import healthz, readyz
from tusac_site.operations.health_page import club_health
from tusac_site.operations.metrics import metrics

handler500 = "tusac_site.errors.failed"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("club/health/", club_health, name="club-health"),
    path("admin/replays/dispute/", include(desk_urlpatterns)),
    path("admin/", admin.site.urls),
    # No "forgotten password" by mail: a club has members without one, and a director who knows them.
    path("accounts/login/", Login.as_view(), name="login"),
    path("accounts/logout/", form_alone(views.LogoutView.as_view()), name="logout"),
    path(
        "accounts/password_change/",
        views.PasswordChangeView.as_view(form_class=OwnPasswordForm),
        name="password_change",
    ),
    path(
        "accounts/password_change/done/",
        views.PasswordChangeDoneView.as_view(),
        name="password_change_done",
    ),
    path("i18n/setlang/", form_alone(set_language), name="set_language"),
    path("api/v1/", include("tusac_site.api.urls")),
    path("api/schema/", SchemaView.as_view(), name="api-schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    re_path(r"^api(?:/[\s\S]*)?$", Unknown.as_view(), name="api-unknown"),
    path("tournaments/", include("tournaments.web.urls")),
    path("replays/", include("replays.web.urls")),
    path("embed/replays/<int:deal_id>/", embedded.embedded, name="embedded-replay"),
    path("embed/tournaments/<int:tournament_id>/", shown.standings, name="embedded-standings"),
    path("oembed", embedded.oembed, name="oembed"),
    path("", include("notices.web.urls")),
    path("", include("games.web.urls")),
]

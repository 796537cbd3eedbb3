"""All settings, one file, driven by the environment. See docs/operations.md for the variables."""

import logging
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from kombu.entity import Queue

from games.common import installation
from games.log.integrity.memory import signers_place
from tusac_site.local import address, embedded
from tusac_site.operations import environment, logs, task_schedule
from tusac_site.operations.secrets import faults_in_production, secret
from tusac_site.version import __version__


def _flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def _list(name: str) -> list[str]:
    return [item.strip() for item in os.environ.get(name, "").split(",") if item.strip()]


TUSAC_VERSION = __version__
BASE_DIR = installation.ROOT
VAR_DIR = installation.var_directory()

PRODUCTION = _flag("TUSAC_PRODUCTION")
DEBUG = _flag("TUSAC_DEBUG") and not PRODUCTION
TUSAC_DEMO = _flag("TUSAC_DEMO") and not PRODUCTION
"""Whether a new club is the demo club from its first start; else the first owner is asked (`manage.py first_owner`)."""

# --- secrets -------------------------------------------------------------------------------------
SECRET_KEY = secret("SECRET_KEY")
# Seals the deals' secrets in the database. The first key seals; those behind it still open what they sealed.
TUSAC_DEAL_KEYS = [key.strip() for key in secret("TUSAC_DEAL_KEY").split(",") if key.strip()]
# Signs the log: the key itself (PRIVATE+KEY+...) or its file, which the first worker that needs it makes.
TUSAC_LOG_KEY = secret("TUSAC_LOG_KEY")
_faults = (
    faults_in_production(SECRET_KEY, TUSAC_DEAL_KEYS, TUSAC_LOG_KEY, demo=embedded.DEMO_KEY_PREFIX)
    if PRODUCTION
    else []
)

# --- who may ask ---------------------------------------------------------------------------------
ALLOWED_HOSTS = _list("ALLOWED_HOSTS") or ([] if PRODUCTION else ["*"])
try:
    TUSAC_SITE = address.own(
        os.environ.get("TUSAC_SITE", ""),
        VAR_DIR,
        ALLOWED_HOSTS,
        os.environ.get("PORT", ""),
        production=PRODUCTION,
    )
    """The address of the site as members reach it, such as `https://club.example`: for links, QR codes and mails."""
except ValueError as _error:
    _faults.append(str(_error))
if _faults:
    # All at once: an administrator sets them all, and starts once more.
    raise ImproperlyConfigured("\n".join(_faults))
SECRET_KEY = SECRET_KEY or embedded.own_secret(VAR_DIR, "secret_key")
TUSAC_DEAL_KEYS = TUSAC_DEAL_KEYS or embedded.own_secret(VAR_DIR, "deal_key").split(",")
TUSAC_LOG_KEY = TUSAC_LOG_KEY or str(VAR_DIR / "log_key")
TUSAC_SITE_IS_FIXED = PRODUCTION or bool(os.environ.get("TUSAC_SITE", "").strip())
"""Whether the environment says the address; else an owner may set another one (`games.common.addresses.own_site`)."""
_own_name = urlsplit(TUSAC_SITE).hostname or ""
ALLOWED_HOSTS += [] if "*" in ALLOWED_HOSTS or _own_name in ALLOWED_HOSTS else [_own_name]
CSRF_TRUSTED_ORIGINS = [*dict.fromkeys([TUSAC_SITE, *_list("CSRF_TRUSTED_ORIGINS")])]

TUSAC_LOG_SIGNED: Path | None = signers_place(TUSAC_LOG_KEY, VAR_DIR)
"""Where a machine remembers what it has signed: beside the key, which nobody changes who has the database or `var/`."""
TUSAC_LOG_MEMORY: Path | None = VAR_DIR / "checkpoints"
"""Where the processes of a machine agree on who verifies at night, and on how far they have read again."""
TUSAC_LOG_WITNESSES = _list("TUSAC_LOG_WITNESSES")
"""The public keys of those who may co-sign checkpoints."""
# Checked the seals of before the log was a transparency log; nothing new is signed with it.
TUSAC_CHECKPOINT_KEY = secret("TUSAC_CHECKPOINT_KEY") or f"checkpoint {SECRET_KEY}"

INSTALLED_APPS = [
    "tusac_site.apps.ClubAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "template_partials",
    "csp",
    "django_structlog",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "games.log",
    "games.ledger",
    "games",
    "tournaments",
    "replays",
    "notices",
    "tusac_site.operations",
]

MIDDLEWARE = [
    # In front of all others: what any of them answers below /api/ comes by here.
    "tusac_site.api.middleware.JSONAlone",
    *([] if PRODUCTION else ["tusac_site.serving.compression.Compression"]),
    "django.middleware.security.SecurityMiddleware",
    "tusac_site.api.middleware.NeverStored",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "games.web.club_locale.ClubLocale",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "tusac_site.security.sessions.Members",
    "games.web.dialect.Dialect",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tusac_site.operations.request_log.RequestLog",
    "tusac_site.logins.LoginLimits",
    "tusac_site.security.same_member.SameMember",
    "tusac_site.security.guests.Guests",
    "tusac_site.security.write_limits.WriteLimits",
    "tusac_site.errors.ErrorsMiddleware",
    "tusac_site.security.second_factor.SecondFactor",
]

ROOT_URLCONF = "tusac_site.urls"
ASGI_APPLICATION = "tusac_site.asgi.application"
WSGI_APPLICATION = "tusac_site.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [installation.TEXTS / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.preferences.preferences",
                "games.web.club_locale.club_name",
                "tusac_site.security.same_member.member_mark",
                "notices.web.views.unread",
            ],
            "builtins": ["games.templatetags.joints"],
        },
    },
]

# --- database ------------------------------------------------------------------------------------
DATABASE_URL = secret("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'tusac.sqlite3'}"
DATABASES = {"default": environment.database_settings(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- broker, cache and live push: one Redis or Valkey --------------------------------------------
REDIS_URL = secret("REDIS_URL") or f"unix://{embedded.socket_path(VAR_DIR)}"
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        # A cache that hangs must not hang the site: whoever counts by it does without.
        "OPTIONS": {"socket_timeout": 0.3, "socket_connect_timeout": 0.3},
        "KEY_PREFIX": "tusac",
    },
    # What this process alone has rendered, so that no page of a tournament depends on another service.
    "local": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "local",
        "OPTIONS": {"MAX_ENTRIES": 32},
    },
    # All steps of replays lately opened, some 40 kB each as they are kept; apart, so that they crowd out no tournament.
    "replays": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "replays",
        "OPTIONS": {"MAX_ENTRIES": 200},
    },
    # Pictures of positions as points, some 90 kB each: messengers ask for the same one again and again.
    "pictures": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pictures",
        "OPTIONS": {"MAX_ENTRIES": 100},
    },
}

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in task_schedule.QUEUES]  # type: ignore[no-untyped-call]
CELERY_TASK_DEFAULT_QUEUE = task_schedule.LATER
CELERY_TASK_ROUTES = {task: {"queue": name} for task, name in task_schedule.QUEUE_OF.items()}
# With kombu's own defaults a killed worker's task is still missing a minute later.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker however long it is away
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
TUSAC_SUBSCRIPTIONS = task_schedule.SUBSCRIPTIONS
# Who keeps clocks besides those of deals: called by the sweep that finds the service away, or its clock set.
TUSAC_CLOCKS = ("tournaments.commands.timing.keep_along",)
# Who says whether somebody takes part in what a table was opened for, beside its seats.
TUSAC_INTERESTS = ("tournaments.queries.has_entered",)
# Which module speaks for what tables were opened for: until when deals are disputed (else the club's own hours hold,
# §10.7, §10.8), what a ruling would change beyond the deal, and which discards with real cards are disputed.
TUSAC_BEHALF = "tournaments.behalf"
# Who says which acts at addresses of members only a duty allows, so that the API asks what the pages ask.
TUSAC_DUTY_ACTS = "tusac_site.security.duty_acts.needs_duty_by_api"
# Who says in which tournaments somebody has or had a part, and whether each goes on.
TUSAC_PARTS = "tournaments.queries.parts_of"
TUSAC_UNIT = "games.queries.club.house.own_unit"  # what the club plays for; empty: chips
TUSAC_TOURNAMENTS_GOING = (
    "tournaments.queries.names_of_going"  # announced or played, by their numbers
)
TUSAC_TOURNAMENT_NAMES = "tournaments.queries.names_of_tournaments"  # by their numbers
# Which events are acts of the staff: each app's table.
TUSAC_ACTS = ("games.presenters.club.acts.ACTS", "tournaments.presenters.log.event_words.ACTS")
TUSAC_DISPUTE_HOURS = float(os.environ.get("TUSAC_DISPUTE_HOURS") or 24)
"""Hours behind the end of a deal in which its penalty can be disputed."""
TUSAC_APPEAL_HOURS = float(os.environ.get("TUSAC_APPEAL_HOURS") or 24)
"""Hours behind a ruling in which it can be appealed."""
CELERY_BEAT_SCHEDULER = "tusac_site.operations.celery_classes:TouchingScheduler"

# --- play ---------------------------------------------------------------------------------------
TUSAC_BOT_PAUSE = float(os.environ.get("TUSAC_BOT_PAUSE", "0.7"))
"""Seconds that a bot waits before it moves at a table with people, so that they can follow it."""
TUSAC_ARCHIVE_AFTER = float(os.environ.get("TUSAC_ARCHIVE_AFTER", "1"))
"""Hours in which nothing happens to a finished deal before its events are archived."""
TUSAC_LIVE = True
"""Whether pages learn over Redis that their table has moved on."""
TUSAC_SETTINGS_SEEN = 3.0
"""Seconds after which a process looks again whether the club's name, language or time zone was changed by another."""
TUSAC_STREAMS_PER_ADDRESS = int(os.environ.get("TUSAC_STREAMS_PER_ADDRESS") or 500)
"""Live streams that one web process keeps open for one address, which a whole club room may share."""

# --- people --------------------------------------------------------------------------------------
AUTH_USER_MODEL = "games.Player"
SESSION_ENGINE = "tusac_site.security.sessions"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"
AUTHENTICATION_BACKENDS = ["tusac_site.logins.LimitedBackend"]
TUSAC_LIMITS = PRODUCTION or os.environ.get("TUSAC_LIMITS", "").strip().lower() != "off"
"""Whether writes are counted and limited (`games.infrastructure.throttling`); off for measurements alone."""
_moves = os.environ.get("TUSAC_MOVES_RATE", "").partition("/")[0]
TUSAC_MOVES_A_MINUTE = int(_moves) if _moves else None
"""Moves that a member may send; None is the table's own number."""
TUSAC_LIMIT_LOGINS = True
"""Whether wrong passwords are counted (`tusac_site.logins`)."""
TUSAC_SECOND_FACTOR = os.environ.get("TUSAC_SECOND_FACTOR") or (
    "required" if PRODUCTION else "optional"
)
"""Whether directors, referees and owners need a second factor for what their duty opens."""
if TUSAC_SECOND_FACTOR not in ("required", "optional"):
    raise ImproperlyConfigured("TUSAC_SECOND_FACTOR is required or optional.")
OTP_TOTP_ISSUER = "Tusac"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- pages ---------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("vi", _("Vietnamese")),
    ("fr", _("French")),
    ("ja", _("Japanese")),
]
LOCALE_PATHS = [BASE_DIR / "tusac_site" / "locale"]
FORMAT_MODULE_PATH = "tusac_site.formats"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = os.environ.get("TUSAC_TIME_ZONE") or "UTC"
TUSAC_TIME_ZONE_IS_FIXED = bool(os.environ.get("TUSAC_TIME_ZONE"))
"""Whether the environment says the time zone; else the club's settings do, once an owner has set them."""

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "tusac_site" / "static"]
_finders = "django.contrib.staticfiles.finders"
STATICFILES_FINDERS = [
    *(f"{_finders}.FileSystemFinder", f"{_finders}.AppDirectoriesFinder"),
    "tusac_site.serving.bundles.Bundles",
]
_static = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _static if DEBUG else "tusac_site.serving.static_files.StaticFiles"},
}
SERVESTATIC_USE_BROTLI = PRODUCTION  # once, for fifteen seconds; in a room gzip is enough

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],  # the admin's and the API page's own small icons
        "object-src": [NONE],
        "worker-src": [SELF],  # the service worker, and the one that keeps the stream of all tabs
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
if PRODUCTION:
    # TLS ends at the proxy, which must set this header itself and drop what a client sends.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
    SECURE_HSTS_SECONDS, SECURE_HSTS_INCLUDE_SUBDOMAINS, SECURE_HSTS_PRELOAD = (
        environment.hsts_settings(os.environ.get("TUSAC_HSTS", ""))
    )
    # A day alone is meant (0256).
    SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True

# --- API -----------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.scopes.HashedTokens",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.scopes.Scoped"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tusac_site.api.parsers.ShortJSONParser"],
    "EXCEPTION_HANDLER": "tusac_site.api.errors.answer_error",
    # Never by a header of the client's: who asks is the address that the server has (see deploy/README.md).
    "NUM_PROXIES": 0,
    "DEFAULT_THROTTLE_CLASSES": ["tusac_site.security.write_limits.WriteThrottle"],
    "DEFAULT_SCHEMA_CLASS": "tusac_site.api.operations.Operation",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tusac",
    # The page of the docs begins its operations with a third heading: the second is this one.
    "DESCRIPTION": "A club for the card game Tứ Sắc: tables, deals, tournaments, records.\n\n## Operations",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "ENUM_NAME_OVERRIDES": {
        "AdmissionEnum": "games.models.Table.Admission",
        "BotEnum": "games.api.values.BOTS",
        "ClaimKindEnum": "games.api.values.CLAIMS",
        "DisputeStatusEnum": "games.models.disputes.statuses",
        "ResultStatusEnum": "tournaments.api.cardboard.STATUSES",
        "SetKindEnum": "games.api.values.SET_KINDS",
        "TournamentStatusEnum": "tournaments.models.Tournament.Status",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tusac_site.api.schema.add_examples",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": False},  # it puts a link into every button
}

# --- operations and mail -------------------------------------------------------------------------
TUSAC_METRICS_TOKEN = secret("TUSAC_METRICS_TOKEN")
"""Opens /metrics to whoever sends it; without one only this machine itself may ask."""
DEFAULT_FROM_EMAIL = os.environ.get("TUSAC_MAIL_FROM", "")
EMAIL_HOST, EMAIL_PORT, EMAIL_USE_SSL, EMAIL_USE_TLS, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = (
    environment.mail_server(secret("TUSAC_MAIL"), DEFAULT_FROM_EMAIL, TUSAC_SITE)
)
"""The club's mail server; without one notices are on their page alone."""
EMAIL_TIMEOUT = 10

# --- errors and logs -----------------------------------------------------------------------------
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
"""One line a request is enough: the one at its end says all that the one at its beginning would."""
DEFAULT_EXCEPTION_REPORTER_FILTER = "tusac_site.operations.request_log.NoHiddenCards"
LOGGING = logs.configure(as_json=PRODUCTION, level=os.environ.get("TUSAC_LOG_LEVEL", "INFO"))

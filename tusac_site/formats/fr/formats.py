"""French dates with a time, which follows an "à"."""

from typing import Final

DATETIME_FORMAT: Final = "j F Y à H:i"

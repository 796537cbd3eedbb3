"""English times by 24 hours, as the other languages have them: Django's "a.m." gives a sentence a second full stop."""

from typing import Final

TIME_FORMAT: Final = "H:i"
DATETIME_FORMAT: Final = "N j, Y, H:i"
SHORT_DATETIME_FORMAT: Final = "m/d/Y H:i"

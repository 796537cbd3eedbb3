"""Defines the form for the club's settings, used by the first owner and later by every owner."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings as site
from django.utils import timezone
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from games.club.settings import NAME_LENGTH, UNIT_LENGTH, ClubSettings, time_zones
from games.common.addresses import own_site
from games.common.dialect import page_language
from games.common.own_address import read, zone_of_this_machine
from games.presenters.club.rule_sets import rules_choices

_ZONE_OF_LANGUAGE: Final = {
    "vi": "Asia/Ho_Chi_Minh",
    "fr": "Europe/Paris",
    "ja": "Asia/Tokyo",
}
"""What is proposed where the machine does not say where it is."""
_OFTEN_CHOSEN: Final = (
    *_ZONE_OF_LANGUAGE.values(),
    *("America/Los_Angeles", "America/Chicago", "America/New_York", "Australia/Sydney"),
)
"""Where the game is played most: nobody has to look for these in the list of the world, which begins with Africa."""


class ClubSettingsForm(forms.Form):
    """The club's name, language, time zone, address, unit and rule set; values set in the environment are fixed."""

    name = forms.CharField(
        label=_("The club's name"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("At the top of every page."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        help_text=_("For everyone who hasn't chosen another one at the top of the page."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_(
            "Choose the nearest big city in your time zone. All times on this site are shown in "
            "that city's time."
        ),
    )
    address = forms.CharField(
        label=_("Address for phones"),
        max_length=200,
        help_text=_("Links and QR codes use this address."),
    )
    unit = forms.CharField(
        label=_("What you play for"),
        max_length=UNIT_LENGTH,
        required=False,
        help_text=_(
            "Leave this empty to play for chips, or write a unit of your own, such as xu or €. Amounts are whole"
            " numbers."
        ),
    )
    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=rules_choices,
        help_text=_("New tables and tournaments use these rules unless you choose others."),
    )

    def __init__(self, *args: Any, held: ClubSettings, **kwargs: Any) -> None:
        """Fill in the current settings, `held`. An unset time zone or address is filled in with a proposal."""
        super().__init__(*args, **kwargs)
        self._choose("language", [("", _("the language of each person's device")), *_languages()])
        self._choose("time_zone", [("", _("Choose a city")), *zones(held.time_zone)])
        for name in ("name", "language", "unit", "rules"):
            self.fields[name].initial = getattr(held, name)
        self.fields["time_zone"].initial = held.time_zone or proposed_zone()
        if not held.time_zone and not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-propose"] = "zone"
        self.fields["address"].initial = own_site()
        if site.TUSAC_TIME_ZONE_IS_FIXED:
            self._choose("time_zone", [(site.TIME_ZONE, site.TIME_ZONE)])
            self._fix("time_zone", site.TIME_ZONE)
        if site.TUSAC_SITE_IS_FIXED:
            self._fix("address", own_site())

    def _choose(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _fix(self, name: str, value: str) -> None:
        field = self.fields[name]
        field.initial, field.disabled = value, True
        field.help_text = _("This is set on the club's computer and cannot be changed here.")

    def clean_address(self) -> str:
        """Return the address in its normal form. Raises ValidationError if no browser can open it."""
        try:
            return read(str(self.cleaned_data["address"]))
        except ValueError:
            raise forms.ValidationError(
                _(
                    "Enter http:// or https://, then a name and a port if there is one, for example "
                    "http://192.168.1.20:8000."
                )
            ) from None

    def settings(self, held: ClubSettings) -> ClubSettings:
        """Return the settings entered in this valid form. A time zone set in the environment stays as in `held`."""
        said = self.cleaned_data
        zone = held.time_zone if site.TUSAC_TIME_ZONE_IS_FIXED else said["time_zone"]
        return ClubSettings(said["name"], said["language"], zone, said["unit"], said["rules"])


def proposed_zone() -> str:
    """Return the computer's time zone, or else the usual one for the reader's language; empty if neither is known."""
    machine = zone_of_this_machine()
    if machine in time_zones():
        return machine
    return _ZONE_OF_LANGUAGE.get(page_language(), "")


def _languages() -> list[tuple[str, str]]:
    return [(code, str(get_language_info(code)["name_local"])) for code, _name in site.LANGUAGES]


def zones(held: str) -> list[tuple[Any, list[tuple[str, str]]]]:
    """Return the time zones as choices, in groups: each is a city with its current time.

    First come the zones with the same time as the one that is set or proposed, then those where the game is played
    most, then the others by region.
    """
    now, offered = timezone.now(), sorted({*time_zones(), held} - {""})
    times = {zone: timezone.localtime(now, ZoneInfo(zone)) for zone in offered}
    here = times.get(held or proposed_zone())
    near = [zone for zone in offered if here and times[zone].utcoffset() == here.utcoffset()]
    near.sort(key=lambda zone: (times[zone] is not here, zone))
    often = [zone for zone in _OFTEN_CHOSEN if zone in times and zone not in near]
    others = [zone for zone in offered if zone not in near and zone not in often]
    first: list[tuple[Any, list[str]]] = [(_("Nearest"), near), (_("Often chosen"), often)]
    groups = [(words, group) for words, group in first if group]
    parts = groupby(others, lambda zone: zone.partition("/")[0])
    groups += [(part, list(group)) for part, group in parts]
    return [(part, [(zone, _city(zone, times[zone])) for zone in group]) for part, group in groups]


def _city(zone: str, now: datetime) -> str:
    """Return a zone as its city, with the time there: `Buenos Aires (Argentina) · 11:05`."""
    *around, city = zone.replace("_", " ").split("/")[1:]
    return f"{city}{''.join(f' ({one})' for one in around)} · {now:%H:%M}"

"""What a translator is told of a short message: the kind of its place, from template or module."""

import pytest

from games.management.places import Message, Places, annotated

PAGE = """{% extends "base.html" %}{% load i18n %}
{% block title %}{% translate "Seat" %}{% endblock %}
{% translate "Points" as t_points %}
<nav><a href="/">{% translate "Club" %}</a></nav>
<table><thead><tr><th>{{ t_points }}</th><th data-label="{% translate 'Sum' %}">Σ</th></tr></thead>
<tbody>{% if seat %}<tr><th scope="row">{% translate "North" %}</th>
<td>{% translate "none" %}{% endif %}</td></tr></tbody></table>
<label>{% translate "Name" %}<span>{% translate "at most 30 letters" %}</span>
<input placeholder="{% translate 'Lan' %}"></label>
<a class="button big" href="/">{% blocktranslate trimmed %}
  Start now
{% endblocktranslate %}</a><br>{% translate "Draw" context "of the tables" %}
{% include "_head.html" with words=_("Keys") %}
"""
MODULE = '''"""How a table stands."""

STATES = {"open": _("opened")}
"""A table's state in words. Three of them."""


def said(deal):
    return ngettext("%(n)d deal", "%(n)d deals", deal)


class Table(models.Model):
    """A table."""

    class Status(models.TextChoices):
        OPEN = "open", _("running")

    name = models.CharField(_("name"), help_text=pgettext_lazy("of a table", "Short"))

    class Meta:
        verbose_name = _("table")
'''


@pytest.fixture
def places(tmp_path):
    for name, text in {
        "templates/club/page.html": PAGE,
        "templates/_head.html": "<h2>{{ words|title }}</h2>",
        "games/tables.py": MODULE,
        "games/api/tables.py": 'Serializer(help_text=_("Its name."))',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Places(tmp_path)


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("Seat", "title of a page"),
        ("Points", "heading of a column"),
        ("Sum", "heading of a column"),
        ("Club", "link in a navigation"),
        ("North", "heading of a row"),
        ("none", "cell of a table"),
        ("Name", "label of a field"),
        ("at most 30 letters", "under a field"),
        ("Lan", "in an empty field"),
        ("Start now", "button"),
        ("Keys", "heading"),
        ("opened", "in STATES (A table's state in words)"),
        ("%(n)d deal", "in said (How a table stands)"),
        ("running", "option of a choice (Status)"),
        ("name", "name of a field (Table)"),
        ("table", "name of a record (Table)"),
        ("Its name.", "said of a part of the API"),
    ],
)
def test_a_message_is_told_by_where_it_stands(places, message, kind):
    assert [*places.kinds[Message("", message)]] == [kind]


def test_a_message_with_a_context_is_another_one(places):
    assert [*places.kinds[Message("of the tables", "Draw")]] == ["in a text"]
    assert [*places.kinds[Message("of a table", "Short")]] == ["under a field"]
    assert Message("", "Draw") not in places.kinds


def test_the_first_three_files_of_a_kind_are_named(places):
    places.kinds[Message("", "Club")]["button"] |= {"a.py", "b.py", "c.py", "d.py"}
    assert places.comment(Message("", "Club")) == [
        "button: a.py, b.py, c.py and 1 more",
        "link in a navigation: club/page.html",
    ]


def test_the_catalogue_says_it_of_messages_of_a_word_or_two_without_context(places):
    catalogue = (
        'msgid ""\nmsgstr "head"\n\nmsgid "Club"\nmsgstr ""\n\nmsgctxt "x"\nmsgid "Seat"\nmsgstr ""\n'
        '\n#, python-format\nmsgid "%(n)d deal"\nmsgid_plural "%(n)d deals"\nmsgstr[0] ""\n'
        '\nmsgid "at most 30 letters"\nmsgstr ""\n'
    )
    said = annotated(catalogue, places)
    assert [line for line in said.splitlines() if line.startswith("#.")] == [
        "#. link in a navigation: club/page.html",
        "#. in said (How a table stands): games/tables.py",
    ]
    assert "\n\n#. link in a navigation: club/page.html\nmsgid" in said
    assert "".join(line for line in said.splitlines(keepends=True) if line[:2] != "#.") == catalogue

"""Finding sentences, keeping translations, building what gettext reads."""

import gettext
import os

import polib
import pytest

from tournament import catalogue
from tournament.catalogue import Sentence


@pytest.fixture
def po_path(tmp_path):
    return tmp_path / "da" / "LC_MESSAGES" / "django.po"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('_("deal")', [Sentence("deal")]),
        ("gettext_lazy('deal')", [Sentence("deal")]),
        ('translation.gettext("a" "b")', [Sentence("ab")]),
        ('ngettext("%d deal", "%d deals", n)', [Sentence("%d deal", "%d deals")]),
        ('pgettext("cards", "play")', [Sentence("play", None, "cards")]),
        ('npgettext("c", "one", "many", n)', [Sentence("one", "many", "c")]),
        ("_(name)", []),
        ('print("deal")', []),
    ],
)
def test_sentences_in_python(source, found):
    assert list(catalogue.sentences_in_python(source)) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('{% translate "Log in" %}', [Sentence("Log in")]),
        ("{% translate 'Log in' as title %}", [Sentence("Log in")]),
        ('{% translate "play" context "cards" %}', [Sentence("play", None, "cards")]),
        ("{% blocktranslate %}Table {{ n }}{% endblocktranslate %}", [Sentence("Table %(n)s")]),
        (
            "{% blocktranslate trimmed %}\n  Table\n  {{ n }}\n{% endblocktranslate %}",
            [Sentence("Table %(n)s")],
        ),
        (
            "{% blocktranslate count n=x %}{{ n }} deal{% plural %}{{ n }} deals{% endblocktranslate %}",
            [Sentence("%(n)s deal", "%(n)s deals")],
        ),
        ('{% include "x.html" with title=_("Rounds") %}', [Sentence("Rounds")]),
        ('<p>gettext("not code")</p>', []),
    ],
)
def test_sentences_in_template(source, found):
    assert list(catalogue.sentences_in_template(source)) == found


def test_update_keeps_translations_and_marks_what_is_gone(po_path):
    catalogue.update(po_path, {Sentence("Åben"): ["a.py"], Sentence("gone"): ["a.py"]}, "da")
    stored = polib.pofile(str(po_path))
    for entry in stored:
        entry.msgstr = f"<{entry.msgid}>"
    stored.save()

    counts = catalogue.update(po_path, {Sentence("Åben"): ["b.html"], Sentence("%(n)s new"): ["a.py"]}, "da")

    after = {entry.msgid: entry for entry in polib.pofile(str(po_path))}
    assert counts == (1, 1)
    assert after["Åben"].msgstr == "<Åben>"
    assert after["Åben"].occurrences == [("b.html", "")]
    assert after["gone"].obsolete
    assert after["gone"].msgstr == "<gone>"
    assert after["%(n)s new"].flags == ["python-format"]


def test_update_twice_changes_nothing(po_path):
    sentences = {Sentence("one", "many"): ["b.py"], Sentence("x", None, "c"): ["a.py", "b.py"]}
    catalogue.update(po_path, sentences, "da")
    before = po_path.read_text()

    assert catalogue.update(po_path, sentences, "da") == (0, 0)
    assert po_path.read_text() == before


def test_a_sentence_that_comes_back_has_its_translation_again(po_path):
    catalogue.update(po_path, {Sentence("deal"): ["a.py"]}, "da")
    stored = polib.pofile(str(po_path))
    stored[0].msgstr = "spil"
    stored.save()
    catalogue.update(po_path, {}, "da")

    catalogue.update(po_path, {Sentence("deal"): ["a.py"]}, "da")

    assert catalogue.untranslated(po_path, {Sentence("deal"): []}) == []


def test_untranslated_counts_empty_fuzzy_and_half_plurals(po_path):
    sentences = {Sentence(text): ["a.py"] for text in ("done", "empty", "fuzzy", "absent")}
    sentences[Sentence("one", "many")] = ["a.py"]
    catalogue.update(po_path, {key: value for key, value in sentences.items() if key.text != "absent"}, "da")
    file = polib.pofile(str(po_path))
    stored = {entry.msgid: entry for entry in file}
    stored["done"].msgstr = stored["fuzzy"].msgstr = "x"
    stored["fuzzy"].flags.append("fuzzy")
    stored["one"].msgstr_plural = {0: "en", 1: ""}
    file.save()

    missing = catalogue.untranslated(po_path, sentences)

    assert [sentence.text for sentence in missing] == ["absent", "empty", "fuzzy", "one"]


def test_compile_builds_only_what_is_older(po_path, tmp_path):
    catalogue.update(po_path, {Sentence("deal"): ["a.py"]}, "da")
    stored = polib.pofile(str(po_path))
    stored[0].msgstr = "spil"
    stored.save()

    assert catalogue.compile_all([tmp_path]) == [po_path.with_suffix(".mo")]
    assert catalogue.compile_all([tmp_path]) == []
    with po_path.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("deal") == "spil"

    os.utime(po_path, (po_path.stat().st_atime, po_path.stat().st_mtime + 5))
    assert len(catalogue.compile_all([tmp_path])) == 1

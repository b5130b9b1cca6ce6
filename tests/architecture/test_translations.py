"""No sentence of code or templates is left without Danish."""

from tests.conftest import ROOT
from tournament import catalogue
from tournament.management.commands.update_messages import FOLDERS, po_path


def test_every_sentence_has_a_finished_danish_translation():
    sentences = catalogue.find_sentences(ROOT, FOLDERS)

    missing = catalogue.untranslated(po_path("da"), sentences)

    assert [f"{sentences[sentence][0]}: {sentence.text}" for sentence in missing] == []

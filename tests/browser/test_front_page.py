"""The browser reaches the server as a phone does."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_page_is_danish_and_not_a_secure_context(page):
    answer = page.goto("/")

    assert answer.status == 200
    assert page.evaluate("document.documentElement.lang") == "da"
    assert page.evaluate("isSecureContext") is False


def test_nothing_is_blocked_by_the_content_security_policy(page):
    messages = []
    page.on("console", lambda message: messages.append(message.text))

    page.goto("/", wait_until="networkidle")

    assert [text for text in messages if "Content Security Policy" in text] == []


def test_front_page_fits_a_phone(page):
    page.goto("/")

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

"""What a browser is called in the list of sign-ins; the texts are what these browsers sent in 2025 and 2026."""

from __future__ import annotations

import pytest

from pages.parts.device import device_of

KHTML = "AppleWebKit/537.36 (KHTML, like Gecko)"
LINUX_CHROME = f"Mozilla/5.0 (X11; Linux x86_64) {KHTML} Chrome/140.0.0.0 Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"),
        (LINUX_CHROME, "Chrome on Linux"),
        (f"{LINUX_CHROME} Edg/140.0.0.0", "Edge on Linux"),
        (f"{LINUX_CHROME} OPR/120.0", "Opera on Linux"),
        (f"Mozilla/5.0 (Linux; Android 10; K) {KHTML} Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome on Android"),
        (f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {KHTML} Chrome/140.0.0.0 Safari/537.36", "Chrome on ChromeOS"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/26.0 Safari/605.1.15",
            "Safari on macOS",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "CriOS/140.0 Mobile/15E148 Safari/604.1",
            "Chrome on iPhone",
        ),
        ("python-httpx/0.28.1", "Unknown browser"),
        ("<script>alert(1)</script> Linux", "Unknown browser on Linux"),
        ("", "Unknown browser"),
    ],
)
def test_a_browser_is_named_in_words_of_our_own(agent: str, device: str) -> None:
    assert device_of({"user-agent": agent}) == device


def test_chromium_is_told_from_chrome_by_its_brands() -> None:
    """They send the same user agent; only the brands differ, where the browser sends them."""
    bare = '"Chromium";v="140", "Not=A?Brand";v="24"'
    assert device_of({"user-agent": LINUX_CHROME, "sec-ch-ua": bare}) == "Chromium on Linux"
    assert device_of({"user-agent": LINUX_CHROME, "sec-ch-ua": f'{bare}, "Google Chrome"'}) == "Chrome on Linux"


def test_nothing_sent_is_an_unknown_browser() -> None:
    assert device_of({}) == "Unknown browser"

"""Each kind of event has a sound of its own, through one gain for loudness, and nothing before the first touch."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.presenters.people.preferences import SOUNDS

pytestmark = pytest.mark.browser

FAKE = """() => {
    window.made = { contexts: 0, gains: [], graph: [] };
    const param = () => ({ value: 1, setValueAtTime(v) { this.value = v; }, linearRampToValueAtTime() {},
        exponentialRampToValueAtTime() {} });
    const node = (kind, more) => ({ kind, to: [], connect(other) { this.to.push(other); return other; }, ...more });
    const source = (kind) => node(kind, { type: "", frequency: param(),
        start() { made.graph.push([this, this.to[0]]); }, stop() {} });
    window.AudioContext = class {
        constructor() { made.contexts += 1; this.state = "running"; this.currentTime = 0; this.sampleRate = 8000;
            this.destination = node("destination"); }
        resume() { return Promise.resolve(); }
        createGain() { const one = node("gain", { gain: param() }); made.gains.push(one); return one; }
        createOscillator() { return source("tone"); }
        createBufferSource() { return source("noise"); }
        createBiquadFilter() { return node("filter", { type: "", frequency: param() }); }
        createBuffer() { return { getChannelData: () => new Float32Array(8) }; }
    };
}"""
"""An audio context that only notes what is built of it."""

TIMBRE = """() => JSON.stringify(made.graph.splice(0).map(([one, next]) =>
    [one.kind, one.type, one.frequency.value, next.kind, next.type, next.frequency && next.frequency.value]))"""
"""What the last sound was made of."""

LOUDNESS = """() => made.gains.filter((one) => one.to.some((to) => to.kind === "destination"))
    .map((one) => one.gain.value)"""
"""Of each gain that leads to the speaker."""


def tell(page: Page, sound: str) -> None:
    page.evaluate(
        "sound => document.dispatchEvent(new CustomEvent('tusac:steps', { detail: [{ kind: 'won', sound, at: 0 }] }))",
        sound,
    )


def test_every_sound_is_heard_by_its_name_and_differs_from_all_others(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("phone")
    page.add_init_script(f"({FAKE})()")
    page.goto("/account/preferences/")
    expect(page.locator("#sounds")).to_be_visible()
    tell(page, "discard")
    assert page.evaluate("made.contexts") == 0  # nothing was touched yet
    buttons = page.locator("#sounds [data-hear]")
    timbres = {}
    for number in range(buttons.count()):
        button = buttons.nth(number)
        button.click()
        timbres[button.get_attribute("data-hear")] = page.evaluate(TIMBRE)
    assert set(timbres) == set(SOUNDS) and "[]" not in timbres.values()
    assert len(set(timbres.values())) == len(timbres)
    assert page.evaluate("made.contexts") == 1


def test_one_gain_has_the_loudness_that_was_chosen(open_page: Callable[..., Page]) -> None:
    page = open_page("phone")
    page.add_init_script(f"({FAKE})()")
    page.goto("/account/preferences/")
    heard = []
    for wish in ("quiet", "on", "loud"):
        page.locator(f"input[name=sound][value={wish}]").check()
        tell(page, "discard")
        assert page.evaluate(TIMBRE) != "[]"
        heard += page.evaluate(LOUDNESS)
    assert len(heard) == 3 and 0 < heard[0] < heard[1] < heard[2]  # one gain leads to the speaker
    page.locator("input[name=sound][value=off]").check()
    tell(page, "discard")
    assert page.evaluate(TIMBRE) == "[]"
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    assert page.evaluate(TIMBRE) == "[]"
    page.locator("input[name=sound][value=on]").check()
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    assert page.evaluate(TIMBRE) != "[]"

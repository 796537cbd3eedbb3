/* The club's own script. Every page works without it; it adds keys and a running clock. */
(function () {
  "use strict";

  if (window.Idiomorph) {
    // What a person is typing stays theirs when the page around it is renewed. Set here, because
    // hx-swap="morph:{...}" would need eval, which the Content-Security-Policy forbids.
    window.Idiomorph.defaults.ignoreActiveValue = true;
  }

  // Clocks: data-deadline and data-now are the server's epoch milliseconds, so a wrong clock here does no harm.
  const offsets = new WeakMap();
  function tick() {
    document.querySelectorAll("[data-deadline]").forEach(function (clock) {
      const stamp = clock.dataset.now || "";
      let known = offsets.get(clock);
      if (!known || known.stamp !== stamp) {
        known = { stamp: stamp, offset: stamp ? Date.now() - Number(stamp) : 0 };
        offsets.set(clock, known);
      }
      const seconds = Math.max(0, Math.ceil((Number(clock.dataset.deadline) - (Date.now() - known.offset)) / 1000));
      const place = clock.querySelector("[data-seconds]") || clock;
      const text = String(seconds);
      if (place.textContent !== text) place.textContent = text;
      clock.classList.toggle("clock--short", seconds <= 10);
    });
  }

  // Keys: an element with data-key="ArrowLeft" is pressed by that key. Single letters work only while the
  // focus is inside the nearest [data-keys] region, so that they never fight a screen reader or speech input.
  function isTyping(target) {
    return target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]") !== null;
  }
  document.addEventListener("keydown", function (event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (isTyping(target)) return;
    const isArrow = event.key.startsWith("Arrow");
    if (isArrow && target.closest("input, [role=radiogroup], .sheet-wrap") !== null) return;
    const wanted = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    for (const element of document.querySelectorAll("[data-key]")) {
      if (element.dataset.key !== wanted) continue;
      if (wanted.length === 1) {
        const region = element.closest("[data-keys]");
        if (!region || !region.contains(target)) continue;
      }
      if (element.matches("[disabled], [aria-disabled=true]")) continue;
      event.preventDefault();
      element.click();
      return;
    }
  });

  // A button that a renewal of the table has put under the finger is dead for a moment: a second tap that was meant for
  // the button before it presses nothing. To answer another state of the deal is to be another button.
  const DEAD_MS = 600;
  const fresh = new WeakMap();
  function meaning(button) {
    const form = button.form;
    const answers = form ? ["deal", "expected_version"].map((name) => (form.elements[name] || {}).value) : [];
    return [form && form.id, button.id, button.value, ...answers].join(" ");
  }
  function noteButtons(isFirst) {
    document.querySelectorAll("#table form button").forEach(function (button) {
      const known = fresh.get(button);
      const means = meaning(button);
      if (!known || known.means !== means) {
        fresh.set(button, { means: means, since: isFirst ? -DEAD_MS : performance.now() });
        if (!isFirst) window.setTimeout(() => wake(button), DEAD_MS);
      }
      wake(button);
    });
  }
  function isDead(button) {
    const known = fresh.get(button);
    return !known || known.means !== meaning(button) || performance.now() - known.since < DEAD_MS;
  }
  function wake(button) {
    if (isDead(button)) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
  document.addEventListener("click", function (event) {
    const button = event.target instanceof Element ? event.target.closest("#table form button") : null;
    if (!button || !isDead(button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("htmx:afterSwap", () => noteButtons(false));

  // A refusal answers 4xx with a sentence and the current state: htmx would drop it, here it is shown. The server says
  // where it belongs (HX-Retarget, HX-Reswap); a whole error page says nothing and is never put inside another page.
  document.addEventListener("htmx:beforeSwap", function (event) {
    const answer = event.detail.xhr;
    const isPart = answer.getResponseHeader("HX-Retarget") || answer.getResponseHeader("HX-Reswap");
    if (isPart && [400, 403, 409, 422, 429].includes(answer.status)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });

  // Whatever is not shown so is said in the messages: a press of a button is never answered by silence.
  function say(kind) {
    const messages = document.getElementById("messages");
    if (!messages || !messages.dataset[kind]) return;
    const notice = document.createElement("p");
    notice.className = "notice notice--error";
    notice.dataset.own = "";
    notice.textContent = messages.dataset[kind];
    messages.replaceChildren(notice);
    messages.scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.detail.requestConfig.verb === "get") return; // a poll does not wipe what was not yet read
    document.querySelectorAll("#messages [data-own]").forEach((notice) => notice.remove());
  });
  document.addEventListener("htmx:responseError", () => say("refused"));
  document.addEventListener("htmx:sendError", () => say("unreachable"));
  document.addEventListener("htmx:timeout", () => say("unreachable"));

  // Stale buttons: while the live stream is down the page says so.
  let online = true;
  function setOnline(isOnline) {
    online = isOnline;
    document.querySelectorAll("[data-offline-note]").forEach(function (note) { note.hidden = isOnline; });
  }
  document.addEventListener("htmx:sseError", () => setOnline(false));
  document.addEventListener("htmx:sseOpen", () => setOnline(true));
  window.addEventListener("offline", () => setOnline(false));

  // A tab that nobody sees does not look by the clock; it looks at once when it is shown again. What its live stream
  // says still reaches it, for the turn stands in the tab's title; while the stream is down it goes on looking.
  document.addEventListener("htmx:beforeRequest", function (event) {
    const by = event.detail.requestConfig.triggeringEvent;
    const told = by && by.type.startsWith("sse:");
    const deaf = document.querySelector("[data-offline-note]:not([hidden])");
    if (document.hidden && event.target.matches("[hx-trigger*=visibilitychange]") && !told && !deaf) {
      event.preventDefault();
    }
  });

  // The current move is brought into view in the list's own window; the page itself stays where it is.
  function follow() {
    document.querySelectorAll("[data-follow]").forEach(function (list) {
      const current = list.querySelector("[aria-current]");
      if (!current) return;
      const box = list.getBoundingClientRect();
      const item = current.getBoundingClientRect();
      if (item.top < box.top || item.bottom > box.bottom) {
        list.scrollTop += item.top - box.top - (box.height - item.height) / 2;
      }
    });
  }

  // Without a sound: that it is the own turn stands in the tab's title as well, and a hand out of sight (on a phone,
  // below the sets of the others) comes into view, once a turn, when a card of it is to be chosen.
  const title = document.title;
  let answered = "";
  function callToTurn() {
    const table = document.querySelector("[data-asked]");
    document.title = table ? "\u25B6 " + table.dataset.asked + " \u00B7 " + title : title;
    if (!table) { answered = ""; return; }
    const version = document.querySelector("#moves [name=expected_version]").value;
    const choices = table.querySelector(".hand__group--trash");
    if (version === answered || !choices) return;
    answered = version;
    const bar = document.getElementById("actions").getBoundingClientRect();
    const hidden = choices.getBoundingClientRect().bottom - bar.top;
    if (getComputedStyle(document.getElementById("actions")).position === "sticky" && hidden > 0 && bar.bottom >= window.innerHeight - 1) {
      window.scrollBy({ top: hidden + 8, behavior: "instant" });
    }
  }

  function start() {
    document.documentElement.classList.add("js");
    noteButtons(true);
    callToTurn();
    tick();
    window.setInterval(tick, 500);
    follow();
  }
  document.addEventListener("htmx:afterSettle", function () {
    noteButtons(false);
    tick();
    follow();
    callToTurn();
    setOnline(online); // a renewed part does not know of the stream
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();

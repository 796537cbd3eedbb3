/* Taps on the form of a result with real cards, or of a reported discard, one right behind the other. Each brings the form anew, and what is tapped
 * meanwhile is pressed in the new one: the old one does not know what the tap before it has put in. In a result the very
 * same button twice within the time of an answer is one tap of a trembling finger; of a hand a player taps a pair, so there
 * only what follows at once is. What the new form no longer offers is not guessed at.
 */
(function () {
  "use strict";

  const waiting = [];
  let asking = null; // the tap whose form is on its way

  const same = (one, other) => one.name === other.name && one.value === other.value;
  const part = () => document.querySelector("#entry, #telling");
  const TREMBLE = 150; // milliseconds: nobody taps the same card twice so fast on purpose
  let last = 0; // when the tap before came

  const trembles = (tap, at) =>
    same(waiting.at(-1) || asking, tap) && (part()?.id === "entry" || at - last < TREMBLE);

  document.addEventListener("click", function (event) {
    const pressed = event.target.closest("#entry button[name], #telling button[name]");
    if (!pressed) return;
    const tap = { name: pressed.name, value: pressed.value };
    const at = event.timeStamp;
    if (asking) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!trembles(tap, at)) waiting.push(tap);
      last = at;
    } else if (pressed.form.hasAttribute("hx-get")) {
      asking = tap;
      if (event.isTrusted) last = at;
    }
  }, true);

  function next() {
    asking = null;
    const entry = part();
    while (entry && waiting.length && !asking) {
      const tap = waiting.shift();
      const button = Array.from(entry.querySelectorAll("button[name]")).find((one) => same(one, tap));
      if (button && !button.disabled) button.click();
    }
  }

  // Once the new form stands and is htmx's own; before that, its buttons would load the whole page.
  document.addEventListener("htmx:afterSettle", function (event) {
    if (!asking || event.target !== part()) return;
    // The address holds what is entered: it is there after a reload, and after a form that did not arrive.
    history.replaceState(history.state, "", event.detail.xhr.responseURL);
    next();
  });
  // No form came: what was tapped behind it had relied on it.
  document.addEventListener("htmx:afterRequest", function (event) {
    if (!asking || event.detail.target !== part() || event.detail.successful) return;
    waiting.length = 0;
    asking = null;
  });
})();

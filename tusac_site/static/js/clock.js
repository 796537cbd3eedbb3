/* Running clocks. */
(function () {
  "use strict";

  // Clocks: data-deadline and data-now are the server's epoch milliseconds, so a wrong clock here does no harm.
  const offsets = new WeakMap();
  function say(place, seconds) {
    const text = String(seconds);
    if (place.textContent !== text) place.textContent = text;
  }
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
      // The move's own time runs first; what is left of the bank is behind it.
      const bank = Math.min(Number(clock.dataset.bank || 0), seconds);
      say(place, seconds - bank);
      const behind = clock.querySelector("[data-bank-seconds]");
      if (behind) {
        say(behind, bank);
        behind.parentElement.toggleAttribute("data-running", seconds === bank);
      }
      clock.classList.toggle("clock--short", seconds <= 10);
    });
  }

  tick();
  window.setInterval(tick, 500);
  document.addEventListener("htmx:afterSettle", tick);
})();

/* The clock of a tournament's round, in minutes and seconds. */
(function () {
  "use strict";

  // data-until and data-at are the server's epoch milliseconds, so a wrong clock here does no harm.
  const offsets = new WeakMap();
  function tick() {
    document.querySelectorAll("[data-until]").forEach(function (clock) {
      let known = offsets.get(clock);
      if (!known || known.stamp !== clock.dataset.at) {
        known = { stamp: clock.dataset.at, offset: Date.now() - Number(clock.dataset.at) };
        offsets.set(clock, known);
      }
      const seconds = Math.max(0, Math.ceil((Number(clock.dataset.until) - (Date.now() - known.offset)) / 1000));
      const text = Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
      if (clock.textContent !== text) clock.textContent = text;
    });
  }

  tick();
  window.setInterval(tick, 500);
  document.addEventListener("htmx:afterSettle", tick);
})();

/* The live stream: what a page says while it is down, and when a tab that nobody sees looks. */
(function () {
  "use strict";

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

  document.addEventListener("htmx:afterSettle", () => setOnline(online)); // a renewed part does not know of the stream
})();

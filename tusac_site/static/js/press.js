/* A press is answered at once, however slow the network: the button shows that it is on its way, and a card that is
   discarded leaves the hand. What could not be sent comes back; feed.js says so. */
(function () {
  "use strict";

  const LATE = 400; // ms after which it is also said in words
  let timer = 0;
  function tell(name, detail) {
    document.dispatchEvent(new CustomEvent("tusac:" + name, { detail: detail }));
  }
  function leaving() {
    return Array.from(document.querySelectorAll("#hand input:checked"), (input) => input.closest("label"));
  }
  document.addEventListener("htmx:beforeRequest", function (event) {
    const by = event.detail.requestConfig.triggeringEvent;
    const button = by && by.submitter;
    if (event.detail.requestConfig.verb === "get" || !button) return;
    button.setAttribute("aria-busy", "true");
    document.documentElement.classList.add("is-sending");
    const line = document.getElementById("feed");
    window.clearTimeout(timer);
    timer = window.setTimeout(function () { if (line && !line.textContent) line.textContent = line.dataset.sent; }, LATE);
    if (button.value !== "discard") return;
    leaving().forEach(function (card) {
      tell("discarding", card);
      card.classList.add("is-leaving");
    });
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.requestConfig.verb === "get") return;
    window.clearTimeout(timer);
    const line = document.getElementById("feed");
    if (line && line.textContent === line.dataset.sent) line.textContent = "";
    document.documentElement.classList.remove("is-sending");
    document.querySelectorAll("[aria-busy=true]").forEach((button) => button.removeAttribute("aria-busy"));
    if (event.detail.successful) return;
    document.querySelectorAll(".is-leaving").forEach((card) => card.classList.remove("is-leaving"));
    tell("returned");
  });
})();

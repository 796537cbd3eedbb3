/* A shared review. Who leads tells every step that they come to rest at; the pages of the others go there.

   Who steps by themselves follows no longer, until they press "Follow". Without scripts the same is done by links. */
(function () {
  "use strict";

  const REST = 400; // ms at one step before it is told to the others
  const replay = document.getElementById("replay");
  function here() {
    const move = replay.querySelector(".moves [aria-current]");
    return move ? move.dataset.at : "";
  }
  // A review begins where one is, not where the page was opened.
  const begin = document.querySelector("[data-begin]"), lead = document.querySelector("[data-lead]");
  if (begin) document.addEventListener("tusac:step", () => { begin.elements.at.value = here(); });
  if (lead) {
    let timer = 0;
    lead.querySelector("[data-no-script]").hidden = true;
    // The page was opened with other eyes than the others were last led with.
    if (lead.dataset.as !== lead.elements.as.value) {
      window.addEventListener("load", function () { lead.elements.at.value = here(); window.htmx.trigger(lead, "lead"); });
    }
    document.addEventListener("tusac:step", function () {
      clearTimeout(timer);
      timer = setTimeout(function () {
        if (!lead.isConnected || lead.elements.at.value === here()) return; // it is over: said in its place
        lead.elements.at.value = here();
        window.htmx.trigger(lead, "lead");
      }, REST);
    });
  }

  const panel = document.getElementById("review"), button = panel && panel.querySelector("[data-goes-along]");
  if (!button) return;
  let follows = true, led = false;
  function set(on) {
    follows = on;
    button.setAttribute("aria-pressed", String(on));
  }
  function go() {
    const there = panel.querySelector("[data-at]");
    button.hidden = !there;
    if (!there || !follows) return;
    if (there.dataset.as !== panel.dataset.as) { location.assign(there.dataset.there); return; }
    led = true;
    document.dispatchEvent(new CustomEvent("tusac:go", { detail: there.dataset.at }));
    led = false;
  }
  button.hidden = false;
  button.addEventListener("click", function () { set(!follows); go(); });
  document.addEventListener("tusac:step", function () {
    const there = panel.querySelector("[data-at]");
    if (!led && there && here() !== there.dataset.at) set(false);
  });
  document.addEventListener("htmx:afterSettle", (event) => { if (panel.contains(event.target)) go(); });
})();

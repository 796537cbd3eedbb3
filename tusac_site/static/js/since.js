/* What happened since the reader's last move, shown again one by one over the table. Without scripts it is a list.

   It covers neither the hand nor the buttons, and a move closes it. */
(function () {
  "use strict";

  let at = "";

  const sheet = () => document.getElementById("sheet-since");
  function isOpen() { return Boolean(sheet()) && sheet().matches(":popover-open"); }
  function items() { return Array.from(document.querySelectorAll("#steps > li:not([hidden])")); }
  function here(all) { return Math.max(0, all.findIndex((one) => one.dataset.step === at)); }
  function draw() {
    const all = items();
    if (!all.length) { sheet().hidePopover(); return; }
    const index = here(all), next = document.getElementById("since-next");
    at = all[index].dataset.step;
    sheet().classList.add("is-stepping");
    all.forEach((one, number) => one.classList.toggle("is-shown", number === index));
    document.getElementById("since-at").textContent = index + 1 + " / " + all.length;
    document.getElementById("since-back").setAttribute("aria-disabled", String(index === 0));
    next.textContent = index + 1 < all.length ? next.dataset.next : next.dataset.done;
  }
  function go(by) {
    const all = items(), index = here(all) + by;
    if (index >= all.length) { sheet().hidePopover(); return; }
    if (index < 0) return;
    at = all[index].dataset.step;
    draw();
    tell();
  }
  function tell() {
    const shown = document.querySelector("#steps > .is-shown p");
    if (shown) document.dispatchEvent(new CustomEvent("tusac:say", { detail: shown }));
  }

  document.addEventListener("toggle", function (event) {
    if (event.target !== sheet() || event.newState !== "open") return;
    at = "";
    draw();
    if (!isOpen()) return;
    document.getElementById("since-next").focus({ preventScroll: true });
    tell();
  }, true);
  document.addEventListener("click", function (event) {
    const pressed = event.target instanceof Element ? event.target.closest("#since-back, #since-next") : null;
    if (pressed) go(pressed.id === "since-next" ? 1 : -1);
  });
  document.addEventListener("keydown", function (event) {
    if (!isOpen() || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    go(event.key === "ArrowRight" ? 1 : -1);
  });
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (isOpen() && event.detail.requestConfig.verb !== "get") sheet().hidePopover();
  });
  document.addEventListener("htmx:afterSwap", function () { if (isOpen()) draw(); });
})();

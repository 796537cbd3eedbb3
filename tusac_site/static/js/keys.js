/* Keys that press a button or follow a link; at a table also the cards of the own hand. */
(function () {
  "use strict";

  // A key presses the element of its data-key wherever on the page the focus is, unless it is in a field or a sheet is open.
  const OFF = "tusac-keys-off";
  const table = () => document.getElementById("table");
  function isTyping(target) {
    return target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]") !== null;
  }
  // Who speaks to the machine, or reads with single letters, turns them off (WCAG 2.1.4).
  function areOff() {
    try { return window.localStorage.getItem(OFF) === "1"; } catch { return false; }
  }
  function press(element) {
    // A press from the hand goes on in the bar of moves: there the focus stays.
    if (element.closest("#actions") && !element.dataset.cycle) element.focus({ preventScroll: true });
    element.click();
    if (element.dataset.cycle) toAim();
  }
  // After a selection by key Enter presses what it is for: on a card by the key below, in the bar by the focus.
  function toAim() {
    const button = window.tusacHand && window.tusacHand.aimed();
    if (button && !document.activeElement.matches("[name=cards]")) button.focus({ preventScroll: true });
  }

  // At the table, where no button has the key: the cards.
  function hand(event, target) {
    const cards = window.tusacHand;
    if (!cards || event.repeat) return false;
    if (event.key === "Backspace") { cards.clear(); return true; }
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") return cards.step(event.key === "ArrowRight" ? 1 : -1);
    if (event.key === "Enter") {
      if (target.closest("a, button, summary")) return false;
      const button = cards.aimed();
      if (button) press(button);
      return target.matches("[name=cards]") || Boolean(button); // it would press the first button of the form
    }
    if (event.key.length !== 1 || areOff() || !cards.letter(event.key.toLowerCase())) return false;
    toAim();
    return true;
  }

  document.addEventListener("keydown", function (event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (isTyping(target)) return;
    const sheet = document.getElementById("sheet-keys");
    if (event.key === "?" && sheet && sheet.togglePopover) {
      event.preventDefault();
      sheet.togglePopover();
      return;
    }
    if (sheet && sheet.togglePopover && document.querySelector(":popover-open")) return;
    const isArrow = event.key.startsWith("Arrow");
    if (isArrow && target.closest("[role=radiogroup], .sheet-wrap, input:not([name=cards])") !== null) return;
    const wanted = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    for (const element of document.querySelectorAll("[data-key]")) {
      if (element.dataset.key !== wanted) continue;
      if (wanted.length === 1 && areOff()) break;
      event.preventDefault();
      if (!event.repeat || "repeat" in element.dataset) press(element);
      return;
    }
    if (table() && hand(event, target)) event.preventDefault();
  });

  document.addEventListener("change", function (event) {
    if (event.target.id !== "keys-on") return;
    try {
      if (event.target.checked) window.localStorage.removeItem(OFF);
      else window.localStorage.setItem(OFF, "1");
    } catch { /* it holds until the page is left */ }
  });

  // Whoever played a move goes on in the bar of moves: a button that went away does not take the focus with it.
  let lost = "";
  document.addEventListener("focusin", function (event) {
    const inBar = event.target.closest("#actions, #hand");
    lost = inBar ? event.target.id || inBar.id : "";
  });
  function renewed() {
    const isOn = document.getElementById("keys-on");
    if (isOn) isOn.checked = !areOff();
    const active = document.activeElement;
    if (!lost || !table() || (active && active !== document.body && active.id !== "actions")) return;
    const same = document.getElementById(lost);
    const next = same && same.matches("button") ? same
      : document.querySelector("#moves button[name=move]:not([aria-disabled])") || document.querySelector("#actions form button") ||
        document.getElementById("actions");
    if (next) next.focus({ preventScroll: true });
  }
  document.addEventListener("htmx:afterSwap", renewed);
  renewed();
})();

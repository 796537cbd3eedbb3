/* Keys that press a button or follow a link. */
(function () {
  "use strict";

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
})();

/* The current line of a long list stays in view. On a phone the list is folded away until somebody opens it. */
(function () {
  "use strict";

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

  const fold = document.querySelector(".replay__moves");
  if (fold && matchMedia("(max-width: 61.99em)").matches) fold.open = false;

  follow();
  document.addEventListener("tusac:step", follow);
})();

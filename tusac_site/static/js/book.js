/* The rulebook: the chapter of the section that an address names is open, and all are on paper. */
(function () {
  "use strict";
  function open() {
    const at = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const chapter = at && at.closest("details");
    if (!chapter || chapter.open) return;
    chapter.open = true;
    at.scrollIntoView();
  }
  window.addEventListener("hashchange", open);
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll(".book details").forEach(function (chapter) { chapter.open = true; });
  });
  open();
})();

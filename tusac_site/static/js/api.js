/* The head of Swagger's page is no landmark of its own: who reads by landmarks would not find it. */
(function () {
  "use strict";
  const watch = new MutationObserver(function () {
    const head = document.querySelector(".information-container");
    if (!head) return;
    head.setAttribute("role", "banner");
    watch.disconnect();
  });
  watch.observe(document.getElementById("swagger-ui"), { childList: true, subtree: true });
})();

/* A page that its reader may see no longer is emptied, and says why in its place.

   A look that is answered 401 or 403 says so: the login has ended, somebody else has logged in, or the table is shut. Where
   that may be so (tusac:doubt), and when a page comes back from the browser's memory, it is hidden until a look is answered. */
(function () {
  "use strict";

  const root = document.documentElement;
  const isRefusal = (status) => status === 401 || status === 403;
  const isLook = (detail) => detail.elt.matches("[data-look]");
  function look() {
    document.querySelectorAll("[data-look]").forEach((element) => window.htmx.trigger(element, "look"));
  }

  function leave(answer) {
    const left = document.getElementById("left");
    if (!left) return;
    const said = document.createElement("template");
    said.innerHTML = answer;
    const why = said.content.querySelector(".notice--error");
    const page = left.content.cloneNode(true);
    const place = page.querySelector("[data-why]");
    if (why) place.textContent = why.textContent.trim();
    place.setAttribute("role", "alert");
    page.querySelector("[data-again]").href = location.pathname + location.search;
    document.dispatchEvent(new CustomEvent("tusac:left"));
    document.title = left.dataset.title;
    document.body.replaceChildren(page);
    document.body.removeAttribute("hx-headers");
    delete root.dataset.member;
    root.classList.remove("is-unsure", "is-sending");
  }
  document.addEventListener("htmx:beforeSwap", function (event) {
    const answer = event.detail.xhr;
    if (!answer || !isRefusal(answer.status)) return;
    if (isLook(event.detail)) {
      event.detail.shouldSwap = false;
      leave(answer.responseText);
    } else look(); // what was pressed is refused: perhaps the whole page is
  });

  document.addEventListener("tusac:doubt", function (event) {
    if (!root.dataset.member) return;
    root.classList.add("is-unsure");
    window.setTimeout(look, event.detail || 0);
  });
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) document.dispatchEvent(new CustomEvent("tusac:doubt"));
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    const status = event.detail.xhr.status;
    if (isLook(event.detail) && status >= 200 && status < 300) root.classList.remove("is-unsure");
  });
})();

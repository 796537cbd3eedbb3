/* The own turn, here or at another table: in the title of the tab, in its icon, and as an event for sound.js. */
(function () {
  "use strict";

  const title = document.title;
  const icon = document.querySelector("link[rel=icon][data-turn]");
  const calm = icon && icon.href;
  let known = null;
  function tell() {
    const here = document.querySelector("[data-asked]");
    const others = Array.from(document.querySelectorAll("#turns [data-turn]"));
    const words = here ? here.dataset.asked : others.length ? others[0].textContent : "";
    document.title = words ? "\u25B6 " + words + " \u00B7 " + title : title;
    if (icon) icon.href = words ? icon.dataset.turn : calm;
    const waits = others.map((one) => one.dataset.turn).concat(here ? "here" : []);
    const isNew = known !== null && waits.some((one) => !known.includes(one));
    known = waits;
    if (!isNew) return;
    document.dispatchEvent(new CustomEvent("tusac:turn"));
    if (!document.hidden || document.documentElement.dataset.notices !== "on") return;
    if (window.Notification && Notification.permission === "granted") new Notification(title, { body: words, tag: "turn" });
  }
  tell();
  document.addEventListener("tusac:left", function () { if (icon) icon.href = calm; });
  document.addEventListener("htmx:afterSettle", tell);
})();

/* The own turn, in the title of the tab and in view. */
(function () {
  "use strict";

  // Without a sound: that it is the own turn stands in the tab's title as well, and a hand out of sight (on a phone,
  // below the sets of the others) comes into view, once a turn, when a card of it is to be chosen.
  const title = document.title;
  let answered = "";
  function callToTurn() {
    const table = document.querySelector("[data-asked]");
    document.title = table ? "\u25B6 " + table.dataset.asked + " \u00B7 " + title : title;
    if (!table) { answered = ""; return; }
    const version = document.querySelector("#moves [name=expected_version]").value;
    const choices = table.querySelector(".hand__group--trash");
    if (version === answered || !choices) return;
    answered = version;
    const bar = document.getElementById("actions").getBoundingClientRect();
    const hidden = choices.getBoundingClientRect().bottom - bar.top;
    if (getComputedStyle(document.getElementById("actions")).position === "sticky" && hidden > 0 && bar.bottom >= window.innerHeight - 1) {
      window.scrollBy({ top: hidden + 8, behavior: "instant" });
    }
  }

  callToTurn();
  document.addEventListener("htmx:afterSettle", callToTurn);
})();

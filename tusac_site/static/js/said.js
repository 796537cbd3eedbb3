/* What a screen reader is told at a table: each new thing once, in the order in which it happened. Then the line is empty
   again, for everything stands on the table too. What others want said, a text or an element, comes as "tusac:say". */
(function () {
  "use strict";

  const STANDS = 3000; // ms for which the line can be read
  const OVER = ["won", "exhausted"]; // how it ended stands above the prompt, with more of it
  const CLOCK = "[data-seconds]"; // one that goes on is nothing new
  let known = standing(CLOCK), happened = [], timer = 0;

  function words(element, without) {
    if (!element) return "";
    const copy = element.cloneNode(true);
    copy.querySelectorAll([".rule, [aria-hidden=true]", without].filter(Boolean).join()).forEach((one) => one.remove());
    return copy.textContent.replace(/\s+/g, " ").trim();
  }
  // What stands there until something else does, each by its place.
  function standing(without) {
    const found = {};
    document.querySelectorAll(".seat__said").forEach(function (one) {
      const seat = one.closest("[aria-labelledby]");
      found[seat.id] = (seat.querySelector(".seat__next") ? "" : words(seat.querySelector(".seat__name bdi")) + ": ") + words(one) + ".";
    });
    ["#sum", ".centre__won", "#pot", "#prompt"].forEach(function (place) {
      found[place] = words(document.querySelector(place), without);
    });
    found["#swaps"] = words(document.getElementById("swaps"), "button");
    return found;
  }
  function say(text) {
    const line = document.getElementById("turn-said");
    window.clearTimeout(timer);
    line.textContent = text;
    timer = window.setTimeout(function () { line.textContent = ""; }, STANDS);
  }
  document.addEventListener("tusac:say", ({ detail }) => say(detail instanceof Element ? words(detail) : detail));
  document.addEventListener("tusac:steps", function (event) {
    happened = happened.concat(event.detail.filter((step) => !OVER.includes(step.kind)));
  });
  document.addEventListener("htmx:afterSettle", function () {
    const now = standing(CLOCK), whole = standing();
    const news = Object.keys(now).filter((place) => now[place] && now[place] !== known[place]);
    const told = happened.map((step) => words(step.item.querySelector("p"))).concat(news.map((place) => whole[place]));
    const prompt = document.getElementById("prompt");
    if (news.includes("#prompt") && prompt.dataset.left) told.push(prompt.dataset.left.trim());
    known = now;
    happened = [];
    if (told.length) say(told.join(" "));
  });
})();

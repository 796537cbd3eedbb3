/* Each step is named at the seat where it happens, over its name: for as long as the reader's pace gives, so that several
   that come together can all be read. Only the newest is not: it stands beside the active card, and nothing is said twice.
   Nothing waits for it and nothing moves; a screen reader has the line of said.js. */
(function () {
  "use strict";

  const RESTS = { quick: 1400, normal: 2400, slow: 4200 }; // ms
  const MOST = 2; // at one seat
  const GAP = 3; // px

  // Over what the seat says of itself, from above its sets: no card is covered.
  function place(made, seat) {
    const box = seat.getBoundingClientRect(), isOwn = seat.closest(".own") !== null;
    const head = seat.querySelector(".seat__head").getBoundingClientRect();
    const sets = seat.querySelector(".seat__sets").getBoundingClientRect();
    const isBeside = sets.top < head.bottom; // one's own on a wide screen
    const lowest = sets.height && !isBeside ? sets.top : (seat.querySelector(".seat__facts") || seat).getBoundingClientRect().bottom;
    made.style.maxInlineSize = Math.max(104, Math.min(box.width - 2 * GAP, 240)) + "px";
    const left = isOwn && isBeside ? head.right - made.offsetWidth : box.left + GAP;
    made.style.left = Math.max(GAP, Math.min(left, window.innerWidth - made.offsetWidth - GAP)) + "px";
    made.style.top = Math.max(GAP, lowest - made.offsetHeight - GAP) + "px";
  }
  function name(number, words) {
    const seat = document.getElementById("seat-" + number);
    if (!seat) return;
    const all = window.tusacLayer("named");
    let made = all.querySelector('[data-seat="' + number + '"]');
    if (!made) {
      made = document.createElement("div");
      made.className = "named__seat";
      made.dataset.seat = number;
      all.append(made);
    }
    const one = document.createElement("p");
    one.textContent = words;
    made.append(one);
    while (made.children.length > MOST) made.firstElementChild.remove();
    place(made, seat);
    window.setTimeout(function () {
      one.remove();
      if (!made.children.length) made.remove();
    }, RESTS[document.documentElement.dataset.pace] || RESTS.normal);
  }
  // What the reader has pressed needs no name; what their cards had to do does.
  function isPressed(step) {
    const own = document.getElementById("own");
    return own && own.dataset.seat === step.seat && step.item.hidden;
  }
  function plain(element) {
    return element ? element.textContent.replace(/\s+/g, " ").trim() : "";
  }
  document.addEventListener("tusac:steps", function (event) {
    if (document.hidden) return;
    const stands = plain(document.querySelector("#since b")), newest = event.detail[event.detail.length - 1];
    const isSaid = (step) => step === newest && plain(step.item.querySelector("p")) === stands;
    event.detail.filter((step) => !isPressed(step) && !isSaid(step)).forEach(function (step) {
      // Read at once: the next table may make another step of this element.
      const names = Array.from(step.item.querySelectorAll("i[data-seat]"), (label) => [label.dataset.seat, label.textContent]);
      window.setTimeout(() => names.forEach(([seat, words]) => name(seat, words)), step.at);
    });
  });
})();

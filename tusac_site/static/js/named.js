/* Each step is named at the seat where it happens, beside its name: for as long as the reader's pace gives, so that several
   that come together can all be read. Nothing waits for it and nothing moves; a screen reader has the line of said.js. */
(function () {
  "use strict";

  const RESTS = { quick: 1400, normal: 2400, slow: 4200 }; // ms
  const MOST = 2; // at one seat
  const GAP = 3; // px

  // Over what the seat says of itself, below its name.
  function place(made, seat) {
    const box = seat.getBoundingClientRect(), facts = seat.querySelector(".seat__facts") || seat;
    const isOwn = seat.closest(".own") !== null;
    made.style.maxInlineSize = Math.max(104, Math.min(box.width - 2 * GAP, 240)) + "px";
    made.style.left = Math.max(GAP, Math.min(box.left + GAP, window.innerWidth - made.offsetWidth - GAP)) + "px";
    made.style.top = (isOwn ? box.top - made.offsetHeight - GAP : facts.getBoundingClientRect().top) + "px";
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
  document.addEventListener("tusac:steps", function (event) {
    if (document.hidden) return;
    event.detail.filter((step) => !isPressed(step)).forEach(function (step) {
      const labels = Array.from(step.item.querySelectorAll("i[data-seat]"));
      window.setTimeout(() => labels.forEach((label) => name(label.dataset.seat, label.textContent)), step.at);
    });
  });
})();

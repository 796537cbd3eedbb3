/* Every step travels: a discard from its seat to the middle, a draw from the stock, a meld to its owner, the own
   cards of it from the hand, what nobody took to the dead cards. What travels is a copy on a layer over the table; the place where it lands is unseen until it does.
   So nothing that travels moves anything or is under a finger, and the page below is the newest from the first moment. */
(function () {
  "use strict";

  const EASE = "cubic-bezier(.3, .7, .3, 1)";
  let running = [], flying = [], before = null;

  function place(selector) {
    const found = document.querySelector(selector);
    const box = found && found.getBoundingClientRect();
    return box && box.width ? { element: found, box: box } : null;
  }
  // A layer over the page that nobody can press and no screen reader hears.
  window.tusacLayer = function (name) {
    let found = document.querySelector("body > ." + name);
    if (!found) {
      found = document.createElement("div");
      found.className = name;
      found.setAttribute("aria-hidden", "true");
      document.body.append(found);
    }
    return found;
  };
  const MIDDLE = "#active .card";
  function middle() { return place(MIDDLE) || place("#active"); }
  function dead() { return place("#discards li:last-child .card") || place("#discards"); }
  function stock() { return place("#stock .card") || place("#stock"); }
  // The place of a seat's melds, counted from its last one.
  function meld(seat, back) {
    const sets = document.querySelectorAll("#seat-" + seat + " .seat__sets > li");
    const made = sets[sets.length - 1 - back];
    const box = made && made.getBoundingClientRect();
    return box && box.width ? { element: made, box: box } : place("#seat-" + seat);
  }
  function seat(number, card) {
    const own = document.getElementById("own");
    if (own && own.dataset.seat === number && before) {
      const left = before.hand.filter((one) => one.code === card).pop();
      if (left) return left;
      return place("#hand") || place("#own");
    }
    return place("#seat-" + number);
  }

  // The own cards of a meld, which have left the hand: each flies to its place in the set.
  function ownCards(set, step) {
    const own = document.getElementById("own");
    if (!own || own.dataset.seat !== step.seat || !before) return;
    let isTaken = false;
    set.querySelectorAll(".card").forEach(function (card) {
      const code = card.querySelector("use").getAttribute("href").split("#")[1];
      if (code === step.code && !isTaken) { isTaken = true; return; } // it comes from the middle
      const at = before.hand.findLastIndex((one) => one.code === code);
      if (at < 0) return;
      const [left] = before.hand.splice(at, 1);
      fly(copy(left.card), left, { box: card.getBoundingClientRect() }, step);
    });
  }

  // A copy of a card, which stays in the layer until all is over; its moves are put one behind the other.
  function copy(card) {
    const made = document.createElement("div");
    made.className = "flight__card";
    made.append(card.cloneNode(true));
    window.tusacLayer("flight").append(made);
    flying.push(made);
    return { element: made, box: made.getBoundingClientRect() };
  }
  function at(traveller, where) {
    // Middle upon middle, as high as what lies there or as wide, whichever is less: a set is wider than its card.
    const size = traveller.box, box = where.box;
    const scale = Math.max(0.2, Math.min(box.height / size.height, box.width / size.width, 1));
    const x = box.left + (box.width - size.width * scale) / 2;
    const y = box.top + (box.height - size.height * scale) / 2;
    return "translate(" + x + "px, " + y + "px) scale(" + scale + ")";
  }
  function fly(traveller, from, to, step) {
    const frames = [{ transform: at(traveller, from) }, { transform: at(traveller, to) }];
    const isFirst = !traveller.hasFlown;
    traveller.hasFlown = true;
    if (isFirst && step.at) run(traveller.element, [{ opacity: 0 }, { opacity: 0 }], { duration: step.at });
    run(traveller.element, frames, { delay: step.at, duration: step.lasts, easing: EASE, fill: isFirst ? "both" : "forwards" });
  }
  function run(element, frames, how) {
    running.push(element.animate(frames, how));
  }
  // Unseen until then: an animation leaves no trace in what the next renewal compares.
  function hide(element, until) {
    if (element && until > 0) run(element, [{ opacity: 0 }, { opacity: 0 }], { duration: until });
  }

  function finish() {
    running.forEach((one) => one.cancel());
    flying.forEach((one) => one.remove());
    running = [];
    flying = [];
    ahead = null;
  }

  function show(steps) {
    const moving = steps.filter((step) => step.lasts > 0);
    if (!moving.length || !("animate" in Element.prototype)) return;
    const end = Math.max(...moving.map((step) => step.at + step.lasts));
    const melds = {};
    steps.forEach((step) => { if (step.kind === "meld") melds[step.seat] = (melds[step.seat] || 0) + 1; });
    let lying = before && before.card ? { card: before.card, from: before.middle } : null; // what lies in the middle
    function lift() {
      const found = lying.traveller || copy(lying.card);
      lying.traveller = found;
      return found;
    }
    moving.forEach(function (step) {
      const here = middle();
      if (!here) return;
      if (step.kind === "discard" || step.kind === "draw") {
        if (lying && step.kind === "draw" && dead()) {
          fly(lift(), lying.from || here, dead(), step);
          hide(dead().element, step.at + step.lasts);
        }
        lying = { card: step.card, from: here };
        if (isAhead(step)) return;
        fly(lift(), (step.kind === "draw" ? stock() : seat(step.seat, step.code)) || here, here, step);
      } else if (step.kind === "meld") {
        const to = meld(step.seat, --melds[step.seat]);
        if (!to) return;
        const from = (lying && lying.from) || here;
        if (!lying) lying = { card: step.card };
        fly(lift(), from, to, step);
        ownCards(to.element, step);
        hide(to.element, step.at + step.lasts);
        lying = null;
      } else if (step.kind === "dead" && lying && dead()) {
        fly(lift(), lying.from || here, dead(), step);
        hide(dead().element, step.at + step.lasts);
        lying = null;
      } else if (step.kind === "deal") {
        deal(step);
      }
    });
    if (lying && lying.traveller) hide(document.querySelector(MIDDLE), end);
    if (ahead) ahead.element.remove();
    ahead = null;
    const mine = flying.slice(), theirs = running.slice();
    Promise.allSettled(theirs.map((one) => one.finished)).then(function () {
      mine.forEach((one) => one.remove());
      flying = flying.filter((one) => !mine.includes(one));
      running = running.filter((one) => !theirs.includes(one));
    });
  }

  // The own cards come from the stock, one behind the other.
  function deal(step) {
    const from = stock();
    const cards = document.querySelectorAll("#hand [data-card]");
    if (!from) return;
    cards.forEach(function (card, index) {
      const box = card.getBoundingClientRect();
      const x = from.box.left - box.left, y = from.box.top - box.top;
      run(card, [{ transform: "translate(" + x + "px, " + y + "px)", opacity: 0 }, { transform: "none", opacity: 1 }],
        { delay: step.at + (index * step.lasts) / cards.length, duration: step.lasts, easing: EASE, fill: "backwards" });
    });
  }

  // The own discard has left before its answer came, and lies in the middle until then.
  let ahead = null;
  function isAhead(step) {
    const own = document.getElementById("own");
    return ahead !== null && step.kind === "discard" && own !== null && own.dataset.seat === step.seat;
  }
  document.addEventListener("tusac:ahead", function (event) {
    const card = event.detail.card.querySelector(".card"), to = middle();
    if (!card || !to || !event.detail.lasts) return;
    ahead = copy(card);
    fly(ahead, { box: card.getBoundingClientRect() }, to, { at: 0, lasts: event.detail.lasts });
  });
  document.addEventListener("tusac:returned", finish);

  // What the page showed before it was renewed.
  document.addEventListener("htmx:beforeSwap", function () {
    const card = document.querySelector(MIDDLE);
    const hand = Array.from(document.querySelectorAll("#hand [data-card]"), (one) => (
      { code: one.dataset.card, box: one.getBoundingClientRect(), card: one.querySelector(".card").cloneNode(true) }));
    before = { card: card && card.cloneNode(true), middle: middle(), hand: hand };
  });
  document.addEventListener("tusac:steps", function (event) { show(event.detail); });
  // Whoever acts waits for nothing.
  document.addEventListener("click", function (event) {
    if (event.target instanceof Element && event.target.closest("#actions button")) finish();
  }, true);
})();

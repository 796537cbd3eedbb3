/* A deal that was fetched once, stepped here: by keys held down, slider, list, swipe, or by itself.

   The server draws every board (#replay[data-steps] answers all of them in parts); nothing is worded here. Until they are
   there, presses are counted and none is lost. The links of the stepper and of the list are the same without scripts. */
(function () {
  "use strict";

  const replay = document.getElementById("replay");
  if (!replay) return;
  const board = document.getElementById("board");
  const moves = Array.from(replay.querySelectorAll(".moves [data-at]"));
  const stops = moves.filter((move) => move.dataset.kinds.split(" ").includes(replay.dataset.by));
  const ways = { Home: 0, ArrowLeft: 0, ArrowRight: 0, End: 0 };
  const slide = document.getElementById("slide"), play = document.getElementById("play"), pace = document.getElementById("pace");
  let here = Math.max(0, moves.findIndex((move) => move.hasAttribute("aria-current")));
  let drawn = here, told = null, timer = 0, noting = 0, wantsAll = false;

  for (const key of Object.keys(ways)) ways[key] = replay.querySelector(`.stepper [data-key=${key}]`);

  function next(key) {
    const before = stops.filter((stop) => moves.indexOf(stop) < here), after = stops.filter((stop) => moves.indexOf(stop) > here);
    return { Home: before[0], ArrowLeft: before[before.length - 1], ArrowRight: after[0], End: after[after.length - 1] }[key];
  }
  function show() {
    if (told && drawn !== here) {
      const step = told.steps[here];
      const html = step.board.map((part) => told.parts[part]).join("");
      window.Idiomorph.morph(board, html, { morphStyle: "innerHTML" });
      replay.querySelector(".stepper__where").textContent = step.where;
      drawn = here;
      open();
    }
    moves.forEach((move, at) => (at === here ? move.setAttribute("aria-current", "step") : move.removeAttribute("aria-current")));
    for (const [key, way] of Object.entries(ways)) {
      const to = next(key);
      if (to) { way.href = to.href; way.removeAttribute("role"); way.removeAttribute("aria-disabled"); }
      else { way.removeAttribute("href"); way.setAttribute("role", "link"); way.setAttribute("aria-disabled", "true"); }
    }
    const at = moves[here].dataset.at;
    replay.querySelectorAll("[data-only-at]").forEach((part) => { part.hidden = part.dataset.onlyAt !== at; });
    const kinds = moves[here].dataset.kinds.split(" ");
    replay.querySelectorAll("[data-only-kind]").forEach((part) => { part.hidden = !kinds.includes(part.dataset.onlyKind); });
    // A link to another way to look leads to the same move, and says by which count it is.
    replay.querySelectorAll(".replay__choices a, #here, #what-if, #puzzle, #notes, #keep, .replay__picture").forEach(function (link) {
      const address = new URL(link.href);
      address.searchParams.set("at", at);
      link.href = address.pathname + address.search;
    });
    slide.value = Math.max(1, stops.filter((stop) => moves.indexOf(stop) <= here).length);
    slide.setAttribute("aria-valuetext", moves[here].textContent.trim());
    document.dispatchEvent(new CustomEvent("tusac:step"));
    // Browsers refuse more than a few of these a second; where one came to rest is what counts.
    clearTimeout(noting);
    noting = setTimeout(() => history.replaceState(history.state, "", moves[here].href), 300);
  }
  function go(to) {
    const at = moves.indexOf(to);
    if (at < 0 || at === here) return;
    here = at;
    show();
  }
  function open() {
    board.querySelectorAll("details").forEach((one) => { one.open = wantsAll; });
  }
  function rest() {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
    play.textContent = play.dataset.play;
  }
  function run() {
    rest();
    if (!next("ArrowRight")) go(stops[0]);
    timer = setInterval(() => (next("ArrowRight") ? go(next("ArrowRight")) : rest()), Number(pace.value));
    play.setAttribute("aria-pressed", "true");
    play.textContent = play.dataset.stop;
  }

  replay.addEventListener("click", function (event) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const way = event.target.closest(".stepper [data-key]");
    const link = way ? next(way.dataset.key) : moves.find((move) => move.contains(event.target)) ||
      moves.find((move) => event.target.closest("a") && !event.target.closest(".replay__looking") && move.href === event.target.closest("a").href);
    if (!way && !link) return;
    event.preventDefault();
    rest();
    if (link) go(link);
  });
  play.dataset.play = play.textContent;
  play.addEventListener("click", () => (timer ? rest() : run()));
  pace.addEventListener("change", () => timer && run());
  slide.addEventListener("input", () => { rest(); go(stops[slide.value - 1]); });
  board.addEventListener("toggle", (event) => { if (event.isTrusted) wantsAll = event.target.open; }, true);

  // Somebody who leads is at another step (`review.js`).
  document.addEventListener("tusac:go", function (event) {
    rest();
    go(moves.find((move) => move.dataset.at === event.detail));
  });

  let from = null;
  board.addEventListener("touchstart", (event) => { from = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  board.addEventListener("touchend", function (event) {
    if (!from) return;
    const to = event.changedTouches[0], across = to.clientX - from.clientX, down = to.clientY - from.clientY;
    from = null;
    if (Math.abs(across) < 48 || Math.abs(across) < 2 * Math.abs(down)) return;
    rest();
    const link = next(across < 0 ? "ArrowRight" : "ArrowLeft");
    if (link) go(link);
  }, { passive: true });

  replay.querySelector(".stepper__more").hidden = false;
  open();
  fetch(replay.dataset.steps, { credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)))
    .then(function (all) { told = all; replay.dataset.ready = "yes"; show(); })
    .catch(function () { if (drawn !== here) location.assign(moves[here].href); else replay.dataset.ready = "no"; });
})();

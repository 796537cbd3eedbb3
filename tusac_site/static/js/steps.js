/* What has happened since the page last looked: the new ones of #steps, told with the pace at which they are shown.

   One after the other, and never behind for long: the buttons are those of the newest state from the first moment, and
   whatever is still shown then is over within LONGEST. */
(function () {
  "use strict";

  const PACE = { slow: 640, normal: 320, fast: 160, none: 0 }; // ms a step; bots wait longer (TUSAC_BOT_PAUSE)
  const LONGEST = 1600;
  const STILL = ["pass", "waived", "held", "won", "exhausted"]; // these take no time: nothing travels
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let deal = "", last = 0, busyUntil = 0;

  function told() {
    return Array.from(document.querySelectorAll("#steps [data-step]"));
  }
  function pace() {
    const speed = document.documentElement.dataset.speed || "normal";
    return calm.matches || document.hidden ? 0 : PACE[speed];
  }
  function read(isFirst) {
    const list = document.getElementById("steps");
    if (!list) return;
    const isOther = (list.dataset.deal || "") !== deal;
    const news = told().filter((item) => isOther || Number(item.dataset.step) > last);
    deal = list.dataset.deal || "";
    if (news.length) last = Number(news[news.length - 1].dataset.step);
    else if (isOther) last = 0;
    if (isFirst || !news.length) return;
    const now = performance.now();
    const begins = pace() ? Math.max(0, busyUntil - now) : 0;
    const moving = news.filter((item) => !STILL.includes(item.dataset.kind)).length;
    const lasts = Math.min(pace(), (LONGEST - Math.min(begins, LONGEST / 2)) / Math.max(1, moving));
    let at = Math.min(begins, LONGEST / 2);
    const steps = news.map(function (item) {
      const { kind, sound, seat, code } = item.dataset;
      const step = { kind, sound, seat, code, item, card: item.firstElementChild, at, lasts: STILL.includes(kind) ? 0 : lasts };
      at += step.lasts;
      return step;
    });
    busyUntil = now + at;
    document.dispatchEvent(new CustomEvent("tusac:steps", { detail: steps }));
  }
  // A card that is discarded leaves the hand before the answer has come.
  document.addEventListener("tusac:discarding", function (event) {
    document.dispatchEvent(new CustomEvent("tusac:ahead", { detail: { card: event.detail, lasts: pace() } }));
  });
  read(true);
  document.addEventListener("htmx:afterSwap", () => read(false));
})();

/* A seat's own part in the shuffle, in two steps: this page draws a seed and binds itself to it, and opens it once
   every seat is bound. The seed stays in this browser until then. Without scripts the server keeps the seat's seed. */
(function () {
  "use strict";

  // SHA-256 (FIPS 180-4) of ASCII text, in hex. The browser's own is missing where a club's room has no TLS.
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (root) => ((root - Math.floor(root)) * 0x100000000) | 0;
  const K = primes.map((p) => fraction(Math.cbrt(p)));
  const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  function sha256(text) {
    const bytes = Array.from(text, (letter) => letter.charCodeAt(0)).concat(0x80);
    while (bytes.length % 64 !== 56) bytes.push(0);
    const bits = text.length * 8;
    bytes.push(0, 0, 0, 0, bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255);
    const hash = START.slice();
    for (let block = 0; block < bytes.length; block += 64) {
      const w = [];
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        if (i < 16) {
          const at = block + 4 * i;
          w[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
        } else {
          const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
          const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
          w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
        }
        const sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const sum0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const t2 = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] = (hash[i] + word) | 0; });
    }
    return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }
  if (typeof module !== "undefined") { module.exports = sha256; return; } // asked by a test

  // One seed for each deal and member, so that another tab, or this page loaded again, opens the same one. A seed drawn
  // before there is a deal is kept under what it binds its seat to, and so opens no other deal.
  const DAY = 86400000, KEY = "tusac-seed-";
  function drawn() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  function store(name, seed) {
    Object.keys(localStorage).forEach(function (old) {
      if (!old.startsWith(KEY)) return;
      if (!(Date.now() - Number(localStorage.getItem(old).split(" ")[1]) <= DAY)) localStorage.removeItem(old);
    });
    localStorage.setItem(KEY + name, seed + " " + Date.now());
  }
  function keep(name) {
    try {
      const kept = localStorage.getItem(KEY + name);
      if (kept) return kept.split(" ")[0];
      const seed = drawn();
      store(name, seed);
      return seed;
    } catch (refusal) {
      return ""; // a browser that keeps nothing: the server keeps the seed
    }
  }
  function recall(name, bound) {
    try {
      const kept = localStorage.getItem(KEY + name);
      if (kept) return kept.split(" ")[0];
      const early = bound && localStorage.getItem(KEY + bound); // "Play now" was pressed here
      if (!early) return "";
      const seed = early.split(" ")[0];
      store(name, seed);
      localStorage.removeItem(KEY + bound);
      return seed;
    } catch (refusal) {
      return "";
    }
  }

  // What is on its way, and since when: a look that comes meanwhile does not send it again. Without an answer it is sent
  // again, since a form that a look has replaced hears nothing of its request any more.
  const PATIENCE = 2000;
  let opening = "", since = 0, begun = "";
  const refused = new Set(); // a seed that its seat is not bound to; by hand another one can be tried
  function bind() {
    document.querySelectorAll("input[data-bind-seed]").forEach(function (input) {
      const seed = input.value ? "" : keep(input.dataset.bindSeed);
      if (seed) input.value = sha256(seed);
    });
  }
  function takePart() {
    bind();
    const ready = document.querySelector("form[data-ready-itself]");
    if (ready && ready.dataset.readyItself !== begun) { // once: without an answer the server makes the seed
      begun = ready.dataset.readyItself;
      ready.requestSubmit();
    }
    const form = document.querySelector("form[data-open-seed]");
    if (!form || refused.has(form.dataset.openSeed) || (form.dataset.openSeed === opening && Date.now() - since < PATIENCE)) return;
    const seed = recall(form.dataset.openSeed, form.dataset.boundTo);
    if (!seed) return;
    opening = form.dataset.openSeed;
    since = Date.now();
    setTimeout(takePart, PATIENCE + 100);
    form.querySelector("[name=seed]").value = seed;
    form.requestSubmit();
  }
  // A press may come before the page is whole, or between a look's swap and its end.
  document.addEventListener("click", bind, true);
  document.addEventListener("submit", bind, true);
  // A seed for the deal that this press begins; pressed twice, the same one.
  let early = "", at = 0;
  document.addEventListener("submit", function (event) {
    const input = event.target.querySelector("input[data-draw-seed]");
    if (!input) return;
    try {
      if (!early || Date.now() - at > 10000) { early = drawn(); at = Date.now(); }
      input.value = sha256(early);
      store(input.value, early);
    } catch (refusal) {
      input.value = ""; // a browser that keeps nothing: the server keeps the seed
    }
  });
  // What went wrong on its way is sent again at the next look.
  document.addEventListener("htmx:afterRequest", function (event) {
    if (!(event.target instanceof Element) || !event.target.matches("[data-open-seed]")) return;
    if (event.detail.xhr && event.detail.xhr.status === 422) refused.add(event.target.dataset.openSeed);
    opening = "";
  });
  document.addEventListener("htmx:afterSettle", takePart);
  if (document.readyState === "complete") takePart();
  else window.addEventListener("load", takePart); // htmx takes hold of forms before that
})();

/* The log's memory in this browser: the last checkpoint seen, and a warning where a later one is none that follows it. */
(function () {
  "use strict";

  const KEPT = "tusac-log";
  const HOUR = 3600000;
  const AHEAD = 600000;

  function read(note) {
    const lines = note.split("\n");
    const time = lines.find((line) => line.startsWith("time ")) || "";
    return { origin: lines[0], size: Number(lines[1]), root: lines[2], time: time.slice(5) };
  }

  function bytes(base64) {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  }

  async function node(left, right) {
    const both = new Uint8Array(65);
    both[0] = 1;
    both.set(left, 1);
    both.set(right, 33);
    return new Uint8Array(await crypto.subtle.digest("SHA-256", both));
  }

  function same(left, right) {
    return left.length === right.length && left.every((byte, at) => byte === right[at]);
  }

  // RFC 9162, 2.1.4.2; sizes are far below 2 ** 31, so that bit operations hold.
  async function continues(old, now, proof) {
    if (old.size > now.size) return false;
    if (old.size === now.size) return old.root === now.root;
    if (old.size === 0) return true;
    const way = old.size & (old.size - 1) ? proof : [bytes(old.root), ...proof];
    if (!way.length) return false;
    let at = old.size - 1;
    let last = now.size - 1;
    while (at & 1) { at >>= 1; last >>= 1; }
    let before = way[0];
    let after = way[0];
    for (const sibling of way.slice(1)) {
      if (!last) return false;
      if (at & 1 || at === last) {
        before = await node(sibling, before);
        after = await node(sibling, after);
        while (at && !(at & 1)) { at >>= 1; last >>= 1; }
      } else {
        after = await node(after, sibling);
      }
      at >>= 1;
      last >>= 1;
    }
    return !last && same(before, bytes(old.root)) && same(after, bytes(now.root));
  }

  async function text(address) {
    const answer = await fetch(address, { cache: "no-store", credentials: "omit" });
    if (answer.status === 429 || answer.status >= 500) throw new Error("busy"); // that says nothing about the log
    return answer.status === 200 ? answer.text() : "";
  }

  async function look(box, kept) {
    const note = await text(box.dataset.logWatch + "checkpoint");
    if (!note) return null;
    const now = read(note);
    if (!kept) return now;
    if (now.origin !== kept.origin || now.size < kept.size) return false;
    if (now.size === kept.size) return now.root === kept.root && now;
    if (!window.crypto || !crypto.subtle) return null; // not over TLS: nothing can be said
    const lines = await text(box.dataset.logWatch + "consistency?from=" + kept.size + "&to=" + now.size);
    const proof = lines.split("\n").filter(Boolean).map(bytes);
    return (await continues(kept, now, proof)) && now;
  }

  // What growth does not show: the checkpoint's date beside the clock here and the last one's, and that one deleted.
  async function oddity(box, kept, now) {
    if (Date.parse(now.time) > Date.now() + AHEAD) return "ahead";
    if (!kept || kept.bad) return "";
    if (Date.parse(now.time) < Date.parse(kept.time)) return "back";
    if (now.size === kept.size) return "";
    const then = read(await text(box.dataset.logWatch + "checkpoint/" + kept.size));
    return then.root === kept.root && (!kept.time || then.time === kept.time) ? "" : "gone";
  }

  function tell(box, state) {
    const why = state.bad ? "bad" : state.odd ? "odd" : "";
    box.hidden = !why;
    for (const words of box.querySelectorAll("[data-why]")) words.hidden = words.dataset.why !== why;
    for (const words of document.querySelectorAll("[data-odd]")) words.hidden = words.dataset.odd !== state.odd;
  }

  async function watch(box) {
    const kept = JSON.parse(localStorage.getItem(KEPT) || "null");
    if (kept) tell(box, kept);
    box.querySelector("button").addEventListener("click", function () {
      localStorage.removeItem(KEPT);
      tell(box, {});
    });
    if (kept && Date.now() - kept.at < HOUR && Date.now() > kept.at) return;
    const found = await look(box, kept);
    if (found === null) return;
    const state = found || Object.assign({}, kept, { bad: true });
    if (found) state.odd = (await oddity(box, kept, found)) || (kept && kept.odd) || "";
    state.at = Date.now();
    localStorage.setItem(KEPT, JSON.stringify(state));
    tell(box, state);
  }

  function start() {
    const box = document.querySelector("[data-log-watch]");
    // Without storage, as in a private window, or without the club there is nothing to compare.
    if (box) watch(box).catch(function () {});
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();

/* Parts of the table that this page holds are not sent again (games/templatetags/parts.py): a request names them, and
   here the answer is put together. `<=digest>` stands for a part that is held, `<+digest>`…`</>` is one to keep. */
(function () {
  "use strict";

  const HEADER = "Tusac-Parts";
  const LINE = 512; // the header's length is a multiple of it, and does not count the cards
  const MARK = /(<[=+][\w-]{8}>|<\/>)/;
  // What the last answer was made of, and the one before: a hand with its warnings becomes what it was before the turn.
  let holder = "", last = new Map(), before = new Map(), isOff = false;
  const named = new WeakMap(); // what a request said, for by its answer the page may hold other parts
  const isAtTable = (element) => element instanceof Element && element.closest("[data-feed]") !== null;

  // Returns the answer in whole, or null if it leaves out a part that its request did not name.
  function filled(text, held) {
    const found = new Map();
    const open = [{ html: "", pieces: [] }];
    function put(part) {
      const into = open[open.length - 1];
      into.html += part.html;
      into.pieces.push(part);
    }
    function keep(part) {
      found.set(part.digest, part);
      part.pieces.forEach(keep);
    }
    for (const token of text.split(MARK)) {
      const digest = token.slice(2, -1);
      if (token === "</>") {
        const part = open.pop();
        keep(part);
        put(part);
      } else if (!MARK.test(token)) {
        open[open.length - 1].html += token;
      } else if (token[1] === "+") {
        open.push({ digest: digest, html: "", pieces: [] });
      } else {
        const part = found.get(digest) || held.get(digest);
        if (!part) return null;
        keep(part);
        put(part);
      }
    }
    before = last;
    last = found;
    return open[0].html;
  }

  document.addEventListener("htmx:configRequest", function (event) {
    if (isOff || !isAtTable(event.detail.elt)) return;
    const held = new Map([...before, ...last]);
    const said = [holder, ...held.keys(), ""].join(" ");
    named.set(event.detail, held);
    event.detail.headers[HEADER] = said + "-".repeat(LINE - (said.length % LINE));
  });
  document.addEventListener("htmx:beforeSwap", function (event) {
    const detail = event.detail, said = detail.xhr.getResponseHeader(HEADER);
    if (!said) return;
    const held = named.get(detail.requestConfig) || new Map();
    const html = filled(detail.serverResponse, held);
    if (said !== holder) before = new Map(); // another login, seat or deal
    holder = said;
    if (html !== null) { detail.serverResponse = html; return; }
    // It was not made for this page: everything is asked for, without parts from now on.
    detail.shouldSwap = false;
    isOff = true;
    document.querySelectorAll("[data-feed] [data-look]").forEach((one) => window.htmx.trigger(one, "look"));
  });
})();

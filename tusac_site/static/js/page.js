/* What every page does with htmx: what is typed stays, and a refusal is shown. Pages work without JavaScript. */
(function () {
  "use strict";

  document.documentElement.classList.add("js");

  // What no first view needs is fetched when that is there.
  document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("meta[name=later]").forEach(function (one) {
      const script = document.createElement("script");
      script.src = one.content;
      document.head.append(script);
    });
  });

  if (window.Idiomorph) {
    // What a person is typing stays theirs when the page around it is renewed. Set here, because
    // hx-swap="morph:{...}" would need eval, which the Content-Security-Policy forbids. Of anything else that has the
    // focus, such as the button just pressed, the words are renewed: it leaves out all that is inside.
    const field = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";
    document.addEventListener("htmx:beforeSwap", function () {
      window.Idiomorph.defaults.ignoreActiveValue = Boolean(document.activeElement && document.activeElement.matches(field));
    });
  }

  // What somebody has opened stays open when the page around it is renewed.
  if (window.Idiomorph) {
    window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.matches("details"));
  }

  // Of a request whose form was taken away while it was on its way htmx tells nobody that it is over: what waits for the
  // answer to a press, as the looks of a table do, would wait for ever. Here the page is told.
  const over = new WeakSet();
  document.addEventListener("htmx:afterRequest", (event) => over.add(event.detail.xhr));
  document.addEventListener("htmx:beforeRequest", function (event) {
    const detail = event.detail;
    detail.xhr.addEventListener("loadend", function () {
      if (!over.has(detail.xhr)) document.body.dispatchEvent(new CustomEvent("htmx:afterRequest", { bubbles: true, detail: detail }));
    });
  });

  // Such a form no longer says how its answer is swapped: htmx would put the table into the table. Not every swap has one.
  document.addEventListener("htmx:beforeSwap", function (event) {
    const sent = event.detail.requestConfig;
    if (sent && !sent.elt.isConnected) event.detail.swapOverride = "outerHTML";
  });

  // A refusal answers 4xx with a sentence and the current state: htmx would drop it, here it is shown. The server says
  // where it belongs (HX-Retarget, HX-Reswap); a whole error page says nothing and is never put inside another page.
  const READ = 8000; // ms
  let refusedAt = 0;
  document.addEventListener("htmx:beforeSwap", function (event) {
    const answer = event.detail.xhr;
    const isPart = answer.getResponseHeader("HX-Retarget") || answer.getResponseHeader("HX-Reswap");
    if (isPart && [400, 403, 409, 410, 422, 429, 503].includes(answer.status)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      refusedAt = Date.now();
    }
  });

  // A refusal stands long enough to be read, over the looks that know nothing of it, or until the next press; and so does
  // what a script has said ([data-until], a time).
  if (window.Idiomorph) {
    window.Idiomorph.defaults.callbacks.beforeNodeRemoved = (node) => {
      if (!node.matches || !node.matches("#messages > .notice")) return true;
      const isRefusal = node.matches(".notice--error") && Date.now() - refusedAt <= READ;
      return !isRefusal && !(Date.now() < Number(node.dataset.until));
    };
  }

  // Whatever is not shown so is said in the messages: a press of a button is never answered by silence. That the club
  // cannot be reached feed.js says.
  function say(kind) {
    const messages = document.getElementById("messages");
    if (!messages || !messages.dataset[kind]) return;
    const notice = document.createElement("p");
    notice.className = "notice notice--error";
    notice.dataset.own = "";
    notice.textContent = messages.dataset[kind];
    refusedAt = Date.now();
    messages.replaceChildren(notice);
    messages.scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.detail.requestConfig.verb === "get") return; // a poll does not wipe what was not yet read
    refusedAt = 0;
    document.querySelectorAll("#messages [data-own]").forEach((notice) => notice.remove());
  });
  // Not of a move that met the club while it was replaced: again.js, which is told first, sends it again.
  document.addEventListener("htmx:responseError", (event) => window.setTimeout(() => event.detail.isHeld || say("refused")));
})();

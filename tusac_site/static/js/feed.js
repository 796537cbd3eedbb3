/* The feed: when a page looks for news, and the line that says that it is behind.

   [data-look] is an element that htmx has look ("look"), every so many seconds while the page is in sight; with
   [data-look-most] it looks more seldom while there is nothing new (204), up to that. In
   [data-feed], [data-stream] is what the page listens to (`stream.js`), which says when its lookers should; a hidden page
   hears it too, for the turn stands in the tab's title.
   Where one sits with others ([data-sits]) it looks as well, or they would be told that nobody is there. */
(function () {
  "use strict";

  const DEAF = 3000; // ms between two looks while the stream is down
  const SLEPT = 10000; // ms between two ticks after which the device has slept
  const CHANGED = 1500; // ms after the end of a login in which a page that goes on has its new cookie
  const READ = 6000; // ms for which it is said that a press was perhaps not sent, though the club is back
  const line = document.getElementById("feed");
  const place = document.querySelector("[data-feed]");
  const looked = new WeakMap();
  const stream = window.tusacStream;
  let isResting = false;
  let isReached = navigator.onLine, isHeard = true, failedAt = 0;

  function show() {
    if (!line) return;
    const said = failedAt ? "failed" : !isReached ? "unreachable" : !isHeard ? "deaf" : "";
    const text = said ? line.dataset[said] : "";
    if (line.textContent !== text) line.textContent = text;
    line.classList.toggle("feed--behind", said !== "");
  }
  function setReached(reached) {
    isReached = reached;
    show();
  }

  // --- looking
  function lookers(within) {
    return Array.from((within || document).querySelectorAll("[data-look]"));
  }
  function look(element) {
    looked.set(element, Date.now());
    window.htmx.trigger(element, "look");
  }
  function isDeaf(element) {
    return place !== null && place.contains(element) && !(isReached && (isHeard || isResting));
  }
  function isSeat(element) {
    return place !== null && place.contains(element) && place.querySelector("[data-sits]") !== null;
  }
  let ticked = Date.now();
  function tick() {
    const now = Date.now();
    if (now - ticked > SLEPT && !document.hidden) wake(); // the device has slept: a timer does not say so
    ticked = now;
    if (failedAt && isReached && now - failedAt > READ) { failedAt = 0; show(); }
    if (!navigator.onLine) return;
    lookers().forEach(function (element) {
      if (!looked.has(element)) looked.set(element, now);
      if (document.hidden && !isDeaf(element) && !isSeat(element) && !(isResting && place.contains(element))) return;
      if (now - looked.get(element) >= (isDeaf(element) ? DEAF : 1000 * element.dataset.look)) look(element);
    });
  }

  // --- the stream
  function topics() {
    return place ? Array.from(place.querySelectorAll("[data-stream]"), (told) => told.dataset.stream) : [];
  }
  function hear(said, moved) {
    isResting = said === "rest";
    if (said === "open" || said === "lost") isHeard = said === "open";
    show();
    if (said === "moved" && topics().some((topic) => moved.includes(topic))) lookers(place).forEach(look);
    if (said === "left") document.dispatchEvent(new CustomEvent("tusac:doubt", { detail: CHANGED }));
  }
  document.addEventListener("htmx:afterSettle", () => stream.on(topics())); // others may sit here now
  function wake() {
    stream.wake();
    lookers().forEach(look);
  }
  document.addEventListener("visibilitychange", function () {
    if (document.hidden) return;
    ticked = Date.now();
    wake();
  });
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => setReached(false));
  window.addEventListener("pagehide", () => stream.leave());
  document.addEventListener("tusac:left", () => stream.end());
  window.addEventListener("pageshow", function (event) { if (event.persisted) wake(); });

  // --- what was asked, and what came of it
  let pressing = 0, missed = false;
  // What the page shows of a press: the state that it answers, and its form.
  let form = "", pressedOn = "";
  function state() {
    const data = (document.getElementById("table") || document.body).dataset;
    return [data.deal, data.version, Boolean(document.getElementById(form))].join(" ");
  }
  const asking = new Set();
  function isLook(detail) {
    return place !== null && detail.elt.matches("[data-look]") && place.contains(detail.elt);
  }
  document.addEventListener("htmx:beforeRequest", function (event) {
    const detail = event.detail;
    if (isLook(detail)) {
      // The answer to a press shows the table too, and it alone knows that the press was taken.
      if (pressing) { missed = true; event.preventDefault(); } else asking.add(detail.xhr);
    } else if (detail.requestConfig.verb !== "get") {
      pressing += 1;
      form = detail.elt.id;
      pressedOn = state();
      failedAt = 0;
      show();
    }
  });
  document.addEventListener("htmx:beforeSwap", function (event) {
    if (!isLook(event.detail) || asking.has(event.detail.xhr)) return;
    missed = true; // it was drawn before the press that has been answered meanwhile
    event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    const detail = event.detail, status = detail.xhr.status;
    const eye = detail.elt.dataset;
    // Nothing new: it looks half as long again later, up to its own most. What is new comes with an element of its own.
    if (eye.lookMost && status === 204) eye.look = Math.min(eye.lookMost, 1.5 * eye.look);
    if (status) setReached(![502, 503, 504].includes(status));
    if (isLook(detail)) { asking.delete(detail.xhr); return; }
    if (detail.requestConfig.verb === "get") return;
    pressing = Math.max(0, pressing - 1);
    asking.clear();
    if (missed && !pressing) { missed = false; lookers(place).forEach(look); }
  });
  // The answer alone may have been lost: what shows another state is not to be pressed again.
  document.addEventListener("htmx:afterSettle", function () {
    if (!failedAt || state() === pressedOn) return;
    failedAt = 0;
    show();
  });
  function fail(event) {
    const isPress = event.detail.requestConfig.verb !== "get";
    if (isPress) failedAt = Date.now();
    setReached(false);
    if (isPress) lookers().forEach(look); // perhaps it was this one request; a look that fails waits for its time
  }
  document.addEventListener("htmx:sendError", fail);
  document.addEventListener("htmx:timeout", fail);

  stream.begin(hear);
  stream.on(topics());
  show();
  window.setInterval(tick, 1000);
})();

/* Sends a press again that failed for want of a connection, or met the club while it was replaced behind its proxy: with its
   own number, so that one that did arrive is not played twice, and with the cards that were pressed. If the state of the
   table has changed since, it is dropped, and the page says so: at once where it cannot have arrived. Else the club is asked
   by the same number and the old state, by which nothing can be played any more: only what had not arrived is refused. */
(function () {
  "use strict";

  const WAIT = 3000; // ms before one that failed again is tried once more
  const READ = 8000; // ms for which it stands that a press was not sent, whatever happens at the table meanwhile
  const MOST = 12; // tries: some three minutes, after which it is said that it was not sent
  const AWAY = [502, 503, 504]; // what a proxy answers while the club is replaced
  const OWN = ["csrfmiddlewaretoken", "move_id"]; // a form that was drawn anew has others
  const waiting = new WeakSet(); // requests whose press is held
  let held = null;

  function isAway(answer) {
    return AWAY.includes(answer.status) && !answer.headers.get("HX-Retarget");
  }
  function chosen(data) {
    return JSON.stringify(Array.from(data.entries()).filter(([name]) => !OWN.includes(name)));
  }

  function state() {
    const data = document.getElementById("table").dataset;
    return data.deal + " " + data.version;
  }
  function hold(event) {
    const form = event.detail.elt, by = event.detail.requestConfig.triggeringEvent, button = by && by.submitter;
    if (!form.matches("#actions form") || !form.id || !button) return false;
    const tries = held && held.button === button.id ? held.tries + 1 : 0;
    const isUnsent = !navigator.onLine && (!tries || held.isUnsent);
    held = { form: form.id, button: button.id, state: tries ? held.state : state(), tries: tries, at: Date.now(), isUnsent: isUnsent, sent: event.detail.requestConfig };
    return true;
  }
  function tell() {
    const notice = document.createElement("p");
    notice.className = "notice notice--warning";
    notice.dataset.own = "";
    notice.dataset.until = Date.now() + READ;
    notice.textContent = document.querySelector("[data-feed]").dataset.late;
    document.getElementById("messages").replaceChildren(notice);
  }
  async function ask(press) {
    const sent = press.sent, body = new URLSearchParams(sent.formData);
    const answer = await fetch(sent.path, { method: "POST", headers: sent.headers, body: body }).catch(() => null);
    const isLost = !answer || isAway(answer);
    if (answer && answer.status === 409) tell();
    else if (isLost && !held && press.tries < MOST) held = { ...press, tries: press.tries + 1, at: Date.now() };
  }
  // The table as it is now has come, or that nothing is new.
  function send() {
    if (!held) return;
    if (state() !== held.state) {
      const press = held;
      held = null;
      if (press.isUnsent) tell(); else ask(press);
      return;
    }
    const form = document.getElementById(held.form), button = document.getElementById(held.button);
    if (Date.now() - held.at < WAIT * Math.min(held.tries, 10) || !form || !button) return;
    // Other cards were chosen since: what is sent must be what was pressed.
    if (held.tries >= MOST || chosen(new FormData(form, button)) !== chosen(held.sent.formData)) {
      held = null;
      tell();
      return;
    }
    button.focus({ preventScroll: true }); // htmx sends the button that has the focus
    form.requestSubmit(button);
  }
  function isLook(event) {
    return event.detail.elt.matches("[data-feed] [data-look]");
  }
  document.addEventListener("htmx:sendError", hold);
  document.addEventListener("htmx:timeout", hold);
  document.addEventListener("htmx:responseError", function (event) {
    const answer = event.detail.xhr;
    if (AWAY.includes(answer.status) && !answer.getResponseHeader("HX-Retarget") && hold(event)) {
      event.detail.isHeld = true;
      waiting.add(answer);
    }
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    if (isLook(event)) {
      if (event.detail.xhr.status === 204) window.setTimeout(send);
    } else if (event.detail.xhr.status && !waiting.has(event.detail.xhr) && event.detail.elt.matches("#actions form")) {
      held = null;
    }
  });
  document.addEventListener("htmx:afterSettle", function (event) { if (event.target.id === "table") send(); });
})();

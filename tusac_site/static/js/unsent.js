/* What was typed into a form that perhaps did not arrive comes back with the page of the form. Kept in this tab alone, for
 * a quarter of an hour and for the same member; gone once a page has come in answer. Of a form that asks for a password or a
 * code nothing is kept, and no file is. The form keeps its key, so that what has arrived after all is not done twice.
 */
(function () {
  "use strict";

  const KEPT = "unsent";
  const LONG = 15 * 60 * 1000; // ms
  const SECRET = "input[type=password], [autocomplete=one-time-code]";
  const KEY = "idempotency_key";
  const OWN = [KEY, "csrfmiddlewaretoken"];
  const NOT_TYPED = ["hidden", "file", "submit", "button", "reset", "image", "fieldset", "output"];

  const here = () => location.pathname + location.search;
  const who = () => (document.querySelector(".site-user__name") || { textContent: "" }).textContent.trim();
  const isTyped = (field) => Boolean(field.name) && !NOT_TYPED.includes(field.type);
  const fields = (form) => Array.from(form.elements).filter((field) => isTyped(field) || field.name === KEY);
  const isSafe = (form) => (form.getAttribute("method") || "").toLowerCase() === "post" && !form.querySelector(SECRET);

  /* Which form of a page it is: where it goes, what it asks, and of what. */
  function signature(form) {
    const asked = Array.from(form.elements).filter((field) => field.name && !OWN.includes(field.name));
    return JSON.stringify([form.getAttribute("action"), asked.map((field) => [field.name, field.type === "hidden" ? field.value : ""])]);
  }

  function value(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked;
    if (field.type === "select-multiple") return Array.from(field.options, (one) => one.selected);
    return field.value;
  }

  function put(field, was) {
    if (JSON.stringify(value(field)) === JSON.stringify(was)) return;
    if (field.type === "checkbox" || field.type === "radio") field.checked = was;
    else if (field.type === "select-multiple") was.forEach((on, at) => { if (field.options[at]) field.options[at].selected = on; });
    else field.value = was;
    for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }

  function read() {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT));
    } catch (_error) {
      return null; // a browser may keep nothing
    }
  }

  function keep(what) {
    try {
      if (what) sessionStorage.setItem(KEPT, JSON.stringify(what));
      else sessionStorage.removeItem(KEPT);
    } catch (_error) { /* then it is lost, as it was before */ }
  }

  function bring(kept) {
    const form = Array.from(document.forms).find((one) => isSafe(one) && signature(one) === kept.form);
    const found = form ? fields(form) : [];
    if (!form || found.length !== kept.values.length) return;
    found.forEach((field, at) => put(field, kept.values[at]));
    const messages = document.getElementById("messages");
    if (!messages || !messages.dataset.back) return;
    const notice = document.createElement("p");
    notice.className = "notice";
    notice.textContent = messages.dataset.back;
    messages.append(notice);
  }

  document.addEventListener("submit", function (event) {
    const form = event.target;
    if (event.defaultPrevented || !isSafe(form) || !Array.from(form.elements).some(isTyped)) return;
    keep({ at: Date.now(), who: who(), page: here(), form: signature(form), values: fields(form).map(value) });
  });

  const kept = read();
  if (!kept) return;
  if (document.querySelector("[data-unreached]")) { // the page in place of an answer, which knows nobody
    if (document.querySelector("[data-unreached=form]")) keep({ ...kept, lost: true });
    return;
  }
  const comes = kept.lost && kept.who === who() && Math.abs(Date.now() - kept.at) < LONG;
  if (comes && kept.page !== here()) return; // perhaps it comes next
  keep(null);
  if (comes) bring(kept);
})();

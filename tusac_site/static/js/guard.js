/* The bar of moves: a press that the table overtook asks again, a second one is not sent twice, and a move that is not
   legal says why. */
(function () {
  "use strict";

  // A renewal gives a button another meaning without a look of its own: to answer another state is to be another button.
  // Whoever presses it so soon after meant what was there before. The press asks; the next one acts.
  const JUST_MS = 400;
  const BUTTONS = "#actions form button, #actions button[form][name=move]";
  const known = new WeakMap();
  let flying = null;

  function meaning(button) {
    const form = button.form;
    // The switch for pairs means the same whatever the others do meanwhile (§13.6).
    const asked = form && form.id === "pairs" ? ["deal"] : ["deal", "expected_version"];
    const answers = form ? asked.map((name) => (form.elements[name] || {}).value) : [];
    return [form && form.id, button.id, button.value, button.dataset.why, ...answers].join(" ");
  }
  function note(since) {
    document.querySelectorAll(BUTTONS).forEach(function (button) {
      const means = meaning(button);
      if ((known.get(button) || {}).means === means) return;
      known.set(button, { means: means, since: since });
      button.classList.remove("is-asking");
    });
  }
  // Until the next state, or the next thing to say.
  function tell(html) {
    const messages = document.getElementById("messages");
    const notice = document.createElement("p");
    notice.className = "notice notice--warning";
    notice.dataset.own = "";
    notice.innerHTML = html;
    messages.replaceChildren(notice);
  }

  document.addEventListener("click", function (event) {
    const button = event.target instanceof Element ? event.target.closest(BUTTONS) : null;
    if (!button) return;
    note(performance.now()); // what the page has not told yet is news to the hand as well
    const state = known.get(button);
    // Enter on a card would press the first button of the form that it belongs to.
    const byEnter = event.detail === 0 && document.activeElement && document.activeElement.matches("[name=cards]");
    let isHeld = byEnter || flying === button.form;
    if (!isHeld && button.getAttribute("aria-disabled") === "true") {
      tell(button.dataset.why);
      isHeld = true;
    } else if (!isHeld && performance.now() - state.since < JUST_MS) {
      state.since = -JUST_MS;
      button.classList.add("is-asking");
      tell(document.querySelector("[data-feed]").dataset.again);
      isHeld = true;
    }
    if (!isHeld) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // While an answer is on its way a second press of the same form is the first one, pressed twice.
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.target.closest("#actions form")) flying = event.target.closest("form");
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.target === flying) flying = null;
  });

  // A question is about one state: in another one it is closed, and what answers it is another button.
  let asked = "";
  document.addEventListener("toggle", function (event) {
    if (event.target.matches("#actions .ask") && event.target.open) asked = event.target.id;
  }, true);
  document.addEventListener("htmx:afterSwap", function () {
    document.querySelectorAll("#actions .ask[open]").forEach((one) => { one.open = one.id === asked; });
  });

  note(-JUST_MS);
  document.addEventListener("htmx:afterSwap", () => note(performance.now()));
})();

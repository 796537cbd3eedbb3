/* What opens over the table: a rule where it is cited. Without scripts the same links lead to the rulebook. */
(function () {
  "use strict";

  document.addEventListener("click", function (event) {
    const link = event.target instanceof Element ? event.target.closest("a.rule") : null;
    const sheet = document.getElementById("sheet-rule");
    if (!link || !sheet || !sheet.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    fetch(link.dataset.rule)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)))
      .then(function (text) {
        document.getElementById("rule-text").innerHTML = text;
        sheet.showPopover();
      })
      .catch(() => window.location.assign(link.href));
  });

  // What somebody has opened stays open when the table around it is renewed.
  if (window.Idiomorph) {
    window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.matches("details"));
  }
})();

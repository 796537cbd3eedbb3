/* What opens over the table: a rule where it is cited, the menu's sheets, what a sign means, the phone's sheet to share a hand.
   Without scripts the links to rules lead to the rulebook. */
(function () {
  "use strict";

  // An opened sheet takes the focus; closed, it gives it back.
  function open(sheet, source) {
    sheet.showPopover({ source: source });
    const first = sheet.querySelector(".sheet-card__close, a, button");
    if (first) first.focus();
  }

  document.addEventListener("click", function (event) {
    const link = event.target instanceof Element ? event.target.closest("a.rule") : null;
    const sheet = document.getElementById("sheet-rule");
    if (!link || !sheet || !sheet.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    fetch(link.dataset.rule)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)))
      .then(function (text) {
        document.getElementById("rule-text").innerHTML = text;
        document.getElementById("rule-book").href = link.href;
        open(sheet, link);
      })
      .catch(() => window.location.assign(link.href));
  });

  // A sheet takes the menu's place, and what is sent from the menu is done with it: closed, they lead back to the table.
  document.addEventListener("click", function (event) {
    const way = event.target instanceof Element ? event.target.closest("#menu [popovertarget]") : null;
    const sheet = way && document.getElementById(way.getAttribute("popovertarget"));
    if (!sheet || sheet.id === "menu" || !sheet.showPopover) return;
    event.preventDefault();
    document.getElementById("menu").hidePopover();
    open(sheet, document.getElementById("menu-button")); // the menu, which is closed, cannot be where one comes from
  });
  // A sign says what it is, beside the finger; a tap near signs, or a screen reader's press of their place, explains all that are there.
  const shown = (one) => one.checkVisibility();
  function meanings(area, target) {
    const one = target.closest("[data-sign]");
    const signs = one && area.contains(one) ? [one] : [area, ...area.querySelectorAll("[data-sign]")].filter((it) => it.dataset.sign && shown(it));
    const say = function (sign) {
      if (sign.title && signs.length === 1) return sign.title; // it says more of itself than the legend of its like
      const means = document.querySelector(`[data-means="${sign.dataset.sign}"]`);
      const [mark, words] = Array.from(means.children, (part) => part.textContent);
      return signs.length === 1 ? words : `${mark}: ${words}`;
    };
    return [...new Set(signs.map(say).filter(Boolean))];
  }
  document.addEventListener("click", function (event) {
    const target = event.target instanceof Element ? event.target : document.body, box = document.getElementById("sign");
    const asks = target.closest(".asks"), area = (asks || target).closest("[data-signs]");
    if (!area || !box || !box.showPopover || (!asks && target.closest("a, button, input, label, select, summary"))) return;
    const place = asks ? area : target.closest("[data-sign]") || area;
    const said = meanings(area, asks ? area.parentElement : target);
    event.preventDefault();
    if (!said.length) return;
    box.replaceChildren(...said.map(function (words) {
      const line = document.createElement("p");
      line.textContent = words;
      return line;
    }));
    box.showPopover({ source: asks || undefined });
    const at = place.getBoundingClientRect(), own = box.getBoundingClientRect();
    const below = at.bottom + 6 + own.height < innerHeight ? at.bottom + 6 : Math.max(8, at.top - own.height - 6);
    box.style.top = `${below}px`;
    box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - own.width - 8))}px`;
    box.focus({ preventScroll: true });
  });
  // The picture of the winner's hand goes to the phone's own share sheet; where there is none, the link downloads it.
  document.addEventListener("click", async function (event) {
    const link = event.target instanceof Element ? event.target.closest("#share-hand") : null;
    if (!link || !navigator.canShare) return;
    const empty = new File([], link.download, { type: "image/png" });
    if (!navigator.canShare({ files: [empty] })) return;
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.statusText);
      await navigator.share({ files: [new File([await answer.blob()], link.download, { type: "image/png" })] });
    } catch (error) {
      if (error.name !== "AbortError") window.location.assign(link.href);
    }
  });
  document.addEventListener("htmx:beforeRequest", function (event) {
    const menu = event.target.closest("#menu");
    if (menu && menu.hidePopover) menu.hidePopover();
  });
})();

/* Selecting cards of the own hand: by tap, by letter, by Find Trash and Quick Select. What they select the server has
   written on the buttons; what is legal it judges alone. `tusacHand` is what the keys press. */
(function () {
  "use strict";

  const LETTERS = { K: "a", G: "b", M: "c", R: "x", C: "y", N: "z" };
  const PAWNS = { r: "e", y: "s", g: "n", w: "w" };
  let aim = "";
  // What the person has selected: the cards, the aim, the hand that they are of, and the button that selected them.
  let own = null;

  const boxes = () => Array.from(document.querySelectorAll("#hand input[name=cards]"));
  const codes = (all) => all.map((box) => box.value).join(" ");
  const sorted = (cards) => cards.slice().sort().join(" ");
  const chosen = () => boxes().filter((box) => box.checked);
  const discards = () => Boolean(document.querySelector("#move-discard:not([aria-disabled])"));
  const letter = (code) => (code[0] === "P" ? PAWNS[code[1]] : LETTERS[code[0]]);

  // A step of a cycle is "aim:cards", the steps have semicolons between them.
  function steps(button) {
    if (!button || !button.dataset.cycle) return [];
    return button.dataset.cycle.split(";").map(function (step) {
      const [forWhat, cards] = step.split(":");
      return { aim: forWhat, cards: cards ? cards.split(" ") : [] };
    });
  }
  // Cards that make nothing are still for a button, which says why.
  function aimOf(all) {
    if (!all.length) return "";
    const known = steps(document.getElementById("quick-select"));
    const wanted = sorted(all.map((box) => box.value));
    const found = known.find((step) => sorted(step.cards) === wanted);
    if (found) return found.aim;
    return known.length ? (discards() ? "discard" : "meld") : "";
  }

  function draw() {
    const picked = chosen();
    document.querySelectorAll("#moves button[name=move]").forEach(function (button) {
      button.classList.toggle("is-aimed", aim !== "" && button.value === aim);
    });
    const discard = document.getElementById("move-discard");
    if (discard && discard.dataset.warning) {
      const warning = (picked.length === 1 && picked[0].closest("label").dataset.warning) || "";
      const words = discard.querySelector(".move__words");
      words.textContent = warning ? discard.dataset.warning : discard.dataset.caption;
      words.dataset.length = words.textContent.length;
      discard.querySelector(".move__note").textContent = warning;
    }
    rove();
  }
  function keep(by) {
    own = { hand: codes(boxes()), cards: chosen().map((box) => box.value), aim: aim, by: by };
    draw();
  }
  function pick(cards) {
    const left = cards.slice();
    boxes().forEach(function (box) {
      const at = left.indexOf(box.value);
      box.checked = at >= 0;
      if (at >= 0) left.splice(at, 1);
    });
    show(chosen()[0]);
  }
  // Large cards lie in a row that is wider than the screen.
  function show(box) {
    if (box) box.closest("label").scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  function say() {
    const words = chosen().map((box) => box.getAttribute("aria-label").split(", ")[0]); // without its verdict
    const button = aim && document.querySelector('#moves button[value="' + aim + '"] .move__words');
    if (button) words.push(button.textContent.trim());
    document.dispatchEvent(new CustomEvent("tusac:say", { detail: words.join(", ") || "–" }));
  }

  // Find Trash and Quick Select: each press the next step.
  document.addEventListener("click", function (event) {
    const button = event.target instanceof Element ? event.target.closest("[data-cycle]") : null;
    const all = steps(button);
    if (!all.length) return;
    event.preventDefault();
    event.stopPropagation();
    const at = Number(button.dataset.at) % all.length;
    document.querySelectorAll("[data-cycle]").forEach((other) => { other.dataset.at = "0"; });
    button.dataset.at = String(at + 1);
    pick(all[at].cards);
    aim = all[at].aim;
    keep(button.id);
    say();
  });

  // A tap selects; where one card is to be discarded, another tap is another choice.
  document.addEventListener("change", function (event) {
    const box = event.target;
    if (!box.matches("#hand input[name=cards]")) return;
    if (discards() && (box.checked || chosen().length)) pickOnly(box);
    aim = aimOf(chosen());
    keep();
    // What a button said of its own accord was answered by the choice.
    document.querySelectorAll("#messages [data-own]").forEach((notice) => notice.remove());
  });
  function pickOnly(box) {
    boxes().forEach((other) => { other.checked = other === box; });
  }

  // One stop for Tab in the whole hand; the arrows move within it.
  function rove() {
    const all = boxes();
    const stop = all.find((box) => box === document.activeElement) || chosen()[0] || all[0];
    all.forEach((box) => { box.tabIndex = box === stop ? 0 : -1; });
  }
  document.addEventListener("focusin", function (event) {
    if (event.target.matches("#hand input[name=cards]")) rove();
  });

  window.tusacHand = {
    // The next card with this letter; true where the hand holds one.
    letter: function (wanted) {
      const all = boxes().filter((box) => letter(box.value) === wanted);
      if (!all.length) return false;
      const last = all.map((box) => box.checked).lastIndexOf(true);
      if (discards()) {
        pickOnly(all[(last + 1) % all.length]);
      } else {
        const next = all.find((box) => !box.checked);
        if (next) next.checked = true;
        else all.forEach((box) => { box.checked = false; });
      }
      aim = aimOf(chosen());
      keep();
      say();
      return true;
    },
    clear: function () {
      pick([]);
      aim = "";
      keep();
      say();
    },
    step: function (by) {
      const all = boxes();
      if (!all.length) return false;
      const at = all.indexOf(document.activeElement);
      const stop = at < 0 ? all.findIndex((box) => box.tabIndex === 0) : (at + by + all.length) % all.length;
      all[Math.max(0, stop)].focus({ preventScroll: true });
      return true;
    },
    // The button that the selection is for.
    aimed: function () { return aim && document.querySelector('#moves button[value="' + aim + '"]'); },
  };

  // A renewal brings the server's selection. One's own stays as long as the hand is the same and nothing was played.
  function renewed() {
    const all = boxes();
    if (own && own.hand === codes(all)) {
      pick(own.cards);
      const known = steps(document.getElementById("quick-select")).some((step) => step.aim === own.aim);
      aim = aimOf(chosen()) || (known ? own.aim : "");
      follow();
    } else {
      own = null;
      all.forEach((box) => { box.checked = box.hasAttribute("checked"); });
      const drawn = document.querySelector("#moves .is-aimed");
      aim = drawn ? drawn.value : "";
    }
    draw();
  }
  // The next press of the button that selected this goes on from here, whatever the server's selection was.
  function follow() {
    const button = own.by && document.getElementById(own.by);
    if (!button) return;
    const at = steps(button).findIndex((step) => step.aim === own.aim && sorted(step.cards) === sorted(own.cards));
    document.querySelectorAll("[data-cycle]").forEach((other) => { other.dataset.at = "0"; });
    button.dataset.at = String(at + 1);
  }
  // A move that was refused has played nothing: what was selected for it stays.
  document.addEventListener("htmx:beforeSwap", function (event) {
    const sent = event.detail.requestConfig && event.detail.requestConfig.elt;
    if (sent && sent.id === "moves" && event.detail.xhr.status < 400) own = null;
  });
  document.addEventListener("htmx:afterSwap", renewed);
  renewed();
})();

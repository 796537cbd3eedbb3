/* Buttons that only scripts can serve, hidden without them: print the page, copy a text that stands on it, and send it by
   what the phone offers (browsers do that with TLS alone).

   On the club's own network there is no TLS, and browsers give the clipboard to pages with TLS alone: there the text is
   selected and copied as by hand. */
(function () {
  "use strict";

  document.querySelectorAll("[data-print]").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  });
  document.querySelectorAll("[data-copy]").forEach(function (button) {
    const text = document.getElementById(button.dataset.copy);
    const said = button.parentElement.querySelector("[data-copied]");
    button.hidden = false;
    button.addEventListener("click", async function () {
      text.select();
      let copied;
      try {
        await navigator.clipboard.writeText(text.value);
        copied = true;
      } catch {
        copied = document.execCommand("copy");
      }
      said.textContent = copied ? said.dataset.copied : "";
    });
  });
  document.querySelectorAll("[data-share]").forEach(function (button) {
    if (!navigator.share) return;
    const url = document.getElementById(button.dataset.share).value;
    button.hidden = false;
    button.addEventListener("click", () => navigator.share({ title: button.dataset.title, url: url }).catch(() => {}));
  });
})();

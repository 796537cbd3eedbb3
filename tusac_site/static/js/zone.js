/* A clock that nobody has chosen yet: the select proposes the zone of the reader's own device, which knows it best.

   Browsers keep old names of some zones (Asia/Saigon), so each option is asked what the browser calls it. */
(function () {
  "use strict";

  function named(zone) {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
    } catch {
      return ""; // newer than the browser
    }
  }
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.querySelectorAll("select[data-propose=zone]").forEach(function (select) {
    const found = Array.from(select.options).find((one) => one.value && own === named(one.value));
    if (found) select.value = found.value;
  });
})();

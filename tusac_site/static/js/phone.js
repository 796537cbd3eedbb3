/* Lets a phone install the club, and say so where there is no network (`games/service_worker.js`). */
(function () {
  "use strict";
  const worker = document.currentScript.dataset.worker;
  if (!("serviceWorker" in navigator)) return; // not in a club's room without TLS
  window.addEventListener("load", function () {
    navigator.serviceWorker.register(worker).catch(function () {}); // a browser may refuse; nothing depends on it
  });
})();

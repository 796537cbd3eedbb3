/* Says that there is no network, and nothing else: a page of the club is private, moves on, and is never kept. */
"use strict";
const NAME = "tusac-offline-" + {{ names|safe }};
const OFFLINE = {{ offline|safe }};
const UNSENT = {{ unsent|safe }};
self.addEventListener("install", function (event) {
  // Without credentials: what is kept is the same for everybody.
  const kept = {{ kept|safe }}.map((address) => new Request(address, { credentials: "omit", cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(kept)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});
// A form's address shows nothing by itself: from what was not sent, the way is back to the page of the form.
async function unsent(request) {
  const kept = await caches.match(UNSENT);
  const from = new URL(request.referrer || "/", self.location.origin);
  const back = from.origin === self.location.origin ? from.pathname + from.search : "/";
  const html = (await kept.text()).replaceAll('href=""', () => 'href="' + back.replace(/[&"]/g, (it) => (it === "&" ? "&amp;" : "%22")) + '"');
  return new Response(html, { headers: kept.headers });
}
self.addEventListener("fetch", function (event) {
  const request = event.request;
  if (request.mode === "navigate" && request.method !== "GET" && request.isHistoryNavigation) {
    return; // Back at a refused form: the browser asks before it sends what was typed again, which no fetch may do.
  }
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => (request.method === "POST" ? unsent(request) : caches.match(OFFLINE))));
  } else if (request.method === "GET" && new URL(request.url).pathname.startsWith("/static/")) {
    // The looks of the offline page, where even the browser's own cache has lost them.
    event.respondWith(fetch(request).catch(() => caches.match(request).then((kept) => kept || Response.error())));
  }
});

/* Says that there is no network, and nothing else: a page of the club is private, moves on, and is never kept. */
"use strict";
const NAME = "tusac-offline-" + {{ names|safe }};
const OFFLINE = {{ offline|safe }};
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
self.addEventListener("fetch", function (event) {
  const request = event.request;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (request.method === "GET" && new URL(request.url).pathname.startsWith("/static/")) {
    // The looks of the offline page, where even the browser's own cache has lost them.
    event.respondWith(fetch(request).catch(() => caches.match(request).then((kept) => kept || Response.error())));
  }
});

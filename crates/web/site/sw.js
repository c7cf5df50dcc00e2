// Makes the page work without a network by caching all of its files. The build fills in the names and their hash.
const CACHE = "tilebase-@HASH@";
const FILES = [/*FILES*/];

addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await skipWaiting();
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith("tilebase-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
})()));

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true, cacheName: CACHE }).then((kept) => kept ?? fetch(event.request)));
});

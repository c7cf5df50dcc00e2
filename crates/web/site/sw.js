// Makes the page work without a network by caching all of its files. The build fills in the names and their hash.
const CACHE = "tilebase-@HASH@";
const FILES = [/*FILES*/];

// A new version waits while pages of the old one are open: a page's worker is of the page's own version.
addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith("tilebase-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
})()));

// A page that has just been opened asks the version that waits to begin, which it does unless another page is open.
addEventListener("message", (event) => event.waitUntil((async () => {
  const open = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  if (open.length < 2) await skipWaiting();
})()));

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const found = await fetch(request);
  // A model or a larger module is kept when a board or a row first needs it, and Japanese when it is read.
  if (found.ok && /(\.model|\.wasm|japanese\.js)$/.test(request.url)) await cache.put(request, found.clone());
  return found;
}

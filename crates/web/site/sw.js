// Makes the page work without a network by caching all of its files. The build fills in the names and their hash.
const CACHE = "tilebase-@HASH@";
const FILES = [/*FILES*/];

/** What is fetched when it is first needed, and kept from then on: models, modules and Japanese. */
const LATER = /[^/]*(\.model|\.wasm|japanese\.js)$/;
/** The modules; each contains those before it. */
const MODULES = ["tables.wasm", "boards.wasm", "tilebase.wasm"];

// A new version waits while pages of the old one are open: a page's worker is of the page's own version.
addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  const fresh = (file) => new Request(file, { cache: "reload" });
  await cache.addAll(FILES.map(fresh));
  // What an old version has fetched is there in the new one, too.
  const old = (await caches.keys()).filter((name) => name.startsWith("tilebase-") && name !== CACHE);
  const kept = await Promise.all(old.map(async (name) => (await caches.open(name)).keys()));
  const later = new Set(kept.flat().map(({ url }) => LATER.exec(url)?.[0]).filter(Boolean));
  await Promise.all([...later].map((file) => cache.add(fresh(file)).catch(() => {})));
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
  const larger = MODULES.slice(MODULES.indexOf(request.url.split("/").pop()) + 1 || MODULES.length);
  for (const file of [request, ...larger]) {
    const kept = await cache.match(file, { ignoreSearch: true });
    if (kept) return kept;
  }
  const found = await fetch(request);
  if (found.ok && LATER.test(request.url)) await cache.put(request, found.clone());
  return found;
}

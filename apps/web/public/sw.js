// Answers one question only: what a page shows when there is no network. Nothing else is kept, so nothing can grow old.
// And it tells open pages of a new version: the build writes its name here, so that the browser finds this file changed.
const VERSION = 'development';
const CACHE = 'farline-offline-1';
const OFFLINE = '/offline.html';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([OFFLINE, '/offline.js', '/mark.svg'])));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim())
      .then(() => self.clients.matchAll())
      .then((pages) => {
        for (const page of pages) page.postMessage({ version: VERSION });
      }),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
    return;
  }
  // What the offline page itself needs.
  const { origin, pathname } = new URL(request.url);
  if (origin === self.location.origin && (pathname === '/offline.js' || pathname === '/mark.svg')) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

// What a page shows when there is no network: the page itself, where somebody who ticked "Remember me" is signed in (app/keep-page.ts fills
// that cache and a sign-out empties it), else a page that says so. It tells open pages of a new version: the build
// writes its name here, so that the browser finds this file changed. And it tells people of what came in while no page is looked at.
const VERSION = 'development';
const CACHE = 'farline-offline-1';
const OFFLINE = '/offline.html';
const PAGE_CACHE = 'farline-page';
const OVER_CACHE = 'farline-over';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([OFFLINE, '/offline.js', '/mark.svg'])));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => ![CACHE, PAGE_CACHE, OVER_CACHE].includes(name)).map((name) => caches.delete(name)),
        ),
      )
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
    event.respondWith(fetch(request).catch(async () => (await keptOf('/dashboard')) ?? caches.match(OFFLINE)));
    return;
  }
  // What the offline page itself needs.
  const { origin, pathname } = new URL(request.url);
  if (origin === self.location.origin && (pathname === '/offline.js' || pathname === '/mark.svg')) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  } else if (origin === self.location.origin && (pathname.startsWith('/assets/') || pathname === '/before-paint.js')) {
    event.respondWith(
      fetch(request).catch(async (error) => {
        const kept = await keptOf(pathname);
        if (kept === undefined) throw error;
        return kept;
      }),
    );
  }
});

const keptOf = (path) => caches.match(path, { cacheName: PAGE_CACHE, ignoreVary: true });

/** How long pages have to say which of them would go where a notification leads, and the chosen one to say that it goes. */
const PAGE_ANSWERS_MS = 500;
const PAGE_GOES_MS = 300;
/** How often a page that was opened for a call is told to answer or place it: for as long as anybody lets it ring. */
const STARTING_TRIES = 30;
const STARTING_ANSWERS_MS = 1000;
const DECLINED_MS = 5000;
/** Safari takes the permission away from whoever is sent something and shows nothing (WebKit, `userVisibleOnly`). */
const MUST_SHOW_ALL = !/Chrom|Android|Firefox/.test(self.navigator.userAgent);

self.addEventListener('push', (event) => event.waitUntil(tell(event.data)));

/** Shows what came in (`PushContent` of the contracts), unless somebody looks at a page of ours: that tells it itself. */
async function tell(data) {
  const { tag, title, body, path, direction, language, call, callBack, isOver, isRead, at } = data.json();
  if (isOver === true) {
    await noteOver(tag).catch(() => undefined); // Without room for it this call goes all the same.
    return await takeBack({ tag, title }, rings);
  }
  // What came in since may have overtaken it.
  if (isRead === true) return await takeBack({ tag, title }, (shown) => !(Date.parse(shown.at) > Date.parse(at)));
  if (call !== undefined && (await wasOver(tag))) return await takeBack({ tag, title }, rings);
  const pages = await openPages();
  if (!MUST_SHOW_ALL && pages.some((page) => page.visibilityState === 'visible')) return;
  await self.registration.showNotification(title, {
    tag,
    body,
    dir: direction,
    lang: language,
    data: { path, call, callBack, at },
    ...whileItRings(call),
    ...(callBack === undefined ? {} : { actions: [{ action: 'call-back', title: callBack.title }] }),
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    renotify: true,
  });
  // It may have ended while this was shown.
  if (call !== undefined && (await wasOver(tag))) await takeBack({ tag, title }, rings);
}

/** What was told of a call since, a missed one above all, is not taken back with it. */
const rings = (shown) => shown.call !== undefined;

/** So many calls that are over are remembered, which is more than ring within any push's life. */
const MOST_OVER = 50;
const overPath = (tag) => `/over/${encodeURIComponent(tag)}`;

/** Push services owe no order (RFC 8030): told afterwards that it rings, a call that is over would stand on the screen for good. */
async function noteOver(tag) {
  const cache = await caches.open(OVER_CACHE);
  await cache.put(overPath(tag), new Response());
  const oldest = (await cache.keys()).slice(0, -MOST_OVER);
  await Promise.all(oldest.map((key) => cache.delete(key)));
}

const wasOver = async (tag) => (await caches.match(overPath(tag), { cacheName: OVER_CACHE })) !== undefined;

/** A call stays on the screen until it is over, with a button for each thing that can be done with it. */
const whileItRings = (call) =>
  call === undefined
    ? {}
    : {
        requireInteraction: true,
        vibrate: [600, 300, 600, 300, 600],
        actions: [
          { action: 'answer', title: call.answer },
          { action: 'decline', title: call.decline },
        ],
      };

/** What stands under this tag and is over goes from the screen, and nothing comes in its place. */
async function takeBack({ tag, title }, isOver) {
  if (MUST_SHOW_ALL) {
    // What stays has the tag itself, and would be replaced.
    const forNow = `over ${tag}`;
    await self.registration.showNotification(title, { tag: forNow, silent: true, data: { path: '/' } });
    for (const shown of await self.registration.getNotifications({ tag: forNow })) shown.close();
  }
  for (const shown of await self.registration.getNotifications({ tag })) {
    if (isOver(shown.data ?? {})) shown.close();
  }
}

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  const { path, call, callBack } = notification.data;
  notification.close();
  if (action === 'decline') event.waitUntil(decline(call.token));
  else if (action === 'call-back') event.waitUntil(lead({ path, callBack: callBack.number }));
  else event.waitUntil(lead({ path, answer: action === 'answer' ? call.id : undefined }));
});

/** Declines a call without a page, by the proof that came with it; tried again once, since calls come in on the way too. */
async function decline(token, triesLeft = 1) {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(DECLINED_MS),
  };
  const reply = await fetch('/api/v1/push/decline', request).catch(() => null);
  if ((reply === null || reply.status >= 500) && triesLeft > 0) await decline(token, triesLeft - 1);
}

/**
 * Brings a page that is open to the front and has it go there by itself: loaded anew, its call would end. Without one, opens one. All pages are
 * asked at the same time which of them would: Firefox lets a click do either for a second.
 */
async function lead(where) {
  const isForPhone = (where.answer ?? where.callBack) !== undefined;
  const pages = [...(await openPages())].sort((one, other) => rank(other) - rank(one));
  const replies = await Promise.all(pages.map((page) => ask(page, { isForPhone }, PAGE_ANSWERS_MS)));
  // Where the page that has the phone says nothing, another shows what stands in the way.
  const chosen = pages[replies.indexOf('ready')] ?? pages[replies.indexOf('phone elsewhere')];
  // Pages of the version before don't know the question: where no other would go, one is told once, and judges by itself.
  const page = chosen ?? pages[0];
  const told = chosen === undefined ? where : { ...where, anyway: true };
  if (page !== undefined && (await ask(page, told, PAGE_GOES_MS)) === 'going') return void (await page.focus());
  const opened = await self.clients.openWindow(where.path);
  if (!isForPhone || opened === null) return;
  // It listens once it knows who is signed in.
  for (let tries = 0; tries < STARTING_TRIES; tries += 1) {
    if ((await ask(opened, { ...where, anyway: true }, STARTING_ANSWERS_MS)) === 'going') return;
  }
}

const openPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const rank = (page) => Number(page.focused) * 2 + Number(page.visibilityState === 'visible');

/** What a page says to it; null from one that nobody is signed in at: it does not answer. */
function ask(page, what, waitsMs) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), waitsMs);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      port1.close();
      resolve(data);
    };
    page.postMessage(what, [port2]);
  });
}

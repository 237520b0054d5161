import { createECDH, randomBytes } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { stack } from './stack.ts';

/** A push message as the browser's push service would hand it to the worker of our pages. */
export type Delivered = {
  tag: string;
  title: string;
  body: string;
  path: string;
  call?: { id: string; token: string; answer: string; decline: string };
  isOver?: true;
  at?: string;
  isRead?: true;
};

/**
 * Our worker, once it runs, as the browser's own tools speak to it: what they deliver comes as from a push service. It outlives our pages; `page`
 * may be anywhere then.
 */
export async function workerOf(page: Page): Promise<{ push: (delivered: Delivered) => Promise<void> }> {
  const cdp = await page.context().newCDPSession(page);
  const { origin } = new URL(stack.url);
  const registrationId = await idOfWorker(cdp, origin);
  return {
    push: async (delivered) => {
      const data = JSON.stringify({ ...delivered, direction: 'ltr', language: 'en' });
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: `${origin}/`, registrationId, data });
    },
  };
}

async function idOfWorker(cdp: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  return await found;
}

/** What stands on the screen of this browser. */
export async function notificationsOn(page: Page): Promise<{ tag: string; title: string; body: string }[]> {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ tag, title, body }) => ({ tag, title, body }));
  });
}

/** The browser's own push service is out on the internet: in its place stands one that gives each browser a place. */
export async function giveAPushService(page: Page): Promise<void> {
  const ecdh = createECDH('prime256v1');
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const place = `https://push.example.org/${randomBytes(16).toString('hex')}`;
  await page.addInitScript(
    ([endpoint, given]) => {
      let key: ArrayBuffer | null = null;
      const subscription = {
        options: {
          get applicationServerKey() {
            return key;
          },
        },
        toJSON: () => ({ endpoint, keys: given }),
        unsubscribe: async () => {
          sessionStorage.removeItem('subscribed');
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (sessionStorage.getItem('subscribed') === null ? null : subscription),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
          key = applicationServerKey.buffer;
          sessionStorage.setItem('subscribed', 'yes');
          return subscription;
        },
      });
    },
    [place, keys] as const,
  );
}

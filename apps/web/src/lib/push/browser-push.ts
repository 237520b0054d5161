import { api } from '../api/api-client.ts';

/** Why this browser cannot tell of things, or that it could. */
export type PushAbility = 'possible' | 'insecure' | 'install_first' | 'unsupported' | 'denied';

/** For whom this browser tells of things: kept here, so that each start of a page can say anew where it is reached. */
const KEY = 'farline.push';

/** What this browser allows, as far as it says so without asking anybody. */
export function pushAbility(): PushAbility {
  if (!window.isSecureContext) return 'insecure';
  const isWhole = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  // On iPhones and iPads pages have it only once they are on the home screen (iOS 16.4).
  if (!isWhole) return isAppleTouch() ? 'install_first' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** Whether this browser has a place at its push service that was made with this key. */
export async function isSubscribed(publicKey: string): Promise<boolean> {
  const subscription = await ownSubscription();
  return subscription !== null && isOfKey(subscription, publicKey);
}

/** Asks for permission where it is not there, and has this browser told of things. Gives what came of it. */
export async function switchOn({
  publicKey,
  userId,
}: {
  publicKey: string;
  userId: string;
}): Promise<'on' | 'refused'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  await subscribe(publicKey);
  localStorage.setItem(KEY, userId);
  return 'on';
}

/** This browser tells nobody anything from now on. */
export async function switchOff(): Promise<void> {
  localStorage.removeItem(KEY);
  await (await ownSubscription())?.unsubscribe();
}

/**
 * Says anew where this browser is reached, if it tells of things for this user: push services move their addresses, and each sign-in begins
 * without one.
 */
export async function keepSubscribed(userId: string): Promise<void> {
  if (!isToldOf(userId) || pushAbility() !== 'possible' || Notification.permission !== 'granted') return;
  const { publicKey } = await api('GET /settings/push');
  await subscribe(publicKey);
}

/** Whether this browser tells this user of things. */
export const isToldOf = (userId: string): boolean => localStorage.getItem(KEY) === userId;

/** Takes all that was told from the screen: it would be read, and called back, by somebody else. */
export async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

async function subscribe(publicKey: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  let subscription = await pushManager.getSubscription();
  if (subscription !== null && !isOfKey(subscription, publicKey)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  const { endpoint, keys } = subscription.toJSON();
  await api('POST /settings/push', {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  });
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Browsers that do not say which key it was are believed. */
function isOfKey(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (key === null) return true;
  const wanted = bytesOf(publicKey);
  const has = new Uint8Array(key);
  return has.length === wanted.length && has.every((byte, place) => byte === wanted[place]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** iPads say that they are Macs, which have no touch screen. */
function isAppleTouch(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

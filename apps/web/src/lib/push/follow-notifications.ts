import { keepSubscribed } from './browser-push.ts';

/**
 * Goes where a notification leads that was clicked (public/sw.js), without loading the page anew, answers the call that it is to answer,
 * calls back whoever was missed, and says anew where this browser is reached. Gives what ends it.
 */
export function followNotifications({
  userId,
  go,
  answer,
  callBack,
}: {
  userId: string;
  go: (path: string) => void;
  answer: (callId: string) => void;
  callBack: (number: string) => void;
}): () => void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (serviceWorker === undefined) return () => undefined;
  const follow = ({ data, ports }: MessageEvent<unknown>): void => {
    const path = wordIn(data, 'path');
    if (path === null || !/^\/(?!\/)/.test(path)) return;
    ports[0]?.postMessage('going');
    const callId = wordIn(data, 'answer');
    const number = wordIn(data, 'callBack');
    // Whoever is on the page already stays where they are.
    if (callId !== null) answer(callId);
    else if (number === null) go(path);
    else callBack(number);
  };
  serviceWorker.addEventListener('message', follow);
  serviceWorker.startMessages();
  keepSubscribed(userId).catch((error: unknown) => console.warn('This browser may get no notifications', error));
  return () => serviceWorker.removeEventListener('message', follow);
}

function wordIn(data: unknown, name: string): string | null {
  const word: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : null;
  return typeof word === 'string' ? word : null;
}

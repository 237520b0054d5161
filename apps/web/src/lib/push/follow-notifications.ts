import { keepSubscribed } from './browser-push.ts';

/**
 * Goes where a notification leads that was clicked (public/sw.js), without loading the page anew, and says anew where this browser is
 * reached. Gives what ends it.
 */
export function followNotifications({ userId, go }: { userId: string; go: (path: string) => void }): () => void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (serviceWorker === undefined) return () => undefined;
  const follow = ({ data, ports }: MessageEvent<unknown>): void => {
    const path = pathIn(data);
    if (path === null) return;
    ports[0]?.postMessage('going');
    go(path);
  };
  serviceWorker.addEventListener('message', follow);
  serviceWorker.startMessages();
  keepSubscribed(userId).catch((error: unknown) => console.warn('This browser may get no notifications', error));
  return () => serviceWorker.removeEventListener('message', follow);
}

function pathIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('path' in data)) return null;
  const { path } = data;
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : null;
}

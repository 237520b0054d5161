import { useCallInProgress } from '../lib/calls/call-in-progress.ts';
import { notify } from '../lib/page/notify.ts';
import { pageVersion } from '../lib/page/page-version.ts';

const ASK_EVERY_MS = 60 * 60_000;

/**
 * Registers the worker (public/sw.js) and says so when it brings another version than this page's: never during a call,
 * and the page is loaded anew by whoever sits before it alone.
 */
export async function watchForNewVersion(): Promise<void> {
  const own = pageVersion();
  let isAnnounced = false;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const version = versionIn(data);
    if (version === null || version === own || isAnnounced) return;
    isAnnounced = true;
    onceNobodyCalls(() => {
      announce().catch((error: unknown) => console.warn('The new version cannot be announced', error));
    });
  });
  const registration = await navigator.serviceWorker.register('/sw.js');
  // The browser asks by itself only when somebody comes or goes from page to page: an open one asks too.
  const ask = (): void => void registration.update().catch(() => undefined); // Without a network there is nothing new.
  setInterval(ask, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask();
  });
}

/** Does it now, or as soon as the running call is over and no other has taken its place at the same moment. */
export function onceNobodyCalls(act: () => void): void {
  const isCalling = (): boolean => useCallInProgress.getState().isRunning;
  if (!isCalling()) return act();
  let isDone = false;
  const stop = useCallInProgress.subscribe(() =>
    queueMicrotask(() => {
      if (isDone || isCalling()) return;
      isDone = true;
      stop();
      act();
    }),
  );
}

async function announce(): Promise<void> {
  const { sharedText } = await import('../texts/shared.ts');
  await notify({
    type: 'info',
    message: sharedText.say('newVersion'),
    durationMs: 0,
    action: { label: sharedText.say('reload'), press: () => location.reload() },
  });
}

function versionIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('version' in data)) return null;
  return typeof data.version === 'string' ? data.version : null;
}

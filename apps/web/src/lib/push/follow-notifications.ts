import { useSession } from '../session/session.ts';
import { closeNotifications, isToldOf, keepSubscribed } from './browser-push.ts';

/**
 * Goes where a notification leads that was clicked (public/sw.js), without loading the page anew, answers the call that it is to answer,
 * calls back whoever was missed, and says anew where this browser is reached. Where another tab has the phone it leaves both to that one, unless
 * it is told that none takes them. Gives what ends it; where they have signed out meanwhile, nothing of theirs stays on the screen.
 */
export function followNotifications({
  userId,
  go,
  answer,
  callBack,
  isPhoneElsewhere,
}: {
  userId: string;
  go: (path: string) => void;
  answer: (callId: string) => void;
  callBack: (number: string) => void;
  isPhoneElsewhere: () => Promise<boolean>;
}): () => void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (serviceWorker === undefined) return () => undefined;
  const follow = async ({ data, ports }: MessageEvent<unknown>): Promise<void> => {
    const isAsked = fieldIn(data, 'isForPhone');
    if (typeof isAsked === 'boolean')
      return ports[0]?.postMessage(isAsked && (await isPhoneElsewhere()) ? 'phone elsewhere' : 'ready');
    const path = wordIn(data, 'path');
    if (path === null || !/^\/(?!\/)/.test(path)) return;
    const callId = wordIn(data, 'answer');
    const number = wordIn(data, 'callBack');
    const isForPhone = (callId ?? number) !== null && fieldIn(data, 'anyway') !== true;
    if (isForPhone && (await isPhoneElsewhere())) return ports[0]?.postMessage('phone elsewhere');
    ports[0]?.postMessage('going');
    // Whoever is on the page already stays where they are.
    if (callId !== null) answer(callId);
    else if (number === null) go(path);
    else callBack(number);
  };
  const hear = (event: MessageEvent<unknown>): void => void follow(event);
  serviceWorker.addEventListener('message', hear);
  serviceWorker.startMessages();
  // A session may end while no page is open.
  if (!isToldOf(userId)) void closeNotifications();
  keepSubscribed(userId).catch((error: unknown) => console.warn('This browser may get no notifications', error));
  return () => {
    serviceWorker.removeEventListener('message', hear);
    const session = useSession.getState();
    if (session.status !== 'signed-in' || session.user.id !== userId) void closeNotifications();
  };
}

function wordIn(data: unknown, name: string): string | null {
  const word = fieldIn(data, name);
  return typeof word === 'string' ? word : null;
}

function fieldIn(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : null;
}

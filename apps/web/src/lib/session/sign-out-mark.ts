import { newKey } from '../api/api-client.ts';

/** In local storage from a press of "Sign out" until the server has ended the session. It does not say whose that was. Tabs take a lock of its name. */
export const OWED = 'farline.leaving';

/** Notes that the server has still to end a session. Gives what takes that back, once it has. */
export function oweSignOut(): () => void {
  const mark = newKey();
  keepMark(mark);
  return () => settle(mark);
}

export const isSignOutOwed = (): boolean => localStorage.getItem(OWED) !== null;

/** Where there is no room for it nothing is owed: whoever leaves has left here all the same. */
export function keepMark(mark: string): void {
  try {
    localStorage.setItem(OWED, mark);
  } catch (error) {
    console.warn('The sign-out will not be made again', error);
  }
}

/** The server has heard of this one; another may be owed by now. */
export function settle(mark: string): void {
  if (localStorage.getItem(OWED) === mark) localStorage.removeItem(OWED);
}

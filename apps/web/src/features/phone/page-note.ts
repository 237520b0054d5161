const KEY = 'farline.phone.call';

/** Notes this tab's call where a reload of the page finds it. */
export function noteCall(id: string): void {
  sessionStorage.setItem(KEY, id);
}

/** The call that was under way when the page was left, or null. */
export function notedCall(): string | null {
  return sessionStorage.getItem(KEY);
}

/** The call is over and told: nothing to find after a reload. */
export function forgetCall(id: string): void {
  if (notedCall() === id) sessionStorage.removeItem(KEY);
}

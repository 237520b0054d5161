/** Whether anything was ever to be shown, so that the toaster is loaded; and whether it stands. */
export interface ToasterState {
  isWanted: boolean;
  isThere: boolean;
}

export const FIRST_TOASTER: ToasterState = { isWanted: false, isThere: false };

/** The toaster after a toast was wanted, or after it came or went itself. */
export function nextToaster(toaster: ToasterState, event: 'toast' | 'came' | 'went'): ToasterState {
  return event === 'toast' ? { ...toaster, isWanted: true } : { ...toaster, isThere: event === 'came' };
}

/** How long a toast stands, ms: above 0 as long as that, otherwise until the reader dismisses it. */
export function toastStandsMs(durationMs = 5_000): number {
  return durationMs > 0 ? durationMs : Number.POSITIVE_INFINITY;
}

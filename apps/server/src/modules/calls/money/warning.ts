import type { CallSettings } from '../record/settings.ts';

/** Below this the end is nearer than the sentence about it is long. */
const NONE_UNDER_SECONDS = 20;

/** When a call ends by what is granted. */
export function grantedEnd(call: { answeredAt: Date; grantedSeconds: number }): Date {
  return new Date(call.answeredAt.getTime() + call.grantedSeconds * 1000);
}

/** When the next stretch has to be asked for: `stretchAheadSeconds` before the granted end, never before the answer. */
export function extensionTime(call: { answeredAt: Date; grantedSeconds: number }, settings: CallSettings): Date {
  const ahead = grantedEnd(call).getTime() - settings.stretchAheadSeconds * 1000;
  return new Date(Math.max(ahead, call.answeredAt.getTime()));
}

/** When a caller is to be warned of a known end: a minute before it, at once if less is left, null if too little is. */
export function warningTime(end: Date, settings: CallSettings, now: Date): Date | null {
  if (end.getTime() - now.getTime() < NONE_UNDER_SECONDS * 1000) return null;
  return new Date(Math.max(end.getTime() - settings.warningSeconds * 1000, now.getTime()));
}

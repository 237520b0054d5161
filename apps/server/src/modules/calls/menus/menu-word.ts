import { createHmac, timingSafeEqual } from 'node:crypto';

const LENGTH = 32;

/** What the attendant is told with the menu of a call, and shows with each choice made there: nobody else can place a call for it. */
export const menuWord = (secret: string, incomingCallId: string): string =>
  createHmac('sha256', secret).update(`menu:${incomingCallId}`).digest('hex').slice(0, LENGTH);

/** Whether that is the word of this call. */
export function isMenuWord(
  secret: string,
  { incomingCallId, word }: { incomingCallId: string; word: string },
): boolean {
  const own = Buffer.from(menuWord(secret, incomingCallId));
  const shown = Buffer.from(word);
  return shown.length === own.length && timingSafeEqual(shown, own);
}

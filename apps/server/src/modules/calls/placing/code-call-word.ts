import { createHmac, timingSafeEqual } from 'node:crypto';

const LENGTH = 32;

/** What the attendant is told with an order for a call that says a code, and shows where it places it: nobody else can. */
export const codeCallWord = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`code:${id}`).digest('hex').slice(0, LENGTH);

/** Whether that is the word of this verification. */
export function isCodeCallWord(secret: string, { id, word }: { id: string; word: string }): boolean {
  const own = Buffer.from(codeCallWord(secret, id));
  const shown = Buffer.from(word);
  return shown.length === own.length && timingSafeEqual(shown, own);
}

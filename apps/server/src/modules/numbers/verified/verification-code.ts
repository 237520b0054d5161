import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

const CODES = 1_000_000;
const DIGITS = 6;
/** How long a code counts, from when it was asked for. */
export const CODE_COUNTS_MS = 10 * 60_000;

/** Six digits that nobody can guess. */
export const newCode = (): string => String(randomInt(CODES)).padStart(DIGITS, '0');

/** The code of a verification that is written to its telephone: known to whoever has the server's secret, and kept nowhere. */
export function writtenCode(secret: string, id: string): string {
  const digest = createHmac('sha256', secret).update(`written:${id}`).digest();
  return String(digest.readUIntBE(0, 6) % CODES).padStart(DIGITS, '0');
}

/** What is kept of a code: without the server's secret it says nothing. */
export const hashOfCode = (secret: string, { id, code }: { id: string; code: string }): Buffer =>
  createHmac('sha256', secret).update(`verification:${id}:${code}`).digest();

/** Whether that is the code; how long it takes tells nothing. */
export const isCode = (secret: string, shown: { id: string; code: string; hash: Buffer }): boolean =>
  timingSafeEqual(hashOfCode(secret, shown), shown.hash);

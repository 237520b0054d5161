import { createHash } from 'node:crypto';
import type { CardMark } from './payment.ts';
import type { TestCard } from './test-cards.ts';

/** What is kept of a test card: the last four of its number, and SHA-256 of it all to know it again. */
export function markOf({ brand, number }: TestCard, expires: string): CardMark {
  const fingerprint = createHash('sha256').update(number).digest('hex');
  return { brand, lastFour: number.slice(-4), expires, fingerprint };
}

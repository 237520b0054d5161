import type { Executor } from '../../../platform/database.ts';
import { accountOfNumber } from '../../numbers/index.ts';
import type { DeliveryReceipt } from '../record/carrier.ts';
import { type UnansweredMessage, unansweredTo } from './delivery-receipts-store.ts';

/** What a receipt says of its message, beside an id that nobody knows. */
export type About = Pick<DeliveryReceipt, 'bind' | 'peer' | 'number' | 'beginning'>;

/**
 * The message whose response was lost and that a receipt of an unheard id is of; null where none is, or while a response to another one
 * is awaited, whose it may be. The sender is the same; where the carrier wrote one that is nobody's, the only message to that person is meant.
 */
export async function findUnknown(db: Executor, about: About): Promise<string | null> {
  const toThem = await unansweredTo(db, about);
  const bySame = toThem.filter(({ number }) => number === about.number);
  if (bySame.length > 0) return chosen(bySame, about.beginning ?? null);
  const [only, ...others] = toThem;
  if (only === undefined || others.length > 0 || (await accountOfNumber(db, about.number)) !== null) return null;
  return chosen([only], null);
}

/** Of messages in their order the one that begins as the receipt says, else the oldest. */
function chosen(messages: readonly UnansweredMessage[], beginning: string | null): string | null {
  if (messages.some(({ isAwaited }) => isAwaited)) return null;
  const fits: number[] = messages.map(({ text }) => fit(text, beginning ?? ''));
  return messages[fits.indexOf(Math.max(...fits))]?.id ?? null;
}

/** Shorter words stand in many a text by chance. */
const SHORTEST_WITHIN = 8;

/** How well a text fits the words that a receipt quotes: 3 where it is no longer than they are, 0 where it doesn't. */
export function fit(text: string, beginning: string): 0 | 1 | 2 | 3 {
  const [whole, words] = [lettersOf(text), lettersOf(beginning)];
  if (words === '') return 0;
  if (whole === words) return 3;
  if (whole.startsWith(words)) return 2;
  // The receipt of a later part of a long text quotes that part.
  return words.length >= SHORTEST_WITHIN && whole.includes(words) ? 1 : 0;
}

/** Carriers write other signs for those that their alphabet lacks, and leave accents out: letters and digits are compared alone. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

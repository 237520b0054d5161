import type { Executor } from '../../../platform/database.ts';
import { CODE_COUNTS_MS, verificationsOver } from '../../numbers/index.ts';
import type { MessageRecord } from '../record/message-record.ts';

/** How long a carrier tries to deliver. */
const VALID_SECONDS = 24 * 60 * 60;

type Coded = Pick<MessageRecord, 'codeOf' | 'createdAt'>;

/** Seconds for which it is worth something to whoever it is for: a code is until it counts no more. */
export function validSeconds({ codeOf, createdAt }: Coded, at: Date): number {
  if (codeOf === null) return VALID_SECONDS;
  return Math.floor((createdAt.getTime() + CODE_COUNTS_MS - at.getTime()) / 1_000);
}

/** Says of messages whether the code that they carry, if any, is over: too late, used up, or followed by another. */
export async function codesOver(
  db: Executor,
  messages: readonly Coded[],
  at: Date,
): Promise<(message: Coded) => boolean> {
  const codes = messages.flatMap(({ codeOf }) => (codeOf === null ? [] : [codeOf]));
  const over = await verificationsOver(db, codes);
  return (message) => message.codeOf !== null && (over.has(message.codeOf) || validSeconds(message, at) < 1);
}

import { type Micros, micros } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import type { ForgivenPart } from '../../rating/index.ts';
import { answeredSeconds, type EndedProgress } from '../record/call.ts';
import type { CallRecord } from '../record/call-record.ts';
import { forgivable } from './forgivable.ts';
import { forgivenSince, insertForgiven, lockForgiven } from './forgiven-store.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Whether a call that ends may have seconds that are not charged. None that came in: there the side that falls silent is the one
 * that pays, and it could keep its sound back for that.
 */
export function mayBeForgiven(call: CallRecord): boolean {
  const isPaid = call.holdId !== null || call.allowance !== null;
  return isPaid && call.direction === 'outbound' && call.lostSound !== null;
}

/** What an ended call was forgiven; null: nothing. */
export function forgivenPart({ lostSound, forgivenSeconds }: CallRecord): ForgivenPart | null {
  return lostSound === null || forgivenSeconds === 0 ? null : { because: lostSound.because, seconds: forgivenSeconds };
}

/**
 * The seconds of a call that ends now that are not charged, because we or the carrier lost its sound. All that an account is
 * forgiven in any 24 hours is worth at most `mostADayMicros`, however many calls end at once.
 */
export async function forgiveLostSound(
  tx: Transaction,
  call: CallRecord,
  ended: EndedProgress,
  mostADayMicros: Micros,
): Promise<number> {
  const { lostSound } = call;
  const { answeredAt, endedAt } = ended;
  if (lostSound === null || answeredAt === null || !mayBeForgiven(call)) return 0;
  await lockForgiven(tx, call.accountId);
  const since = new Date(endedAt.getTime() - DAY_MS);
  const usedMicros = await forgivenSince(tx, { accountId: call.accountId, since });
  const leftMicros = micros(usedMicros < mostADayMicros ? mostADayMicros - usedMicros : 0n);
  const lost = { answeredAt, lostAt: lostSound.at, answeredSeconds: answeredSeconds(ended, call.grantedSeconds) };
  const { seconds, amountMicros } = forgivable(call.rated.terms, lost, leftMicros);
  if (seconds === 0) return 0;
  const { id: callId, accountId } = call;
  await insertForgiven(tx, { callId, accountId, endedAt, because: lostSound.because, seconds, amountMicros });
  return seconds;
}

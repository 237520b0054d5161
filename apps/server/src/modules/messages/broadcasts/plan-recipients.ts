import { type Alphabets, alphabetsOf } from '../record/alphabets.ts';
import { carriersFor } from '../record/carrier.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import { fieldsOf, MESSAGE_LIMITS } from '@farline/contracts';
import { segmentText } from '@farline/sms';
import type { Transaction } from '../../../platform/database.ts';
import { Problem } from '../../../platform/problems.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { TAKE_MESSAGES } from '../sending/plan-message.ts';
import { type BroadcastRecord, type RecipientRow, textFor } from './broadcast.ts';
import { quietPlaceOf } from './quiet-places.ts';
import type { RecipientsFile } from './read-recipients.ts';
import {
  closedTo,
  type PlannedRecipient,
  type RecipientRecord,
  recipientsToPlan,
  savePlanned,
} from './recipients-store.ts';

/** So many are looked at before others have their turn. */
const AT_ONCE = 100;
const SAVED_AT_ONCE = 1_000;

/** Reads the numbers of a file's rows. What is no number, and what an earlier row has already, is left out for good. */
export async function readNumbers(
  { rating }: Pick<MessagesDeps, 'rating'>,
  { rows }: RecipientsFile,
  how: { rateTable: string; defaultCountry: string | undefined },
): Promise<RecipientRow[]> {
  const seen = new Set<string>();
  const read: RecipientRow[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % AT_ONCE === 0) await breathe();
    const number = numberOf(rating, row.typed, how);
    if ('reason' in number) read.push({ ...row, peer: null, reason: number.reason });
    else if (seen.has(number.peer)) read.push({ ...row, peer: null, reason: 'duplicate' });
    else read.push({ ...row, peer: number.peer, reason: null });
    if ('peer' in number) seen.add(number.peer);
  }
  return read;
}

function numberOf(
  rating: MessagesDeps['rating'],
  typed: string,
  { rateTable, defaultCountry }: { rateTable: string; defaultCountry: string | undefined },
): { peer: string } | { reason: string } {
  try {
    return { peer: rating.lookUp({ typed, rateTable, defaultCountry }).rated.number };
  } catch (error) {
    if (error instanceof Problem) return { reason: error.code };
    throw error;
  }
}

/**
 * Looks at everybody who may be written to as things are now: what they get, what a segment costs, and who is left out and why.
 * The broadcast is locked.
 */
export async function planRecipients(
  deps: Pick<MessagesDeps, 'rating' | 'carriers'>,
  tx: Transaction,
  broadcast: BroadcastRecord,
  { rateTable, state }: { rateTable: string; state: 'trial' | 'active' },
): Promise<void> {
  const { id: broadcastId, accountId } = broadcast;
  const isDraft = broadcast.state === 'draft';
  const wanted = fieldsOf(broadcast.text);
  const writes = alphabetsOf(carriersFor(deps.carriers(), state));
  for (let after = 0; ; ) {
    const found = await recipientsToPlan(tx, { broadcastId, isDraft, after, most: SAVED_AT_ONCE });
    const closed = await closedTo(tx, { accountId, peers: found.map(({ peer }) => peer) });
    const rows: PlannedRecipient[] = [];
    for (const [place, recipient] of found.entries()) {
      if (place % AT_ONCE === 0) await breathe();
      const reason = closed.get(recipient.peer) ?? null;
      rows.push(planOne(deps, { broadcast, recipient, reason, wanted, rateTable, writes }));
    }
    await savePlanned(tx, { broadcastId, rows });
    after = found.at(-1)?.line ?? after;
    if (found.length < SAVED_AT_ONCE) return;
  }
}

function planOne(
  { rating }: Pick<MessagesDeps, 'rating'>,
  planned: {
    broadcast: BroadcastRecord;
    recipient: RecipientRecord & { peer: string };
    reason: string | null;
    wanted: readonly string[];
    rateTable: string;
    writes: Alphabets;
  },
): PlannedRecipient {
  const { broadcast, recipient, wanted, rateTable, writes } = planned;
  const { line, peer, fields } = recipient;
  const leftOut = (reason: string): PlannedRecipient => ({
    line,
    reason,
    segments: 0,
    currency: null,
    per_segment: null,
    country_code: null,
    time_zones: null,
  });
  if (planned.reason !== null) return leftOut(planned.reason);
  if (wanted.some((name) => !Object.hasOwn(fields, name) || fields[name] === '')) return leftOut('field_missing');
  const priced = priceOf(rating, peer, rateTable);
  if ('reason' in priced) return leftOut(priced.reason);
  const text = textFor(broadcast, fields);
  const { parts } = segmentText(text, writes);
  if (text.length > MESSAGE_LIMITS.textLength || parts.length > MESSAGE_LIMITS.segments)
    return leftOut('message_too_long');
  const { currency, perSegmentMicros, countryCode } = priced;
  const place = quietPlaceOf(peer, countryCode);
  return {
    line,
    reason: null,
    segments: parts.length,
    currency,
    per_segment: perSegmentMicros.toString(),
    country_code: place?.countryCode ?? null,
    time_zones: place?.timeZones ?? null,
  };
}

function priceOf(rating: MessagesDeps['rating'], peer: string, rateTable: string) {
  try {
    const { rated } = rating.lookUp({ typed: peer, rateTable, defaultCountry: undefined });
    const rate = rating.messageRate(rated.number, rateTable);
    if (rate === null || !TAKE_MESSAGES.has(rated.destination.kind)) return { reason: 'number_takes_no_messages' };
    return { ...rate, countryCode: rated.destination.countryCode };
  } catch (error) {
    if (error instanceof Problem) return { reason: error.code };
    throw error;
  }
}

import type { Executor } from '../../../platform/database.ts';
import { numberAsked } from '../../numbers/index.ts';
import type { Micros } from '@farline/contracts';
import { type Segments, segmentText } from '@farline/sms';
import type { PaidBy, RatedNumber, SegmentPrice } from '../../rating/index.ts';
import { type Alphabets, alphabetsOf } from '../record/alphabets.ts';
import { carriersFor } from '../record/carrier.ts';
import { splitSegments } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import {
  accountClosed,
  nameNotThere,
  noCarrier,
  senderNotAllowed,
  takesNoMessages,
} from '../record/messages-problems.ts';
import { isSenderName, whyNotThere } from '../record/sender-names.ts';
import { findSenderName } from '../record/sender-names-store.ts';
import { findSender, numberOfConversation, type Sender } from './sender-store.ts';

/** A message as somebody asks to send it. */
export type NewMessage = {
  accountId: string;
  to: string;
  from: string | undefined;
  text: string;
  defaultCountry: string | undefined;
};

/** What a message would be, who would carry it, and who would pay how much. Nothing is held yet. */
export type PlannedMessage = {
  rated: RatedNumber;
  /** The destination is dear, and opened by nobody as far as the rates know. */
  isClosed: boolean;
  sender: Sender & { state: 'trial' | 'active'; number: string };
  segments: Segments;
  /** What every carrier writes that may be given it. */
  writes: Alphabets;
  rate: SegmentPrice;
  isPractice: boolean;
  paidBy: PaidBy;
  /** Of the plan's messages, as far as they are free now. */
  includedSegments: number;
  costMicros: Micros;
};

/** The kinds of numbers that can be written to. */
export const TAKE_MESSAGES: ReadonlySet<string> = new Set(['mobile', 'fixed', 'voip', 'personal']);

/** Reads what a message would be. Throws the Problem that says why it cannot be sent at all. */
export async function planMessage(
  { database, clock, rating, carriers }: Pick<MessagesDeps, 'database' | 'clock' | 'rating' | 'carriers'>,
  request: NewMessage,
): Promise<PlannedMessage> {
  const name = request.from !== undefined && isSenderName(request.from) ? request.from : null;
  const asked = name === null ? numberAsked(request.from) : null;
  const found = await findSender(database, { accountId: request.accountId, number: asked, at: clock.now() });
  if (found === null || found.state === 'closed') throw accountClosed();
  const { rated, isOpen } = rating.lookUp({
    typed: request.to,
    rateTable: found.rateTable,
    defaultCountry: request.defaultCountry,
  });
  const rate = rating.messageRate(rated.number, found.rateTable);
  if (rate === null || !TAKE_MESSAGES.has(rated.destination.kind)) throw takesNoMessages();
  const { state } = found;
  const conversation = { accountId: request.accountId, peer: rated.number };
  const number =
    name === null
      ? await numberOf(database, { ...conversation, asked, usual: found.number })
      : await nameAllowed(database, { accountId: request.accountId, name, countryCode: rated.destination.countryCode });
  const ways = carriersFor(carriers(), state);
  if (ways.length === 0) throw noCarrier();
  const isPractice = ways.every(({ isSandbox }) => isSandbox);
  const writes = alphabetsOf(ways);
  const segments = segmentText(request.text, writes);
  const split = splitSegments(segments.parts.length, found.allowance?.segments ?? 0, rate.perSegmentMicros);
  return {
    ...{ rated, rate, isPractice, segments, writes },
    isClosed: !isOpen,
    sender: { ...found, state, number },
    paidBy: whoPays({ isPractice, costMicros: split.costMicros }, found.trialAvailableMicros),
    ...split,
  };
}

/** The account's number that sends; nobody named one: an answer comes from the one that was written to. */
async function numberOf(
  db: Executor,
  { asked, usual, ...conversation }: { accountId: string; peer: string; asked: string | null; usual: string | null },
): Promise<string> {
  const number = (asked === null ? await numberOfConversation(db, conversation) : null) ?? usual;
  if (number === null) throw senderNotAllowed();
  return number;
}

/** The name as it was allowed, where it may be the sender. Throws the Problem that says why not. */
async function nameAllowed(
  db: Executor,
  { accountId, name, countryCode }: { accountId: string; name: string; countryCode: string | null },
): Promise<string> {
  const allowed = await findSenderName(db, { accountId, name });
  if (allowed === null) throw senderNotAllowed();
  const why = whyNotThere(allowed, countryCode);
  if (why !== null) throw nameNotThere(allowed.name, why);
  return allowed.name;
}

/** What pays for a message: practice is paid by trial credit where that covers all of it, and everything else by money alone. */
export function whoPays(message: { isPractice: boolean; costMicros: bigint }, trialAvailableMicros: bigint): PaidBy {
  const { isPractice, costMicros } = message;
  return isPractice && costMicros > 0n && trialAvailableMicros >= costMicros ? 'trial_credit' : 'money';
}

import type { Micros } from '@farline/contracts';
import { type Segments, segmentText } from '@farline/sms';
import { Problem } from '../../../platform/problems.ts';
import { batched, BOUNDS_OF_REQUESTS } from '../../../platform/concurrency/batching.ts';
import { onceFor } from '../../../platform/once-for.ts';
import { numberAsked } from '../../numbers/index.ts';
import type { PaidBy, RatedNumber, SegmentPrice } from '../../rating/index.ts';
import { type Alphabets, alphabetsOf } from '../record/alphabets.ts';
import { type Carrier, carriersFor, hasReal } from '../record/carrier.ts';
import { splitSegments } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import {
  accountClosed,
  nameNotThere,
  noCarrier,
  noSender,
  senderNotAllowed,
  takesNoMessages,
} from '../record/messages-problems.ts';
import { isSenderName, whyNotThere } from '../record/sender-names.ts';
import { type AskedConversation, type Conversation, findConversations } from './conversations-store.ts';
import { findSenders, type Sender } from './sender-store.ts';

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
  /** The destination is expensive, and opened by nobody as far as the rates know. */
  isClosed: boolean;
  sender: Sender & { state: 'trial' | 'active'; number: string };
  conversation: Conversation;
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

type PlanDeps = Pick<MessagesDeps, 'database' | 'clock' | 'rating' | 'carriers'>;

const MOST_AT_ONCE = 50;
/** Reads what a message would be, together with those that are asked for at the same time. Throws the Problem that says why it cannot be sent at all. */
export async function planMessage(deps: PlanDeps, request: NewMessage): Promise<PlannedMessage> {
  const planned = await planningLine(deps)(request);
  if (planned instanceof Problem) throw planned;
  return planned;
}

const planningLine = onceFor((deps: PlanDeps) =>
  batched({
    most: MOST_AT_ONCE,
    bounds: BOUNDS_OF_REQUESTS,
    work: async (requests: readonly NewMessage[]) => await planEach(deps, requests),
  }),
);

/** What each of these messages would be, or why it cannot be sent; two round trips for all of them. */
async function planEach(deps: PlanDeps, requests: readonly NewMessage[]): Promise<(PlannedMessage | Problem)[]> {
  const names = requests.map(({ from }) => (from !== undefined && isSenderName(from) ? from : null));
  const senders = await findSenders(deps.database, {
    asked: requests.map(({ accountId, from }, place) => ({
      accountId,
      number: names[place] === null ? numberAsked(from) : null,
    })),
    at: deps.clock.now(),
    hasReal: hasReal(deps.carriers()),
  });
  const destined = requests.map((request, place) =>
    orProblem(() => destinationOf(deps, request, { sender: senders[place] ?? null, name: names[place] ?? null })),
  );
  const conversations = await findConversations(
    deps.database,
    destined.flatMap((one) => (one instanceof Problem ? [] : [one.asked])),
  );
  const inTurn = conversations.values();
  return destined.map((one) => {
    if (one instanceof Problem) return one;
    const conversation = inTurn.next().value;
    if (conversation === undefined) throw new Error('each that is asked for is answered');
    return orProblem(() => planOf(one, conversation));
  });
}

function orProblem<Found>(find: () => Found): Found | Problem {
  try {
    return find();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

type Destined = {
  request: NewMessage;
  sender: Sender & { state: 'trial' | 'active' };
  rated: RatedNumber;
  isOpen: boolean;
  rate: SegmentPrice;
  ways: readonly Carrier[];
  asked: AskedConversation;
};

/** Who sends, and to which number at what price. */
function destinationOf(
  { rating, carriers }: PlanDeps,
  request: NewMessage,
  { sender, name }: { sender: Sender | null; name: string | null },
): Destined {
  if (sender === null || sender.state === 'closed') throw accountClosed();
  const { state, rateTable } = sender;
  const { rated, isOpen } = rating.lookUp({
    typed: request.to,
    rateTable,
    defaultCountry: request.defaultCountry,
  });
  const rate = rating.messageRate(rated.number, rateTable);
  if (rate === null || !TAKE_MESSAGES.has(rated.destination.kind)) throw takesNoMessages();
  const ways = carriersFor(carriers(), state);
  const isPractice = ways.every(({ isSandbox }) => isSandbox);
  const asked = { accountId: request.accountId, peer: rated.number, name, isPractice };
  return { request, sender: { ...sender, state }, rated, isOpen, rate, ways, asked };
}

function planOf(destined: Destined, conversation: Conversation): PlannedMessage {
  const { request, sender, rated, isOpen, rate, ways } = destined;
  const { isPractice } = destined.asked;
  const number = senderOf(destined, conversation);
  if (ways.length === 0) throw noCarrier();
  const writes = alphabetsOf(ways);
  const segments = segmentText(request.text, writes);
  const split = splitSegments(segments.parts.length, sender.allowance?.segments ?? 0, rate.perSegmentMicros);
  return {
    rated,
    rate,
    isPractice,
    segments,
    writes,
    conversation,
    isClosed: !isOpen,
    sender: { ...sender, number },
    paidBy: whoPays({ isPractice, costMicros: split.costMicros }, sender.trialAvailableMicros),
    ...split,
  };
}

/**
 * The account's number or name that sends; nobody named one: an answer comes from the one that was written to. Throws the Problem that says
 * why it cannot be the sender there.
 */
function senderOf({ request, asked, sender, rated }: Destined, { number, allowedName }: Conversation): string {
  if (asked.name !== null) {
    if (allowedName === null) throw senderNotAllowed();
    const why = whyNotThere(allowedName, rated.destination.countryCode);
    if (why !== null) throw nameNotThere(allowedName.name, why);
    return allowedName.name;
  }
  const named = numberAsked(request.from);
  const own = (named === null ? number : null) ?? sender.number;
  if (own === null) throw asked.isPractice ? senderNotAllowed() : noSender(named);
  return own;
}

/** What pays for a message: practice is paid by trial credit where that covers all of it, and everything else by money alone. */
export function whoPays(message: { isPractice: boolean; costMicros: bigint }, trialAvailableMicros: bigint): PaidBy {
  const { isPractice, costMicros } = message;
  return isPractice && costMicros > 0n && trialAvailableMicros >= costMicros ? 'trial_credit' : 'money';
}

import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { gathered } from '../../../platform/concurrency/batching.ts';
import { UnderWay } from '../../../platform/concurrency/each-side-by-side.ts';
import { type Account, findAccount, statesOfAccounts } from '../../accounts/index.ts';
import { type CutText, cutAsSold } from '../record/alphabets.ts';
import { type Carrier, carriersFor, type PartToSend, type SendOutcome } from '../record/carrier.ts';
import { writtenCode } from '../../numbers/index.ts';
import { withCode } from '../record/hidden-code.ts';
import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { saveRefusal } from '../record/messages-store.ts';
import { codesOver, validSeconds } from './codes-in-time.ts';
import { compareSegments } from './compare-segments.ts';
import { change, followParts } from './follow-parts.ts';
import {
  CLAIM_MS,
  type ClaimedMessage,
  claimDueMessages,
  giveUpWaiting,
  type HeldBack,
  markSubmitting,
  type PartOutcome,
  partStates,
  sendAgainElsewhere,
} from './parts-store.ts';
import { type CarrierAnswer, recordAnswers } from './take-delivery-receipts.ts';

/**
 * Messages on their way to one carrier, and what it said of them, until it is written down. More would make a carrier no quicker whose window
 * is full, and leave more of them unknown when the server dies.
 */
const MOST_OF_CARRIER = 100;
const LOOK_AGAIN_MS = 100;
/** Between tries to write down what a carrier said; all of them are over before somebody else takes the sender for dead. */
const LONGEST_PAUSE_MS = 6_000;

/**
 * Sends the messages that are due until none is left, or it is to stop: as soon as some are done, others are taken, so that a slow one
 * holds up no other, and a slow carrier none of another carrier. Resolves when nothing is under way any more.
 */
export async function sendDueMessages(deps: MessagesDeps, stopping?: AbortSignal): Promise<void> {
  const record = gathered<CarrierAnswer>({
    most: MOST_OF_CARRIER,
    work: async (answers) => await recordOutcomes(deps, answers),
  });
  const underWay = new UnderWay();
  const ofCarrier = new Map<string, number>();
  const failed = (error: unknown) => deps.log.error({ err: error }, 'a message could not be carried on');
  const follow = ({ bind, work }: Begun): void => {
    const add = (more: number) => bind !== null && ofCarrier.set(bind, (ofCarrier.get(bind) ?? 0) + more);
    add(1);
    underWay.add(work.catch(failed).finally(() => add(-1)));
  };
  try {
    while (stopping?.aborted !== true && deps.carriers().some((carrier) => carrier.takesNow())) {
      const { most, forFull, forDown } = roomAt(deps.carriers(), ofCarrier);
      const claimed = most === 0 ? [] : await claim(deps, { most, heldBack: [...forFull, ...forDown] });
      for (const begun of await begin(deps, claimed, record)) follow(begun);
      // What was passed over for a carrier that was full may have room by now.
      if (claimed.length === 0 && underWay.size === 0 && forFull.length === 0) return;
      const isMoreDue = claimed.length === most;
      if (!isMoreDue || roomAt(deps.carriers(), ofCarrier).most === 0)
        await underWay.oneEnds({ withinMs: LOOK_AGAIN_MS });
    }
  } finally {
    await underWay.allEnd();
  }
}

/**
 * How many messages may be begun, whichever carriers they are for; `forFull`: those of carriers that have as many as they may; `forDown`:
 * those that no carrier that is up may take any more, and one that is down may.
 */
function roomAt(
  carriers: readonly Carrier[],
  ofCarrier: ReadonlyMap<string, number>,
): { most: number; forFull: HeldBack[]; forDown: HeldBack[] } {
  const up = carriers.filter((carrier) => carrier.takesNow());
  const down = carriers.filter((carrier) => !up.includes(carrier));
  const named = (some: readonly Carrier[], isPractice: boolean) =>
    some.filter(({ isSandbox }) => isSandbox === isPractice).map(({ name }) => name);
  const roomOf = ({ name }: Carrier) => Math.max(0, MOST_OF_CARRIER - (ofCarrier.get(name) ?? 0));
  const rooms = up.map(roomOf).filter((room) => room > 0);
  const forFull = up.flatMap((carrier, place) => {
    if (roomOf(carrier) > 0) return [];
    const { name, isSandbox: isPractice } = carrier;
    return [{ isPractice, refusedBy: named(up.slice(0, place), isPractice), notBy: [name] }];
  });
  const forDown = [true, false].flatMap((isPractice) => {
    const notBy = named(down, isPractice);
    return notBy.length === 0 ? [] : [{ isPractice, refusedBy: named(up, isPractice), notBy }];
  });
  return { most: rooms.length === 0 ? 0 : Math.min(...rooms), forFull, forDown };
}

async function claim(
  { database, clock }: MessagesDeps,
  wanted: { most: number; heldBack: readonly HeldBack[] },
): Promise<ClaimedMessage[]> {
  const now = clock.now();
  return await claimDueMessages(database, { now, until: new Date(now.getTime() + CLAIM_MS), ...wanted });
}

type Record = (answer: CarrierAnswer) => Promise<void>;

/** Work that was begun; `bind`: the carrier that it is with. */
type Begun = { bind: string | null; work: Promise<void> };

/** Begins to send what was claimed: each by itself, noted together before anything is said to a carrier. */
async function begin(deps: MessagesDeps, claimed: readonly ClaimedMessage[], record: Record): Promise<Begun[]> {
  if (claimed.length === 0) return [];
  const routed = await routesOf(deps, claimed);
  const going = routed.flatMap(({ message, route }) =>
    typeof route === 'string' ? [] : [{ message, ...route, messageId: message.id, bind: route.carrier.name }],
  );
  const submittedAt = deps.clock.now();
  const parts = await markSubmitting(deps.database, { going, at: submittedAt });
  return [
    ...going.flatMap(({ message, carrier, cut, bind }) => {
      const submitted = parts.get(message.id);
      if (submitted === undefined) return [];
      return [{ bind, work: carry(deps, { carrier, message, cut, submitted, submittedAt }, record) }];
    }),
    ...routed.flatMap(({ message, route }) =>
      typeof route === 'string' ? [{ bind: null, work: putAside(deps, message, route) }] : [],
    ),
  ];
}

/**
 * `none_up`: no carrier that may take it would now; `none_left`: all of them have refused it; `recounted`: it would go in other segments
 * than were sold; `code_over`: nobody could use its code any more.
 */
type NoRoute = 'none_up' | 'none_left' | 'recounted' | 'code_over' | 'account_closed' | 'opted_out';
type Route = { carrier: Carrier; cut: CutText };

/** The carrier of each message: the one that has other parts of it, or the first that takes something for its recipient. */
async function routesOf(
  { database, clock, carriers, codeSecret }: MessagesDeps,
  claimed: readonly ClaimedMessage[],
): Promise<{ message: MessageRecord; route: Route | NoRoute }[]> {
  const states = await statesOfAccounts(database, [...new Set(claimed.map(({ message }) => message.accountId))]);
  const messages = claimed.map(({ message }) => message);
  const isCodeOver = await codesOver(database, messages, clock.now());
  const carrierOf = ({ message, bind, isUnwanted }: ClaimedMessage): Carrier | NoRoute => {
    // Its words are erased, also those of what is half sent.
    const state = states.get(message.accountId) ?? 'closed';
    if (state === 'closed') return 'account_closed';
    if (isCodeOver(message)) return 'code_over';
    // What a carrier has a part of is finished, also for somebody who wants no more: half a message helps nobody.
    if (bind !== null) {
      return carriers().find((carrier) => carrier.name === bind && carrier.takesNow()) ?? 'none_up';
    }
    if (isUnwanted) return 'opted_out';
    const left = carriersLeft(carriers(), message, state);
    if (left.length === 0) return 'none_left';
    return left.find((carrier) => carrier.takesNow(message.peer)) ?? 'none_up';
  };
  return claimed.map((one) => {
    const { message: found } = one;
    const message =
      found.codeOf === null ? found : { ...found, text: withCode(found.text, writtenCode(codeSecret, found.codeOf)) };
    const carrier = carrierOf(one);
    if (typeof carrier === 'string') return { message, route: carrier };
    const cut = cutAsSold(message, carriers());
    return { message, route: cut === null ? 'recounted' : { carrier, cut } };
  });
}

/** What has nobody to carry it waits, or is given up. */
async function putAside(deps: MessagesDeps, { id }: MessageRecord, route: NoRoute): Promise<void> {
  if (route === 'none_up') return await change(deps, id, async () => undefined, { isSender: true });
  if (route === 'recounted') deps.log.warn({ messageId: id }, 'a message would go in other segments than were sold');
  const giveUp = async (tx: Transaction) => await giveUpWaiting(tx, { messageId: id, at: deps.clock.now() });
  await change(deps, id, giveUp, { reason: REASONS[route], isSender: true });
}

const REASONS = {
  none_left: 'refused',
  recounted: 'refused',
  code_over: 'unreachable_carrier',
  account_closed: 'account_closed',
  opted_out: 'opted_out',
} as const;

type Going = Route & { message: MessageRecord; submitted: readonly number[]; submittedAt: Date };

async function carry(deps: MessagesDeps, going: Going, record: Record): Promise<void> {
  const outcomes = await submitAll(deps, going);
  const { message, carrier, submittedAt } = going;
  const answer = { messageId: message.id, bind: carrier.name, submittedAt, outcomes };
  await untilDone(async () => await record(answer));
}

/** The carriers that may still take a message: those of its kind that have not refused it. */
function carriersLeft(
  carriers: readonly Carrier[],
  { isPractice, refusedBy }: Pick<MessageRecord, 'isPractice' | 'refusedBy'>,
  accountState: Exclude<Account['state'], 'closed'>,
): readonly Carrier[] {
  return carriersFor(carriers, isPractice ? 'trial' : accountState).filter(
    ({ name, isSandbox }) => isSandbox === isPractice && !refusedBy.includes(name),
  );
}

async function submitAll(deps: MessagesDeps, going: Going): Promise<PartOutcome[]> {
  const { carrier, cut, message, submitted, submittedAt } = going;
  const { parts, referenceBits, encoding, nationalShift } = cut;
  const { number: from, peer: to } = message;
  const common = {
    from,
    to,
    encoding,
    nationalShift,
    validForSeconds: Math.max(1, validSeconds(message, submittedAt)),
  };
  if (carrier.takesWhole || message.segments === 1) {
    const outcome = await carrier.submit({ ...common, text: message.text, concatenation: null });
    if (outcome.outcome === 'accepted') compareSegments(deps, message, { bind: carrier.name, ...outcome });
    return submitted.map((number) => ({ number, ...written(outcome) }));
  }
  // The last hexadecimal digits of an id are random: parts of two messages to one person are told apart.
  const reference = Number.parseInt(message.id.slice(-4), 16) & (2 ** referenceBits - 1);
  const partOf = (number: number): PartToSend => ({
    ...common,
    text: parts[number - 1] ?? '',
    concatenation: { reference, total: parts.length, number, referenceBits },
  });
  return await Promise.all(
    submitted.map(async (number) => ({ number, ...written(await carrier.submit(partOf(number))) })),
  );
}

function written(outcome: SendOutcome): Omit<PartOutcome, 'number'> {
  switch (outcome.outcome) {
    case 'accepted':
      // A carrier may give none: then no receipt is matched.
      return { state: 'accepted', carrierId: outcome.carrierMessageId || null, error: null };
    case 'refused':
      return { state: 'refused', carrierId: null, error: outcome.status };
    case 'later':
      return { state: 'waiting', carrierId: null, error: outcome.why };
    case 'unknown':
      return { state: 'unknown', carrierId: null, error: null };
  }
}

/** What a carrier said is in memory alone: a database that is away for a moment must not cost it. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (let pauseMs = 200; pauseMs <= LONGEST_PAUSE_MS; pauseMs *= 3) {
    try {
      return await work();
    } catch {
      await pause(pauseMs);
    }
  }
  await work();
}

/** What carriers said of many messages, in one transaction. */
async function recordOutcomes(deps: MessagesDeps, answers: readonly CarrierAnswer[]): Promise<void> {
  const at = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const messages = await recordAnswers(tx, { answers, carriers: deps.carriers(), at });
    for (const { messageId, bind, outcomes } of answers) {
      const message = messages.get(messageId);
      const isRefused = outcomes.some(({ state }) => state === 'refused');
      if (message !== undefined && isRefused) await goElsewhere(deps, tx, { message, bind, at });
    }
    await followParts(tx, [...messages.values()], { at, isSender: true });
  });
}

/** A message of which a carrier has refused something, and nothing was taken, goes to the next carrier, if one is left. */
async function goElsewhere(
  deps: MessagesDeps,
  tx: Transaction,
  { message, bind, at }: { message: MessageRecord; bind: string; at: Date },
): Promise<void> {
  const { id, accountId } = message;
  const states = (await partStates(tx, [id])).get(id) ?? [];
  // Nothing was taken, and something refused: then the rest is not asked for there either.
  if (states.some((state) => state !== 'refused' && state !== 'waiting')) return;
  await giveUpWaiting(tx, { messageId: id, at });
  const refusedBy = [...message.refusedBy, bind];
  await saveRefusal(tx, { id, refusedBy });
  const account = await findAccount(tx, accountId);
  if (account === null || account.state === 'closed') return;
  const left = carriersLeft(deps.carriers(), { ...message, refusedBy }, account.state);
  if (left.length > 0) await sendAgainElsewhere(tx, id);
}

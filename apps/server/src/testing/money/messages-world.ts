import { micros } from '@farline/contracts';
import { type Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { createWallet, findWallet, MESSAGES, microsOfSeconds, topUp } from '../../modules/ledger/index.ts';
import { createCallLimits, type UsualLimits } from '../../modules/limits/index.ts';
import { numbersOf } from '../../modules/numbers/index.ts';
import {
  answered,
  callsWorld,
  type Customer,
  ended,
  NO_LIMITS,
  type Placed,
} from '../../modules/calls/testing/calls-world.ts';
import { createMessages } from '../../modules/messages/index.ts';
import type {
  Carrier,
  DeliveryReceipt,
  PartToSend,
  IncomingPart,
  SendOutcome,
} from '../../modules/messages/record/carrier.ts';
import type { MessagesDeps } from '../../modules/messages/record/messages-deps.ts';
import { type MessageRecord } from '../../modules/messages/record/message-record.ts';
import { findMessages, messagesBefore } from '../../modules/messages/record/messages-store.ts';
import { scheduleMessage } from '../../modules/messages/scheduled/schedule-message.ts';
import { writeMessage } from '../../modules/messages/sending/write-message.ts';

/** A carrier that does what the test says, and keeps what it was given. */
export type TestCarrier = Carrier & {
  submitted: PartToSend[];
  /** What it answers, in turn; then it takes everything. */
  answers: (SendOutcome | (() => Promise<SendOutcome>))[];
  isUp: boolean;
  /** For whom it takes nothing now, although it is up. */
  closedTo: Set<string>;
};

/** A carrier of this name. It gives ids that count up: `a-1`, `a-2`. */
export function testCarrier(
  name: string,
  options: { isSandbox?: boolean; takesWhole?: boolean; writes?: Partial<Carrier['writes']> } = {},
): TestCarrier {
  let given = 0;
  const carrier: TestCarrier = {
    name,
    isSandbox: options.isSandbox ?? false,
    takesWhole: options.takesWhole ?? false,
    writes: { nationalShift: [], isLatin1: false, ...options.writes },
    submitted: [],
    answers: [],
    isUp: true,
    closedTo: new Set(),
    readWebhook: null,
    isBound: () => carrier.isUp,
    takesNow: (recipient) => carrier.isUp && !carrier.closedTo.has(recipient ?? ''),
    submit: async (part) => {
      carrier.submitted.push(part);
      const answer = carrier.answers.shift();
      if (typeof answer === 'function') return await answer();
      return answer ?? { outcome: 'accepted', carrierMessageId: `${name}-${(given += 1)}` };
    },
  };
  return carrier;
}

export { answered, ended, NO_LIMITS, type Placed };

/** Two cents a segment. */
export const PER_SEGMENT = 20_000n;
/** To whom tests write, unless they say otherwise. */
export const PEER = '+447700900123';

const HOUR_MS = 60 * 60_000;

const SANDBOX_RECEIPT = { bind: 'sandbox', peer: PEER, number: '', error: null };

/** Messages on a test's database, with a clock and carriers that do as the test says. Every segment costs two cents. */
export async function messagesWorld(
  database: Database,
  options: { carriers?: TestCarrier[]; limits?: UsualLimits } = {},
) {
  const world = await callsWorld(database);
  const { clock } = world;
  const carriers = options.carriers ?? [testCarrier('sandbox', { isSandbox: true })];
  const price = { perSegmentMicros: micros(PER_SEGMENT) };
  const deps = {
    ...{ database, clock, log: createLog('silent') },
    rating: {
      lookUp: world.deps.rating.lookUp,
      messageRate: () => ({ rateId: 'test', currency: 'USD', ...price }),
    },
    limits: createCallLimits(options.limits ?? NO_LIMITS),
    carriers: () => carriers,
    ...{ serverName: 'test', codeSecret: 'a secret of tests' },
    ...{ requireUser: async () => undefined, numbersNamed: async () => [] },
    namesOfNumbers: async () => new Map<string, string>(),
    numbersBeside: async () => new Map<string, string[]>(),
  };
  const messages = createMessages(deps);
  const tick = async (name: string) => await messages.ticks?.find((one) => one.name === name)?.run();

  return {
    ...{ database, clock, deps, messages, carriers, price },
    customer: world.customer,
    placeCall: world.place,
    report: world.report,
    topUp: world.topUp,
    wallet: async (walletId: string) => await walletOf(database, walletId),
    numberOf: async ({ accountId }: Customer) => (await numbersOf(database, accountId))[0] ?? '',
    write: async (customer: Customer, text = 'Hello', over: Partial<Parameters<typeof writeMessage>[1]> = {}) =>
      await writeMessage(deps, {
        ...{ accountId: customer.accountId, userId: customer.userId, spender: customer.userId },
        ...{ to: PEER, from: undefined, text, defaultCountry: undefined },
        ...over,
      }),
    /** So many segments of a plan, until tomorrow. */
    include: async (customer: Customer, segments: number) => await include(database, customer, segments, clock.now()),
    /** What the worker does, once. */
    send: async () => await tick('send messages'),
    schedule: async (customer: Customer, over: ScheduleOver = {}) => await scheduleFor(deps, customer, over),
    feedBroadcasts: async () => await tick('feed broadcasts'),
    sendScheduled: async () => await tick('send scheduled messages'),
    settleLeftBehind: async () => await tick('settle messages left behind'),
    noteCarriers: async () => await tick('note carriers'),
    writeIncomplete: async () => await tick('write incomplete messages'),
    message: async (id: string) => await messageOf(database, id),
    thread: async (customer: Customer, peer = PEER) =>
      await messagesBefore(database, { accountId: customer.accountId, peers: [peer], before: null, most: 100 }),
    receipt: async (
      carrierMessageId: string,
      state: DeliveryReceipt['state'] = 'delivered',
      over: Partial<DeliveryReceipt> = {},
    ) => await messages.listener.receipt({ ...SANDBOX_RECEIPT, carrierMessageId, state, ...over }),
    receive: async (part: Partial<IncomingPart> & { to: string }) =>
      await messages.listener.received({ bind: 'sandbox', from: PEER, text: 'Hi', concatenation: null, ...part }),
  };
}

async function include(database: Database, { accountId }: Customer, segments: number, at: Date): Promise<void> {
  const walletId = newId();
  const expiresAt = new Date(at.getTime() + 86_400_000);
  await createWallet(database, { walletId, accountId, unit: MESSAGES, expiresAt, at });
  const cause = { type: 'allowance', id: newId() };
  await topUp(database, { walletId, amountMicros: microsOfSeconds(segments), from: 'allowance_granted', cause, at });
}

type ScheduleOver = Partial<Parameters<typeof scheduleMessage>[1]>;

/** For an hour from now, unless it is said otherwise. */
async function scheduleFor(deps: MessagesDeps, { accountId, userId }: Customer, over: ScheduleOver) {
  const sendAt = new Date(deps.clock.now().getTime() + HOUR_MS).toISOString();
  const request = {
    accountId,
    userId,
    spender: userId,
    to: PEER,
    from: undefined,
    text: 'Later',
    defaultCountry: undefined,
  };
  return await scheduleMessage(deps, { ...request, sendAt, ...over });
}

async function messageOf(database: Database, id: string): Promise<MessageRecord> {
  const message = (await findMessages(database, [id])).get(id);
  if (message === undefined) throw new Error('the message is there');
  return message;
}

async function walletOf(database: Database, walletId: string) {
  const wallet = await findWallet(database, walletId);
  if (wallet === null) throw new Error('there is such a wallet');
  return { balance: wallet.balanceMicros, held: wallet.heldMicros };
}

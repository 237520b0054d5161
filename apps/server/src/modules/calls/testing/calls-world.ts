import { randomBytes } from 'node:crypto';
import { type CallAsk, type EngineReport, type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import { type Database, inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { usd } from '../../../testing/money/usd.ts';
import { openAccount } from '../../accounts/index.ts';
import { findWallet, topUp } from '../../ledger/index.ts';
import { createCallLimits, type UsualLimits } from '../../limits/index.ts';
import { allocateSandboxNumber, numbersOf } from '../../numbers/index.ts';
import type { CallTerms, DestinationGroup, RatedNumber } from '../../rating/index.ts';
import { createRouting, seedSandboxTrunks } from '../../routing/index.ts';
import type { Customer } from '../../../testing/money/invoices-world.ts';
import type { CallRecord } from '../record/call-record.ts';
import { findCall } from '../record/calls-store.ts';
import { type CallDecision, type Calls, createCalls, usualSettings } from '../index.ts';
import { initiateCall } from '../placing/initiate-call.ts';
import { userInBrowser } from '../record/placer.ts';
import type { CallSettings } from '../record/settings.ts';
import { knows } from './known-caller.ts';
import { type FakeEngine, fakeEngine, heardSide } from './fake-engine.ts';

/** Two cents a minute, by the minute. */
export const CENTS_2: CallTerms = {
  currency: 'USD',
  perMinuteMicros: micros(20_000n),
  connectionMicros: micros(0n),
  minimumSeconds: 0,
  firstSeconds: 60,
  nextSeconds: 60,
};
/** A cent a second, by the second. */
export const CENT_A_SECOND: CallTerms = {
  ...CENTS_2,
  perMinuteMicros: micros(600_000n),
  firstSeconds: 1,
  nextSeconds: 1,
};

const NO_LIMIT = {
  dayMicros: micros(10n ** 15n),
  hourMicros: micros(10n ** 15n),
  perMinuteMicros: micros(10n ** 15n),
  connectionMicros: micros(10n ** 15n),
  calls: 1_000_000,
  newCountries: 1_000,
};
/** Limits that bind nobody. */
export const NO_LIMITS: UsualLimits = { account: NO_LIMIT, user: NO_LIMIT };

export type { Customer };
export type Placed = { id: string; sipCallId: string; fromTag: string; toTag: string; decision: CallDecision };

export type CallsWorld = Awaited<ReturnType<typeof callsWorld>>;

/** Calls on a test's database, with a clock and an engine that do as the test says. Every number costs `terms`. */
export async function callsWorld(
  database: Database,
  options: {
    terms?: CallTerms;
    settings?: Partial<CallSettings>;
    engine?: FakeEngine;
    clock?: TestClock;
    limits?: UsualLimits;
    waitingLines?: Parameters<typeof createCalls>[0]['waitingLines'];
  } = {},
) {
  const clock = options.clock ?? testClock();
  const engine = options.engine ?? fakeEngine();
  const settings: CallSettings = { ...usualSettings, ...options.settings };
  const log = createLog('silent');
  await seedSandboxTrunks(database, SANDBOXES, clock.now());
  let terms = options.terms ?? CENTS_2;
  let isOpen = true;
  let group: DestinationGroup | null = null;
  const rated = (number: string): RatedNumber => ({
    number,
    destination: { prefix: '447700', countryCode: 'GB', kind: 'mobile', operator: null },
    terms,
    rateId: null,
    rateTable: 'sample',
    rateTableVersion: 1,
  });
  const deps = {
    database,
    clock,
    log,
    settings,
    sip: { secret: 's'.repeat(32), realm: 'farline.local', websocketPort: 4002, websocketUrl: null, iceServers: [] },
    accounts: { requireUser: async () => undefined, knowUser: async () => undefined, isConfirmed: async () => true },
    rating: {
      rateTyped: ({ typed }: { typed: string }) => rated(typed),
      lookUp: ({ typed }: { typed: string }) => ({ rated: rated(typed), isOpen: true }),
      rateNumber: (number: string) =>
        isOpen
          ? ({ allowed: true, rated: rated(number) } as const)
          : ({ allowed: false, reason: 'destination_closed', rated: rated(number) } as const),
      groupOf: () => group,
      estimateCost: () => {
        throw new Error('no test of calls asks for it');
      },
    },
    ...{ limits: createCallLimits(options.limits ?? NO_LIMITS), routing: createRouting(database) },
    ...{ engine: engine.orders, listConnections: engine.listConnections, waitingLines: options.waitingLines },
    ...{ listDialogs: engine.listDialogs, media: engine.media, knowPeople: async () => new Map() },
    ...{ bridge: null, describeCaller: async () => null, ringClosedPages: async () => false },
    pushToPhones: { publicKey: async () => '', mayBeAsked: () => false, wake: async () => 'refused' as const },
    prompts: {
      creditEndsIn: async (seconds: number) => `ends-in-${seconds}.wav`,
      limitEndsIn: async (seconds: number) => `limit-in-${seconds}.wav`,
    },
    ...{ numbersNamed: async () => [], namesOfNumbers: async () => new Map(), takeMessage: async () => 'task' },
    ...{ playMessages: async () => 'task', playMenu: async () => 'menu', messagesWaiting: async () => '' },
    ...{ sayMessage: () => 'said', knowCaller: knows({ isFavourite: false, isBlockedInMessages: false }) },
    wait: async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 5))),
  };
  const calls: Calls = createCalls(deps);

  const initiate = async ({ accountId, userId }: Customer, to = '+447700900123') => {
    const request = { accountId, placer: userInBrowser(userId), to, from: undefined, defaultCountry: undefined };
    return (await initiateCall(deps, request)).call;
  };

  const ask = (customer: Customer, call: { id: string; to: string }, over: Partial<CallAsk> = {}): CallAsk => ({
    type: 'call.ask',
    transactionIndex: 1,
    transactionLabel: 2,
    at: clock.now().getTime(),
    call: call.id,
    user: customer.userId,
    dialled: call.to,
    sipCallId: `sip-${call.id}`,
    fromTag: `from-${call.id}`,
    connection: '127.0.0.1:40001',
    phone: '',
    privacy: '',
    ...over,
  });

  const place = async (customer: Customer, to?: string): Promise<Placed> => {
    const call = await initiate(customer, to);
    const decision = await calls.listener.decide(ask(customer, call));
    return { id: call.id, sipCallId: `sip-${call.id}`, fromTag: `from-${call.id}`, toTag: `to-${call.id}`, decision };
  };

  return {
    database,
    clock,
    engine,
    calls,
    deps,
    setTerms: (to: CallTerms) => void (terms = to),
    /** Every number is of this group from now on. */
    setGroup: (to: DestinationGroup | null) => void (group = to),
    closeDestinations: () => void (isOpen = false),
    customer: async (balance: string | Micros, trial: string | Micros = '0') =>
      await aCustomer(database, toMicros(balance), toMicros(trial)),
    topUp: async (customer: Customer, amount: string) => {
      const cause = { type: 'test', id: newId() };
      const { walletId } = customer;
      await topUp(database, { walletId, amountMicros: toMicros(amount), from: 'payments', cause, at: clock.now() });
    },
    wallet: async (customer: Customer) => {
      const wallet = await findWallet(database, customer.walletId);
      if (wallet === null) throw new Error('the customer has a wallet');
      return { balance: wallet.balanceMicros, held: wallet.heldMicros };
    },
    initiate,
    ask,
    place,
    report: async (report: EngineReport) => await calls.listener.record(report),
    /** A call that the far side has answered now. */
    talk: async (customer: Customer, to?: string): Promise<Placed> => {
      const call = await place(customer, to);
      if (call.decision.decision !== 'allow') throw new Error(`refused: ${call.decision.reason}`);
      await calls.listener.record(answered(call, clock.now()));
      return call;
    },
    /** Both sides of the call are heard whenever somebody looks. */
    keepHeard: ({ sipCallId, fromTag, toTag }: Named) => {
      const sides = [fromTag, toTag].map((tag) => heardSide(tag, () => clock.now()));
      engine.readings.set(sipCallId, { sides });
    },
    call: async (id: string): Promise<CallRecord> => {
      const stored = await findCall(database, id);
      if (stored === null) throw new Error('the call is there');
      return stored.call;
    },
    tick: async (name: 'due calls' | 'reap calls' | 'expire calls' | 'send granted ends again') => {
      await calls.ticks.find((tick) => tick.name === name)?.run();
    },
  };
}

const SANDBOXES = [
  { name: 'sandbox-a', host: '127.0.0.1', port: 5090 },
  { name: 'sandbox-b', host: '127.0.0.1', port: 5091 },
];

export type TestClock = { now: () => Date; pass: (ms: number) => void; passSeconds: (seconds: number) => void };

/** A clock that stands still until the test lets time pass. */
export function testClock(start = new Date('2026-03-01T12:00:00.000Z')): TestClock {
  let ms = start.getTime();
  return {
    now: () => new Date(ms),
    pass: (by) => void (ms += by),
    passSeconds: (by) => void (ms += by * 1000),
  };
}

/** Somebody with money, and with trial credit beside it. */
async function aCustomer(database: Database, balance: Micros, trial: Micros): Promise<Customer> {
  const name = randomBytes(6).toString('hex');
  const at = new Date('2026-03-01T00:00:00Z');
  return await inTransaction(database, async (tx) => {
    const { account, user } = await openAccount(
      {
        allocateNumber: allocateSandboxNumber,
        settings: {
          tokenSecret: 't'.repeat(32),
          publicUrl: 'http://localhost:4001',
          trialCreditMicros: trial,
          currency: 'USD',
          rateTable: 'sample',
          rateLimitsPerAddress: false,
        },
      },
      tx,
      {
        firstName: 'Test',
        lastName: 'Caller',
        email: `${name}@example.com`,
        phone: null,
        passwordHash: '$argon2id$none',
        address: '127.0.0.1',
        emailConfirmedAt: at,
        device: null,
        at,
      },
    );
    const { walletId } = account;
    if (balance > 0n) {
      const cause = { type: 'operator_credit', id: newId() };
      await topUp(tx, { walletId, amountMicros: balance, from: 'operator_credit', cause, at });
    }
    if ((await numbersOf(tx, account.id)).length !== 1) throw new Error('a customer has a number');
    return { accountId: account.id, userId: user.id, walletId };
  });
}

const toMicros = (amount: string | Micros): Micros => (typeof amount === 'bigint' ? amount : usd(Number(amount)));

type Named = { id: string; sipCallId: string; fromTag: string; toTag: string };

export const ringing = (call: Named, at: Date): EngineReport => ({
  type: 'call.ringing',
  key: `${call.id}:call.ringing`,
  call: call.id,
  at: at.getTime(),
  trunk: 'sandbox-a',
  status: 180,
});
export const answered = (call: Named, at: Date, connection = ''): EngineReport => ({
  type: 'call.answered',
  key: `${call.id}:call.answered`,
  call: call.id,
  at: at.getTime(),
  trunk: 'sandbox-a',
  ...{ attempts: 'sandbox-a=200', connection },
  sipCallId: call.sipCallId,
  fromTag: call.fromTag,
  toTag: call.toTag,
});
export const ended = (
  call: Named,
  when: { answeredAt: Date; at: Date },
  by: 'caller' | 'callee' | 'limit' | 'server' = 'caller',
  connection = '',
): EngineReport => ({
  type: 'call.ended',
  key: `${call.id}:call.ended`,
  call: call.id,
  at: when.at.getTime(),
  answeredAt: when.answeredAt.getTime(),
  by,
  trunk: 'sandbox-a',
  sipCallId: call.sipCallId,
  ...{ fromTag: call.fromTag, toTag: call.toTag, connection },
});
export const failed = (
  call: Named,
  at: Date,
  status: number,
  cause: 'final' | 'first_sign_timeout' | 'ringing_timeout' | 'cancelled' = 'final',
): EngineReport => ({
  type: 'call.failed',
  key: `${call.id}:call.failed`,
  call: call.id,
  at: at.getTime(),
  status,
  cause,
  trunk: 'sandbox-a',
  attempts: `sandbox-a=${status}`,
});
/** About the INVITE that `ask` asks for, unless another is named. */
export const notPlaced = (
  call: Named,
  at: Date,
  { cause = 'cancelled', permission = '1.2' }: { cause?: 'cancelled' | 'timeout'; permission?: string } = {},
): EngineReport => ({
  type: 'call.not_placed',
  key: `${call.id}:call.not_placed:${permission}`,
  call: call.id,
  at: at.getTime(),
  cause,
  sipCallId: call.sipCallId,
  fromTag: call.fromTag,
  permission,
});
export const notHungUp = (call: { id: string }, at: Date): EngineReport => ({
  type: 'call.not_hung_up',
  key: `${call.id}:call.not_hung_up`,
  call: call.id,
  at: at.getTime(),
  ...{ trunk: 'sandbox-a', status: 500, byes: 4 },
});
export const hungUp = (call: { id: string }, at: Date): EngineReport => ({
  type: 'call.hung_up',
  key: `${call.id}:call.hung_up`,
  call: call.id,
  at: at.getTime(),
  trunk: 'sandbox-a',
});

/** What the ledger holds of a wallet, for comparing one history with another. */
export async function ledgerOf(database: Database, walletId: string) {
  const { rows } = await sql<{ balance: bigint; held: bigint; entries: bigint[]; open: number }>`
    select balance, held,
      (select coalesce(array_agg(amount order by id), '{}') from ledger.entry where wallet_id = wallet.id) as entries,
      (select count(*)::int from ledger.hold where wallet_id = wallet.id and state = 'open') as open
    from ledger.wallet where id = ${walletId}`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('the wallet is there');
  return { balance: row.balance, held: row.held, entries: row.entries.map(String), open: row.open };
}

import { micros, usageReply } from '@farline/contracts';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { createHttpServer } from '../../platform/http-server.ts';
import { newId } from '../../platform/ids.ts';
import { unauthorized } from '../../platform/problems.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { type Account, openAccount } from '../accounts/index.ts';
import { placeHold, postTransfer, settleHold, topUp } from '../ledger/index.ts';
import { addBillingRoutes, type BillingDeps } from './routes.ts';
import { usageThisMonth } from './usage-this-month.ts';

const { database } = await testDatabase();
/** The evening of the last of March in New York; in UTC it is April already. */
const now = new Date('2026-04-01T03:00:00Z');
const firstOfMarch = new Date('2026-03-01T05:00:00Z');
const firstOfApril = new Date('2026-04-01T04:00:00Z');

async function anAccount(): Promise<Account> {
  const settings = {
    currency: 'USD',
    rateTable: 'sample',
    trialCreditMicros: micros(2_000_000n),
    tokenSecret: '',
    publicUrl: '',
    rateLimitsPerAddress: false,
  };
  return await inTransaction(database, async (tx) => {
    const customer = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `${newId()}@example.com`,
      phone: null,
      passwordHash: '$argon2id$',
      address: '127.0.0.1',
      emailConfirmedAt: new Date('2026-01-01T00:00:00Z'),
      device: null,
      at: new Date('2026-01-01T00:00:00Z'),
    };
    const { account } = await openAccount({ settings, allocateNumber: async () => '+999000000001' }, tx, customer);
    const cause = { type: 'operator_credit', id: newId() };
    const amountMicros = micros(2_000_000n);
    await topUp(tx, { walletId: account.walletId, amountMicros, from: 'operator_credit', cause, at: customer.at });
    return account;
  });
}

async function charge(account: Account, amountMicros: bigint, at: Date): Promise<void> {
  const cause = { type: 'call', id: newId() };
  const amount = micros(amountMicros);
  const placed = await placeHold(database, {
    walletId: account.walletId,
    wantedMicros: amount,
    leastMicros: amount,
    cause,
    at,
  });
  if (!placed.allowed) throw new Error(placed.reason);
  await settleHold(database, { holdId: placed.holdId, chargeMicros: amount, cause, houseAccount: 'revenue', at });
}

async function practise(account: Account, type: string, amountMicros: bigint, at: Date): Promise<void> {
  const entries = [
    { walletId: account.trialWalletId, amountMicros: micros(-amountMicros) },
    { houseAccount: 'trial_credit' as const, amountMicros: micros(amountMicros) },
  ];
  await postTransfer(database, { cause: { type, id: newId() }, unit: 'trial:USD', entries, at });
}

async function rent(account: Account, amountMicros: bigint, at: Date): Promise<void> {
  const entries = [
    { walletId: account.walletId, amountMicros: micros(-amountMicros) },
    { houseAccount: 'revenue' as const, amountMicros: micros(amountMicros) },
  ];
  await postTransfer(database, { cause: { type: 'number', id: newId() }, unit: 'USD', entries, at });
}

async function usageOf(account: Account, more: Partial<BillingDeps> = {}) {
  const server = await createHttpServer({
    log: pino({ level: 'silent' }),
    allowedOrigins: [],
    trustProxy: false,
  });
  addBillingRoutes(server, {
    database,
    clock: { now: () => now },
    requireUser: async (request) => {
      request.identity = { userId: newId(), accountId: account.id, sessionId: newId(), role: 'customer' };
    },
    countCalls: async () => ({ calls: 0, seconds: 0 }),
    countMessages: async () => 0,
    rating: { groups: () => new Map(), percentOff: () => 0 },
    reachesRealPhones: async () => false,
    ...more,
  });
  const reply = await server.inject('/billing/usage');
  await server.close();
  return reply;
}

test('usage is of the month in the account’s time zone: calls as calls counted them, cost as the ledger charged it', async () => {
  const account: Account = { ...(await anAccount()), timeZone: 'America/New_York' };
  await charge(account, 700_000n, new Date(firstOfMarch.getTime() - 1));
  await rent(account, 15_000n, firstOfMarch);
  await charge(account, 12_345n, firstOfMarch);
  await charge(account, 100_000n, new Date(firstOfApril.getTime() - 1));
  await charge(account, 50_000n, firstOfApril);
  const asked: unknown[] = [];
  const countCalls: BillingDeps['countCalls'] = async (_, wanted) => {
    asked.push(wanted);
    return { calls: 3, seconds: 400 };
  };

  const usage = await usageThisMonth({ countCalls, countMessages: async () => 3 }, database, account, now);

  expect(asked).toEqual([{ accountId: account.id, from: firstOfMarch, to: firstOfApril }]);
  expect(usage).toMatchObject({
    calls: 3,
    seconds: 400,
    includedSeconds: 0,
    sms: 3,
    costMicros: 127_345n,
    callsMicros: 112_345n,
    wallet: { balanceMicros: 1_122_655n },
  });
});

test('what was spent stands beside what had been spent as far into the month before, and to its end where that is shorter', async () => {
  const account: Account = { ...(await anAccount()), timeZone: 'UTC' };
  const at = (text: string) => new Date(`2026-${text}Z`);
  await charge(account, 1n, at('01-31T23:59:59'));
  await charge(account, 10n, at('02-01T00:00:00'));
  await rent(account, 100n, at('02-15T11:59:59'));
  await charge(account, 1_000n, at('02-15T12:00:00'));
  await charge(account, 10_000n, at('03-01T00:00:00'));
  const deps = { countCalls: async () => ({ calls: 0, seconds: 0 }), countMessages: async () => 0 };
  const previousAt = async (text: string) => (await usageThisMonth(deps, database, account, at(text))).previousMicros;

  expect(await previousAt('03-15T12:00:00')).toBe(110n);
  expect(await previousAt('03-31T12:00:00')).toBe(1_110n);
  expect(await previousAt('03-01T00:00:00')).toBe(0n);
});

test('the balance is whole; what is held and what is available stand beside it', async () => {
  const account = await anAccount();
  await charge(account, 862_345n, now);
  const holding = { walletId: account.walletId, cause: { type: 'call', id: newId() }, at: now };
  await placeHold(database, { ...holding, wantedMicros: micros(250_000n), leastMicros: micros(1n) });

  const reply = await usageOf(account, { countCalls: async () => ({ calls: 2, seconds: 61 }) });

  expect(usageReply.parse(reply.json())).toEqual({
    usage: {
      currentMonth: {
        calls: 2,
        seconds: 61,
        includedSeconds: 0,
        sms: 0,
        cost: 0.862345,
        price: { amount: '0.862345', currency: 'USD' },
        callsPrice: { amount: '0.862345', currency: 'USD' },
        practicePrice: { amount: '0.0000', currency: 'USD' },
      },
      previousMonth: { price: { amount: '0.0000', currency: 'USD' } },
      allowances: [],
    },
    balance: 1.137655,
    wallet: {
      balance: { amount: '1.137655', currency: 'USD' },
      held: { amount: '0.2500', currency: 'USD' },
      available: { amount: '0.887655', currency: 'USD' },
    },
    trialWithheldFor: null,
    reachesRealPhones: false,
    trialCredit: { amount: '2.0000', currency: 'USD' },
  });
});

test('trial credit stands beside the balance and is no cost, and a new account has used nothing', async () => {
  const reply = await usageOf(await anAccount());
  expect(usageReply.parse(reply.json())).toMatchObject({
    usage: { currentMonth: { calls: 0, sms: 0, cost: 0 } },
    balance: 2,
    trialCredit: { amount: '2.0000', currency: 'USD' },
  });
});

test('what practice took of the trial credit is told beside the price; what is given back or lapses is no practice', async () => {
  const account = await anAccount();
  await practise(account, 'call', 25_500n, now);
  await practise(account, 'message', 45_000n, now);
  await practise(account, 'message_refund', -45_000n, now);
  await practise(account, 'trial_lapsed', 100_000n, now);
  await practise(account, 'call', 7n, new Date('2026-02-01T00:00:00Z'));

  const { usage } = usageReply.parse((await usageOf(account)).json());

  expect(usage.currentMonth.practicePrice).toEqual({ amount: '0.0255', currency: 'USD' });
  expect(usage.currentMonth.price).toEqual({ amount: '0.0000', currency: 'USD' });
});

test('nobody sees usage without signing in', async () => {
  const reply = await usageOf(await anAccount(), {
    requireUser: async () => {
      throw unauthorized();
    },
  });
  expect(reply.statusCode).toBe(401);
});

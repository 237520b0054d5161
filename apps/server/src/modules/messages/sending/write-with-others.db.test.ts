import { micros } from '@farline/contracts';
import { afterAll, expect, test } from 'vitest';
import { inTransaction, openDatabase } from '../../../platform/database.ts';
import { countQueries } from '../../../testing/count-queries.ts';
import { withLostAnswer } from '../../../testing/lost-answer.ts';
import { messagesWorld, NO_LIMITS, PEER } from '../../../testing/money/messages-world.ts';
import { BUSY, testDatabase } from '../../../testing/test-database.ts';
import { lockWallet } from '../../ledger/index.ts';
import { type CallLimits, createCallLimits } from '../../limits/index.ts';
import { setOptedOut } from '../inbox/threads-store.ts';
import { writeMessage } from './write-message.ts';

const { database, url } = await testDatabase();
const queries = countQueries(url);
/** The same database, as another server sees it. */
const elsewhere = openDatabase({ url, poolSize: 4, name: 'elsewhere', patience: BUSY });
afterAll(async () => await elsewhere.destroy());

type World = Awaited<ReturnType<typeof messagesWorld>>;

async function customersWith(world: World, ...credits: string[]) {
  const customers = [];
  for (const credit of credits) customers.push(await world.customer(credit));
  return customers;
}

const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'written' : (result.reason as { code: string }).code;

test('messages of many who write at the same moment are each held for and counted as if alone, in as many statements as one', async () => {
  const world = await messagesWorld(database);
  const [alone, ...customers] = await customersWith(world, '1.00', '1.00', '1.00', '0.02', '1.00');
  if (alone === undefined) throw new Error('there is one more than others');
  const included = customers[1];
  if (included === undefined) throw new Error('there are four');
  await world.include(included, 5);
  await world.write(alone);
  queries.clear();
  await world.write(alone);
  const ofOne = queries.count();
  queries.clear();

  const written = await Promise.all(customers.map(async (customer) => await world.write(customer)));

  expect(queries.count()).toBe(ofOne);
  expect(written.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued', 'queued']);
  expect(written.map(({ paid }) => paid?.includedSegments)).toEqual([0, 1, 0, 0]);
  const wallets = await Promise.all(customers.map(async ({ walletId }) => await world.wallet(walletId)));
  expect(wallets.map(({ held }) => held)).toEqual([20_000n, 0n, 20_000n, 20_000n]);

  await world.send();
  const after = await Promise.all(customers.map(async ({ walletId }) => await world.wallet(walletId)));
  expect(after.map(({ balance }) => balance)).toEqual([980_000n, 1_000_000n, 0n, 980_000n]);
  expect(after.map(({ held }) => held)).toEqual([0n, 0n, 0n, 0n]);
});

test('each that is refused is refused by itself, with its own reason, and nothing is held for it', async () => {
  const limits = { account: { ...NO_LIMITS.account, hourMicros: micros(30_000n) }, user: NO_LIMITS.user };
  const world = await messagesWorld(database, { limits });
  const [poor, fine, optedOut, atLimit, swindler] = await customersWith(world, '0.01', '1.00', '1.00', '1.00', '1.00');
  if (!poor || !fine || !optedOut || !atLimit || !swindler) throw new Error('there are five');
  await world.write(atLimit);
  await world.receive({ to: await world.numberOf(optedOut), text: 'Hi' });
  await inTransaction(database, async (tx) => {
    await setOptedOut(tx, { accountId: optedOut.accountId, peer: PEER, at: world.clock.now() });
  });

  const results = await Promise.allSettled([
    world.write(poor),
    world.write(fine),
    world.write(optedOut),
    world.write(atLimit),
    world.write(swindler, 'See https://bank.example', { to: '+447700900456' }),
    world.write(fine, 'Hello', { to: '+44200' }),
  ]);

  expect(results.slice(0, 5).map(codeOf)).toEqual([
    ...['out_of_credit', 'written', 'recipient_opted_out', 'limit_hour', 'link_not_allowed'],
  ]);
  expect(results[5]?.status).toBe('rejected');
  const held = [];
  for (const { walletId } of [poor, fine, optedOut, atLimit, swindler]) held.push((await world.wallet(walletId)).held);
  expect(held).toEqual([0n, 20_000n, 0n, 20_000n, 0n]);
});

test('a limit that one of them passes meanwhile keeps no other from its message, and no money of theirs', async () => {
  const world = await messagesWorld(database);
  const customers = await customersWith(world, '1.00', '1.00', '1.00');
  const late = customers[1];
  const limits = createCallLimits(NO_LIMITS);
  // What was judged before somebody else of the account spent what was left.
  const stale: Pick<CallLimits, 'judgeMessage' | 'usageSql'> = {
    usageSql: limits.usageSql,
    judgeMessage: (usage, message) => {
      const judged = limits.judgeMessage(usage, message);
      const { claim } = judged;
      const full = { dayMicros: null, hourMicros: micros(0n), calls: null, newCountries: null };
      const claimed: typeof claim.claimed = (amount) => ({ ...claim.claimed(amount), account: full });
      return message.accountId === late?.accountId ? { ...judged, claim: { ...claim, claimed } } : judged;
    },
  };
  const deps = { ...world.deps, limits: stale };
  const results = await Promise.allSettled(
    customers.map(async ({ accountId, userId }) => {
      const asked = { accountId, userId, spender: userId, to: PEER, from: undefined, text: 'Hi' };
      return await writeMessage(deps, { ...asked, defaultCountry: undefined });
    }),
  );

  expect(results.map(codeOf)).toEqual(['written', 'limit_hour', 'written']);
  const held = [];
  for (const { walletId } of customers) held.push((await world.wallet(walletId)).held);
  expect(held).toEqual([20_000n, 0n, 20_000n]);
});

test('a wallet that somebody is at keeps nobody else waiting, and its own message is written once it is free', async () => {
  const world = await messagesWorld(database);
  const [locked, free] = await customersWith(world, '1.00', '1.00');
  if (locked === undefined || free === undefined) throw new Error('there are two');

  const { waiting } = await inTransaction(elsewhere, async (tx) => {
    await lockWallet(tx, locked.walletId);
    const writing = world.write(locked);
    for (const _ of [1, 2, 3, 4]) expect((await world.write(free)).state).toBe('queued');
    return { waiting: { writing } };
  });

  expect((await waiting.writing).state).toBe('queued');
  expect(await world.wallet(locked.walletId)).toEqual({ balance: 1_000_000n, held: 20_000n });
});

test('a wallet that somebody keeps for seconds is not awaited for ever: its messages are refused as busy, and nothing is held for them', async () => {
  const world = await messagesWorld(database);
  const [locked, free] = await customersWith(world, '1.00', '1.00');
  if (locked === undefined || free === undefined) throw new Error('there are two');

  const results = await inTransaction(elsewhere, async (tx) => {
    await lockWallet(tx, locked.walletId);
    const writing = Promise.allSettled([1, 2, 3].map(async () => await world.write(locked)));
    expect((await world.write(free)).state).toBe('queued');
    return await writing;
  });

  expect(results.map(codeOf)).toEqual(['busy', 'busy', 'busy']);
  expect(await world.wallet(locked.walletId)).toEqual({ balance: 1_000_000n, held: 0n });
  expect((await world.write(locked)).state).toBe('queued');
});

test('what is noted with a message and fails undoes that message, and none that is written at the same moment', async () => {
  const world = await messagesWorld(database);
  const [noted, other] = await customersWith(world, '1.00', '1.00');
  if (noted === undefined || other === undefined) throw new Error('there are two');
  const note = async () => await Promise.reject(new Error('it was cancelled meanwhile'));

  const results = await Promise.allSettled([world.write(noted, 'Hi', { note }), world.write(other)]);

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect((await world.wallet(noted.walletId)).held).toBe(0n);
  expect(await world.thread(noted)).toEqual([]);
  expect(await world.thread(other)).toHaveLength(1);
});

test('many who write to two servers for more than each can pay, all at once, send exactly what each can pay', async () => {
  const world = await messagesWorld(database);
  const other = await messagesWorld(elsewhere);
  const customers = await customersWith(world, ...Array.from({ length: 8 }, () => '0.07'));

  const results = await Promise.all(
    customers.map(
      async (customer) =>
        await Promise.allSettled(
          [world, other, world, other, world, other].map(async (server, place) => {
            // No two are neighbours: what is counted here is money alone.
            return await server.write(customer, 'Hi', { to: `+44${7700 + place}900123` });
          }),
        ),
    ),
  );

  for (const [place, { walletId }] of customers.entries()) {
    const codes = results[place]?.map(codeOf) ?? [];
    expect(codes.filter((code) => code === 'written')).toHaveLength(3);
    expect(codes.filter((code) => code === 'out_of_credit')).toHaveLength(3);
    expect(await world.wallet(walletId)).toEqual({ balance: 70_000n, held: 60_000n });
  }
});

test('messages whose commit is done and never answered are written once each, and paid once', async () => {
  const { database: lossy, loseNext } = withLostAnswer(database);
  const world = await messagesWorld(lossy);
  const customers = await customersWith(world, '0.02', '1.00');
  loseNext();

  const written = await Promise.all(customers.map(async (customer) => await world.write(customer)));

  expect(written.map(({ state }) => state)).toEqual(['queued', 'queued']);
  const wallets = await Promise.all(customers.map(async ({ walletId }) => await world.wallet(walletId)));
  expect(wallets).toEqual([
    { balance: 20_000n, held: 20_000n },
    { balance: 1_000_000n, held: 20_000n },
  ]);
});

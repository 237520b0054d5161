import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import {
  findAllowance,
  microsOfSeconds,
  owedBy,
  placeHold,
  postTransfer,
  releaseHold,
  settleHold,
  takeBack,
} from '../ledger/index.ts';
import { planWorld } from '../../testing/money/plan-world.ts';
import { quotePlan } from './change-plan.ts';

const { database } = await testDatabase();

const EUROPE = 'seconds:europe-fixed';

describe('a change of plan', () => {
  test('a plan is paid from the balance at once, with its rates and its whole minutes', async () => {
    const world = planWorld(database);
    const account = await world.account(20);
    await world.change(account, 'plus', '5.0000');

    expect(await world.balance(account)).toBe(usd(15));
    expect(await world.taken(account)).toEqual([usd(-5)]);
    expect(await world.rateTable(account)).toBe('sample-plus');
    expect(await world.view(account)).toMatchObject({
      planId: 'plus',
      status: 'active',
      renewsAt: '2026-04-10T09:30:00.000Z',
      next: null,
      allowances: [
        { unit: 'seconds', group: 'europe-fixed', included: 12_000, used: 0, held: 0, left: 12_000 },
        { unit: 'seconds', group: 'north-america', included: 12_000, left: 12_000 },
        { unit: 'messages', group: null, included: 50, left: 50 },
      ],
    });
  });

  test('a balance that does not cover it changes nothing', async () => {
    const world = planWorld(database);
    const account = await world.account(4.99);
    await expect(world.change(account, 'plus')).rejects.toMatchObject({ code: 'plan_not_covered', status: 402 });
    expect(await world.balance(account)).toBe(usd(4.99));
    expect(await world.view(account)).toMatchObject({ planId: 'basic', allowances: [], renewsAt: null });
  });

  test('what is owed is paid before a plan, and the plan is not had for that money', async () => {
    const world = planWorld(database);
    const account = await world.account(5);
    const { walletId } = account;
    const cause = { type: 'dispute', id: newId() };
    await takeBack(database, { walletId, amountMicros: usd(10), cause, at: world.clock.now() });
    await world.pay(account, 7);
    await expect(world.change(account, 'plus')).rejects.toMatchObject({ code: 'plan_not_covered' });

    await world.pay(account, 3);
    await world.change(account, 'plus');

    expect(await world.balance(account)).toBe(usd(0));
    expect(await owedBy(database, walletId)).toBe(0n);
  });

  test('a period that is over is renewed before a more expensive plan is had', async () => {
    const world = planWorld(database);
    const account = await world.account(30);
    await world.change(account, 'plus');
    world.passDays(31);
    const late = { code: 'plan_renewal_under_way', status: 409 };
    await expect(quotePlan(world.deps, { account, planId: 'pro' })).rejects.toMatchObject(late);
    await expect(world.change(account, 'pro')).rejects.toMatchObject(late);
    expect(await world.balance(account)).toBe(usd(25));

    await world.renew();
    await world.change(account, 'pro');
    expect(await world.balance(account)).toBe(usd(30 - 5 - 15));
  });

  test('what a running call holds pays for no plan, and what is left pays for one without touching the call', async () => {
    const world = planWorld(database);
    const account = await world.account(8);
    const at = world.clock.now();
    const cause = { type: 'call', id: newId() };
    const wanted = { wantedMicros: usd(4), leastMicros: usd(4), cause, at };
    const call = await placeHold(database, { walletId: account.walletId, ...wanted });
    if (!call.allowed) throw new Error(call.reason);
    await expect(world.change(account, 'plus')).rejects.toMatchObject({ code: 'plan_not_covered' });
    expect(await world.balance(account)).toBe(usd(8));

    await world.pay(account, 2);
    await world.change(account, 'plus', '5.00');
    expect(await world.balance(account)).toBe(usd(5));
    const settling = { chargeMicros: usd(4), cause, houseAccount: 'revenue' as const, at };
    await settleHold(database, { holdId: call.holdId, ...settling });
    expect(await world.balance(account)).toBe(usd(1));
  });

  test('an upgrade costs what was quoted for the days left, and adds that part of the minutes', async () => {
    const world = planWorld(database);
    const account = await world.account(30);
    await world.change(account, 'plus');
    world.passDays(10);
    const { change } = await quotePlan(world.deps, { account, planId: 'pro' });
    expect(change.dueMicros).toBe(6_774_194n);

    await world.change(account, 'pro', '6.774194');
    expect(await world.balance(account)).toBe(usd(30 - 5) - 6_774_194n);
    expect(await world.rateTable(account)).toBe('sample-pro');
    const { allowances, renewsAt } = await world.view(account);
    expect(renewsAt).toBe('2026-04-10T09:30:00.000Z');
    expect(allowances.map(({ group, left }) => [group, left])).toEqual([
      ['asia-pacific', Math.floor((12_000 * 21) / 31)],
      ['europe-fixed', 12_000 + Math.floor((48_000 * 21) / 31)],
      ['europe-mobile', Math.floor((12_000 * 21) / 31)],
      ['north-america', 12_000 + Math.floor((48_000 * 21) / 31)],
      [null, 50 + Math.floor((150 * 21) / 31)],
    ]);
  });

  test('a quote that is no longer true changes nothing and says what it costs now', async () => {
    const world = planWorld(database);
    const account = await world.account(30);
    await world.change(account, 'plus');
    world.passDays(10);
    await quotePlan(world.deps, { account, planId: 'pro' });
    world.passDays(1);
    await expect(world.change(account, 'pro', '6.774194')).rejects.toMatchObject({
      code: 'plan_quote_stale',
      status: 409,
      message: 'This change costs 6.451613 USD now. Nothing was changed and nothing was taken.',
    });
    expect((await world.view(account)).planId).toBe('plus');
    expect(await world.taken(account)).toEqual([usd(-5)]);
  });

  test('the same change in two tabs is made and paid once', async () => {
    const world = planWorld(database);
    const account = await world.account(20);
    const both = await Promise.allSettled([world.change(account, 'plus', '5'), world.change(account, 'plus', '5')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await world.balance(account)).toBe(usd(15));
  });

  test.each(['nothing', 'BASIC'])('there is no change to %s', async (planId) => {
    const world = planWorld(database);
    await expect(world.change(await world.account(20), planId)).rejects.toMatchObject({
      code: planId === 'BASIC' ? 'already_on_plan' : 'plan_not_found',
    });
  });

  test('a cancelled plan lasts to the end of what is paid, and can be kept until then', async () => {
    const world = planWorld(database);
    const account = await world.account(20);
    await world.change(account, 'plus');
    await world.change(account, 'basic');
    expect(await world.view(account)).toMatchObject({ planId: 'plus', next: { planId: 'basic' } });
    await world.change(account, 'plus');
    expect(await world.view(account)).toMatchObject({ planId: 'plus', next: null });

    await world.change(account, 'basic');
    world.passDays(31);
    await world.renew();
    expect(await world.view(account)).toMatchObject({ planId: 'basic', allowances: [] });
    expect(await world.rateTable(account)).toBe('sample');
    expect(await world.balance(account)).toBe(usd(15));
    expect(await world.told(account)).toEqual(['plan.ended']);
  });
});

describe('a renewal', () => {
  test('is made once per period, however many workers look at it', async () => {
    const world = planWorld(database);
    const account = await world.account(20);
    await world.change(account, 'plus');
    world.passDays(31);
    await Promise.all(Array.from({ length: 6 }, async () => await world.renew()));
    await world.renew();

    expect(await world.taken(account)).toEqual([usd(-5), usd(-5)]);
    expect(await world.view(account)).toMatchObject({ planId: 'plus', renewsAt: '2026-05-10T09:30:00.000Z' });
    expect((await world.view(account)).allowances.map(({ left }) => left)).toEqual([12_000, 12_000, 50]);
    expect(await world.told(account)).toEqual(['plan.renewed']);
  });

  test('without money the plan goes on for three days, told once, and is paid as soon as money is there', async () => {
    const world = planWorld(database);
    const account = await world.account(6);
    await world.change(account, 'plus');
    world.passDays(31);
    await world.renew();
    world.passDays(1);
    await world.renew();
    expect(await world.view(account)).toMatchObject({
      status: 'past_due',
      pastDue: { amount: { amount: '5.0000' }, until: '2026-04-13T09:30:00.000Z' },
      allowances: [],
    });
    expect(await world.rateTable(account)).toBe('sample-plus');

    await world.pay(account, 10);
    world.passDays(0.1);
    await world.renew();
    expect(await world.view(account)).toMatchObject({ status: 'active', renewsAt: '2026-05-10T09:30:00.000Z' });
    expect(await world.balance(account)).toBe(usd(6));
    expect(await world.told(account)).toEqual(['plan.renewal_failed', 'plan.renewed']);
  });

  test('after the days of grace the account is on Basic again, with nothing taken', async () => {
    const world = planWorld(database);
    const account = await world.account(6);
    await world.change(account, 'plus');
    world.passDays(31);
    await world.renew();
    world.passDays(3);
    await world.renew();
    await world.renew();
    expect(await world.view(account)).toMatchObject({ planId: 'basic', status: 'active' });
    expect(await world.rateTable(account)).toBe('sample');
    expect(await world.balance(account)).toBe(usd(1));
    expect(await world.told(account)).toEqual(['plan.renewal_failed', 'plan.ended']);
  });

  test('who pays in the days of grace by hand has the plan whole again', async () => {
    const world = planWorld(database);
    const account = await world.account(5);
    await world.change(account, 'plus');
    world.passDays(31);
    await world.renew();
    await world.pay(account, 5);
    await world.change(account, 'plus', '5.00');
    expect(await world.view(account)).toMatchObject({ status: 'active', renewsAt: '2026-05-10T09:30:00.000Z' });
    await world.renew();
    expect(await world.balance(account)).toBe(0n);
  });
});

describe('what expires, and what never does', () => {
  test('what is left of an allowance ends with its period; what a call holds stays with the call', async () => {
    const world = planWorld(database);
    const account = await world.account(20);
    await world.change(account, 'plus');
    const wallet = async () =>
      (await findAllowance(database, { accountId: account.id, unit: EUROPE, at: world.clock.now() }))?.walletId ?? '';
    const old = await wallet();
    const hold = async (seconds: number) => {
      const amount = microsOfSeconds(seconds);
      const cause = { type: 'call_allowance', id: newId() };
      const placed = await placeHold(database, {
        walletId: old,
        wantedMicros: amount,
        leastMicros: amount,
        cause,
        at: world.clock.now(),
      });
      if (!placed.allowed) throw new Error(placed.reason);
      return { holdId: placed.holdId, cause };
    };
    const [used, given] = [await hold(60), await hold(90)];

    world.passDays(31);
    await world.expire();
    await world.renew();
    expect(await sumOf(old)).toEqual({ granted: 12_000n, used: 0n, expired: 11_850n, balance: 150n, isClosed: false });
    expect(await wallet()).not.toBe(old);

    const settling = { chargeMicros: microsOfSeconds(60), houseAccount: 'allowance_used' as const };
    await settleHold(database, { ...used, ...settling, at: world.clock.now() });
    await releaseHold(database, { holdId: given.holdId, at: world.clock.now() });
    await world.expire();
    await world.expire();
    expect(await sumOf(old)).toEqual({ granted: 12_000n, used: 60n, expired: 11_940n, balance: 0n, isClosed: true });
    expect((await world.view(account)).allowances.map(({ left }) => left)).toEqual([12_000, 12_000, 50]);
  });

  test('no job touches money that lies idle, for however many years', async () => {
    const world = planWorld(database);
    const idle = await world.account(7.5);
    await world.pay(idle, 12.25);
    const ended = await world.account(6);
    await world.change(ended, 'plus');
    await world.change(ended, 'basic');
    const entries = async () => {
      const { rows } = await sql<{ count: bigint }>`
        select count(*) as count from ledger.entry where wallet_id = any (${[idle.walletId, ended.walletId]})`.execute(
        database,
      );
      return rows[0]?.count;
    };
    const before = await entries();
    for (let year = 0; year < 30; year++) {
      world.passDays(366);
      await world.renew();
      await world.expire();
    }
    expect(await entries()).toBe(before);
    expect([await world.balance(idle), await world.balance(ended)]).toEqual([usd(19.75), usd(1)]);
  });

  test('the database gives no wallet of money an end, and takes nothing from one that has none', async () => {
    const world = planWorld(database);
    const account = await world.account(3);
    const at = world.clock.now();
    const withEnd = sql`insert into ledger.wallet (id, account_id, unit, expires_at, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 'USD', ${at}, ${at})`;
    await expect(withEnd.execute(database)).rejects.toThrow('wallet_of_money_never_expires');
    const ending = sql`update ledger.wallet set expires_at = ${at} where id = ${account.walletId}`;
    await expect(ending.execute(database)).rejects.toThrow('never changed so');
    const taking = sql`select ledger.expire_wallet(${account.walletId}, gen_random_uuid(), ${at})`;
    await expect(taking.execute(database)).rejects.toThrow('does not expire');
    const expiring = postTransfer(database, {
      cause: { type: 'allowance_expired', id: newId() },
      unit: 'USD',
      at,
      entries: [
        { walletId: account.walletId, amountMicros: usd(-1) },
        { houseAccount: 'allowance_expired', amountMicros: usd(1) },
      ],
    });
    await expect(expiring).rejects.toThrow('money is no allowance');
    expect(await world.balance(account)).toBe(usd(3));
  });
});

async function sumOf(walletId: string) {
  const { rows } = await sql<Record<'granted' | 'used' | 'expired' | 'balance', bigint> & { is_closed: boolean }>`
    select
      coalesce(sum(-amount) filter (where house_account = 'allowance_granted'), 0)::bigint / 1000000 as granted,
      coalesce(sum(amount) filter (where house_account = 'allowance_used'), 0)::bigint / 1000000 as used,
      coalesce(sum(amount) filter (where house_account = 'allowance_expired'), 0)::bigint / 1000000 as expired,
      (select balance / 1000000 from ledger.wallet where id = ${walletId}) as balance,
      (select closed_at is not null from billing.allowance where wallet_id = ${walletId}) as is_closed
    from ledger.entry where transfer_id in (select transfer_id from ledger.entry where wallet_id = ${walletId})`.execute(
    database,
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a sum has a row');
  return { granted: row.granted, used: row.used, expired: row.expired, balance: row.balance, isClosed: row.is_closed };
}

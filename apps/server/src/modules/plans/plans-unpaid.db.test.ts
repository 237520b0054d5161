import { describe, expect, test } from 'vitest';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { planWorld } from '../../testing/money/plan-world.ts';

const { database } = await testDatabase();

/** On Pro, with the change to Plus planned, which the balance did not cover when the period ended. */
async function unpaidChange() {
  const world = planWorld(database);
  const account = await world.account(18);
  await world.change(account, 'pro');
  await world.change(account, 'plus');
  world.passDays(31);
  await world.renew();
  expect(await world.view(account)).toMatchObject({
    planId: 'pro',
    status: 'past_due',
    next: { planId: 'plus' },
    pastDue: { amount: { amount: '5.0000' } },
  });
  return { world, account };
}

describe('a cheaper plan that was to come and is not paid', () => {
  test('is paid by hand as the next period, and nothing more is taken', async () => {
    const { world, account } = await unpaidChange();
    await world.pay(account, 20);
    world.passDays(1);
    await world.change(account, 'plus', '5.00');

    expect(await world.view(account)).toMatchObject({
      planId: 'plus',
      status: 'active',
      next: null,
      renewsAt: '2026-05-10T09:30:00.000Z',
    });
    expect(await world.rateTable(account)).toBe('sample-plus');
    await world.renew();
    expect(await world.balance(account)).toBe(usd(18));
  });

  test('does not come when the present plan is paid instead', async () => {
    const { world, account } = await unpaidChange();
    await world.pay(account, 20);
    await world.change(account, 'pro', '15.00');

    expect(await world.view(account)).toMatchObject({
      planId: 'pro',
      status: 'active',
      next: null,
      renewsAt: '2026-05-10T09:30:00.000Z',
    });
    expect(await world.rateTable(account)).toBe('sample-pro');
  });
});

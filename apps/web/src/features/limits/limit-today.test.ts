import type { OwnLimits, SpendingLimits } from '@farline/contracts/limits';
import { expect, test } from 'vitest';
import { limitToday } from './limit-today.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const own = (limit: string, used: string) => ({ limits: { day: usd(limit) }, used: { day: usd(used) } }) as OwnLimits;
const limits = (account: OwnLimits, signIn: OwnLimits, lifted: SpendingLimits['lifted'] = []) =>
  ({ account, signIn, lifted }) as SpendingLimits;

test('of the two limits of a day the one counts that leaves less', () => {
  expect(limitToday(limits(own('50', '0.01'), own('30', '0.01')))).toEqual({ limit: usd('30'), used: usd('0.01') });
  expect(limitToday(limits(own('50', '45'), own('30', '10')))).toEqual({ limit: usd('50'), used: usd('45') });
});

test('a limit that is lifted for the day counts no more', () => {
  const lifted = [{ limit: 'day', until: '2026-01-02T00:00:00Z' }] as const;
  expect(limitToday(limits(own('50', '1'), own('30', '1'), [...lifted]))).toBeNull();
});

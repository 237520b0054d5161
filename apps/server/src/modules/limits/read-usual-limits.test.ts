import { expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { usualLimits } from './limit.ts';
import { readUsualLimits } from './read-usual-limits.ts';

const secrets = { FARLINE_TOKEN_SECRET: 't'.repeat(32), FARLINE_SIP_SECRET: 's'.repeat(32) };
const read = (limits: Record<string, string>) =>
  readUsualLimits(readConfig({ DATABASE_URL: 'postgres://localhost/farline', ...secrets, ...limits }).spendingLimits);

test('without settings the limits are on, as they are usual', () => {
  expect(read({})).toEqual(usualLimits);
});

test('an operator sets some of them, for accounts and for sign-ins; the others stay', () => {
  const limits = read({
    FARLINE_ACCOUNT_LIMITS: 'day=120.50, calls=40',
    FARLINE_SIGN_IN_LIMITS: 'hour=9,minute=0.25,fee=0,countries=3',
  });

  expect(limits.account).toEqual({ ...usualLimits.account, dayMicros: 120_500_000n, calls: 40 });
  expect(limits.user).toEqual({
    ...usualLimits.user,
    hourMicros: 9_000_000n,
    perMinuteMicros: 250_000n,
    connectionMicros: 0n,
    newCountries: 3,
  });
});

test.each(['day', 'day=', 'day=-1', 'day=ten', 'week=5', 'calls=2.5', 'minute=0.1234567'])(
  'the setting %s is refused by name',
  (written) => expect(() => read({ FARLINE_ACCOUNT_LIMITS: written })).toThrow(/FARLINE_ACCOUNT_LIMITS/),
);

import { askedDestinationReply, problem, spendingLimitsReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiCustomer, apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await testApp();
const PASSWORD = 'Analytical1843';
const PREMIUM = '+44 909 879 0000';

const limitsOf = async (customer: ApiCustomer) =>
  spendingLimitsReply.parse((await customer.ask('GET', '/limits')).body).spendingLimits;
const change = async (customer: ApiCustomer, limits: object, more: object = {}) =>
  await customer.ask('PATCH', '/limits', { owner: 'account', limits, ...more });
const acts = async ({ accountId }: ApiCustomer) => {
  const { rows } = await sql<{ action: string; before: object | null; after: object | null }>`
    select action, before, after from audit.event
    where account_id = ${accountId} and action like 'limits.%' order by id`.execute(app.database);
  return rows;
};

test('a new account has the usual limits, nothing used, lifted or opened, and loses no more than its credit', async () => {
  const limits = await limitsOf(await apiCustomer(app));

  expect(limits.account.limits).toEqual(limits.account.usual);
  expect(limits.account.limits.day).toEqual({ amount: '50.0000', currency: 'USD' });
  expect(limits.signIn.limits).toMatchObject({ day: { amount: '30.0000' }, calls: 5 });
  expect(limits.account.used).toMatchObject({ day: { amount: '0.0000' }, calls: 0, newCountries: 0 });
  expect(limits).toMatchObject({ lifted: [], opened: [] });
  expect(limits.meter).toMatchObject({ most: { amount: '2.0000' }, decidedBy: 'money' });
  expect(limits.meter.money.savedCards.amount).toBe('0.0000');
});

test('a day of the limits ends at midnight of the account', async () => {
  const limits = await limitsOf(await apiCustomer(app, { timeZone: 'Asia/Tokyo' }));

  // 0:00 in Tokyo is 15:00 UTC all year.
  expect(limits.dayEndsAt).toMatch(/T15:00:00\.000Z$/);
});

test('a lower limit counts at once, without password', async () => {
  const customer = await apiCustomer(app);

  const answer = await change(customer, { day: '1.50', calls: 2 });

  expect(answer.status).toBe(200);
  const { account } = spendingLimitsReply.parse(answer.body).spendingLimits;
  expect(account.limits).toMatchObject({ day: { amount: '1.5000' }, hour: { amount: '25.0000' }, calls: 2 });
  expect(await acts(customer)).toMatchObject([
    { action: 'limits.changed', before: { dayMicros: '50000000' }, after: { dayMicros: '1500000', calls: '2' } },
  ]);
});

test('a lower limit lowers what could be lost tonight', async () => {
  const customer = await apiCustomer(app);
  await change(customer, { day: '0.25' });

  const { meter } = await limitsOf(customer);

  expect(meter.decidedBy).toBe('limits');
  // Two days of limits at most, where the night crosses midnight.
  expect(Number(meter.most.amount)).toBe(0.25 * meter.limits.parts.length);
});

test('a higher limit needs the password, and none is changed without', async () => {
  const customer = await apiCustomer(app);

  const without = await change(customer, { day: '60.00', hour: '1.00' });
  expect(without.status).toBe(403);
  expect(problem.parse(without.body)).toMatchObject({
    code: 'password_needed',
    errors: { password: expect.any(String) },
  });
  expect((await limitsOf(customer)).account.limits.hour.amount).toBe('25.0000');

  const wrong = await change(customer, { day: '60.00' }, { password: 'Analytical1844' });
  expect(wrong.status).toBe(400);
  expect(problem.parse(wrong.body)).toMatchObject({ code: 'wrong_password' });

  const right = await change(customer, { day: '60.00' }, { password: PASSWORD });
  expect(right.status).toBe(200);
  expect((await limitsOf(customer)).account.limits.day.amount).toBe('60.0000');
});

test('back to the usual limit is raising it where it was lower', async () => {
  const customer = await apiCustomer(app);
  await change(customer, { newCountries: 0 });

  expect((await change(customer, { newCountries: null })).status).toBe(403);
  expect((await change(customer, { newCountries: null }, { password: PASSWORD })).status).toBe(200);
  expect((await limitsOf(customer)).account.limits.newCountries).toBe(10);
});

test('the limits of the sign-in are its own', async () => {
  const customer = await apiCustomer(app);

  await change(customer, { perMinute: '0.10' }, { owner: 'sign_in' });

  const { account, signIn } = await limitsOf(customer);
  expect(signIn.limits.perMinute.amount).toBe('0.1000');
  expect(account.limits.perMinute.amount).toBe('1.0000');
});

test('a limit is lifted until midnight with the password, and counts again when that is taken back', async () => {
  const customer = await apiCustomer(app);

  const lifted = await customer.ask('POST', '/limits/lifts/day', { password: PASSWORD });
  expect(lifted.status).toBe(200);
  const limits = spendingLimitsReply.parse(lifted.body).spendingLimits;
  expect(limits.lifted).toEqual([{ limit: 'day', until: limits.dayEndsAt }]);

  const ended = await customer.ask('DELETE', '/limits/lifts/day');
  expect(spendingLimitsReply.parse(ended.body).spendingLimits.lifted).toEqual([]);
  expect((await customer.ask('DELETE', '/limits/lifts/day')).status).toBe(404);
  expect((await acts(customer)).map(({ action }) => action)).toEqual(['limits.lifted', 'limits.lift_ended']);
});

test('an expensive destination is opened with the password, once, and closed without', async () => {
  const customer = await apiCustomer(app);
  const asked = async () => {
    const path = `/limits/destinations?${new URLSearchParams({ to: PREMIUM }).toString()}`;
    return askedDestinationReply.parse((await customer.ask('GET', path)).body).destination;
  };
  expect(await asked()).toMatchObject({
    number: '+449098790000',
    countryCode: 'GB',
    kind: 'premium',
    dearBecause: 'closed',
    isOpened: false,
  });

  for (let times = 0; times < 2; times++) {
    const opened = await customer.ask('POST', '/limits/destinations', { to: PREMIUM, password: PASSWORD });
    expect(opened.status).toBe(200);
  }
  expect(await asked()).toMatchObject({ isOpened: true });
  expect((await limitsOf(customer)).opened).toMatchObject([{ id: 'GB-premium', countryCode: 'GB', kind: 'premium' }]);

  expect((await customer.ask('DELETE', '/limits/destinations/GB-premium')).status).toBe(200);
  expect((await customer.ask('DELETE', '/limits/destinations/GB-premium')).status).toBe(404);
  expect(await asked()).toMatchObject({ isOpened: false });
  expect((await acts(customer)).map(({ action }) => action)).toEqual([
    'limits.destination_opened',
    'limits.destination_closed',
  ]);
});

test('a number that costs more than the price limit is expensive because of it, and can be opened too', async () => {
  const customer = await apiCustomer(app);
  await change(customer, { perMinute: '0.001' });

  const path = `/limits/destinations?${new URLSearchParams({ to: '+447700900123' }).toString()}`;
  const asked = askedDestinationReply.parse((await customer.ask('GET', path)).body).destination;

  expect(asked).toMatchObject({ kind: 'mobile', dearBecause: 'per_minute', isOpened: false });
  const opened = await customer.ask('POST', '/limits/destinations', { to: '+447700900123', password: PASSWORD });
  expect(opened.status).toBe(200);
});

test('what was chosen, lifted and opened is in the export of everything', async () => {
  const customer = await apiCustomer(app);
  await change(customer, { day: '1.50' });
  await customer.ask('POST', '/limits/lifts/hour', { password: PASSWORD });
  await customer.ask('POST', '/limits/destinations', { to: PREMIUM, password: PASSWORD });

  const exported = z
    .object({ limits: z.array(z.unknown()) })
    .parse((await customer.ask('GET', '/settings/export')).body);

  expect(exported.limits).toMatchObject([
    { what: 'chosen', of: 'account', limits: { dayMicros: '1500000', hourMicros: null } },
    { what: 'lifted', limit: 'hour' },
    { what: 'opened', countryCode: 'GB' },
  ]);
});

test('what is not expensive need not be opened', async () => {
  const customer = await apiCustomer(app);

  const answer = await customer.ask('POST', '/limits/destinations', { to: '+447700900123', password: PASSWORD });

  expect(answer).toMatchObject({ status: 409, body: { code: 'destination_not_dear' } });
});

test.each([
  ['POST', '/limits/lifts/day', {}],
  ['POST', '/limits/destinations', { to: PREMIUM }],
  ['PATCH', '/limits', { owner: 'account', limits: { day: '5000' } }],
])('%s %s with a wrong password changes nothing, and guessing is stopped', async (method, path, body) => {
  const customer = await apiCustomer(app);
  const guess = async () => (await customer.ask(method, path, { ...body, password: 'not the password' })).status;

  for (let tries = 0; tries < 10; tries++) expect(await guess()).toBe(400);
  expect(await guess()).toBe(429);
  // Also the right one, once it is guessed too often.
  const right = await customer.fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, password: PASSWORD }),
  });
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await acts(customer)).toEqual([]);
});

test.each([
  ['PATCH', '/limits', { owner: 'account', limits: { day: 20 } }, 'limits.day'],
  ['PATCH', '/limits', { owner: 'account', limits: { day: '-1' } }, 'limits.day'],
  ['PATCH', '/limits', { owner: 'account', limits: { day: '1.1234567' } }, 'limits.day'],
  ['PATCH', '/limits', { owner: 'account', limits: { day: 'NaN' } }, 'limits.day'],
  ['PATCH', '/limits', { owner: 'account', limits: { hour: '10000.01' } }, 'limits.hour'],
  ['PATCH', '/limits', { owner: 'account', limits: { perMinute: '100.01' } }, 'limits.perMinute'],
  ['PATCH', '/limits', { owner: 'account', limits: { connectionFee: '1e2' } }, 'limits.connectionFee'],
  ['PATCH', '/limits', { owner: 'account', limits: { calls: 0 } }, 'limits.calls'],
  ['PATCH', '/limits', { owner: 'account', limits: { calls: 1.5 } }, 'limits.calls'],
  ['PATCH', '/limits', { owner: 'account', limits: { newCountries: '3' } }, 'limits.newCountries'],
  ['PATCH', '/limits', { owner: 'everyone', limits: {} }, 'owner'],
  ['PATCH', '/limits', { owner: 'account' }, 'limits'],
  ['PATCH', '/limits', { owner: 'account', limits: {}, password: '' }, 'password'],
  ['POST', '/limits/lifts/day', {}, 'password'],
  ['POST', '/limits/lifts/week', { password: PASSWORD }, 'limit'],
  ['DELETE', '/limits/lifts/week', undefined, 'limit'],
  ['POST', '/limits/destinations', { password: PASSWORD }, 'to'],
  ['POST', '/limits/destinations', { to: PREMIUM }, 'password'],
  ['GET', '/limits/destinations', undefined, 'to'],
  ['DELETE', '/limits/destinations/GB', undefined, 'id'],
])('%s %s %j is refused at its field', async (method, path, body, field) => {
  const customer = await apiCustomer(app);

  const answer = await customer.ask(method, path, body);

  expect(answer.status).toBe(400);
  expect(Object.keys(problem.parse(answer.body).errors ?? {})).toContain(field);
});

test('a number that is none is refused with its sentence', async () => {
  const customer = await apiCustomer(app);

  const answer = await customer.ask('POST', '/limits/destinations', { to: 'Mother', password: PASSWORD });

  expect(answer.status).toBe(422);
  expect(problem.parse(answer.body).errors).toHaveProperty('to');
});

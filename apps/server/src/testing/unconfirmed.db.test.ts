import { mailedProofs } from '@farline/tools/mailed-proofs';
import { ECHO_TEST } from '@farline/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../platform/ids.ts';
import { testAppOn } from './test-app.ts';
import { testDatabase } from './test-database.ts';

const { url } = await testDatabase();
const { origin, runJobs } = await testAppOn(url, { FARLINE_TRIAL_CREDIT: '2.00' });

type Newcomer = { email: string; token: string };

/** Somebody signs up as a client does that knows the specification alone. */
async function newcomer(): Promise<Newcomer> {
  const email = `${newId()}@example.org`;
  const body = { firstName: 'Ada', lastName: 'Lovelace', email, phone: '', password: 'Analytical1843' };
  const { status, reply } = await ask(null, 'POST', '/auth/register', body);
  expect(status).toBe(201);
  return {
    email,
    token: z.object({ token: z.string(), user: z.object({ email: z.literal(email) }) }).parse(reply).token,
  };
}

async function ask(as: Newcomer | null, method: string, path: string, body?: object) {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${as.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply: unknown = await answer.json();
  return { status: answer.status, reply };
}

test.each([
  ['POST', '/calls/initiate', { to: '+447700900123' }],
  ['POST', `/calls/${newId()}/transfer`, { to: '+447700900123' }],
  ['POST', '/billing/add-funds', { amount: 5 }],
  ['POST', '/billing/payment-methods', {}],
  ['POST', '/billing/subscription', { planId: 'basic' }],
  ['PUT', '/billing/auto-top-up', { isOn: false }],
  ['POST', '/settings/sip-phones', { name: 'Desk' }],
  // What somebody else would find so in an account that a reset makes theirs.
  ['PATCH', '/limits', { owner: 'account', limits: { day: '100.00' }, password: 'Analytical1843' }],
  ['POST', '/limits/lifts/day', { password: 'Analytical1843' }],
  ['POST', '/limits/destinations', { to: '+449098790123', password: 'Analytical1843' }],
  ['PATCH', '/billing/buyer', { name: 'Mallory & Sons' }],
  ['PATCH', '/settings/notices', { mail: { newDevice: false } }],
])('%s %s is closed to whoever has not confirmed their address, and says what to do', async (method, path, body) => {
  expect(await ask(await newcomer(), method, path, body)).toMatchObject({
    status: 403,
    reply: { code: 'email_unconfirmed', message: expect.stringContaining('Confirm your email address') },
  });
});

test('whoever has not confirmed their address sees everything and calls the echo', async () => {
  const ada = await newcomer();
  for (const path of ['/auth/profile', '/billing/usage', '/calls/history', '/notices', '/limits', '/billing/plans']) {
    expect([path, (await ask(ada, 'GET', path)).status]).toEqual([path, 200]);
  }
  expect((await ask(ada, 'POST', '/calls/initiate', { to: ECHO_TEST })).status).toBe(201);
});

test('the code of the mail opens what was closed, at once', async () => {
  const ada = await newcomer();
  const call = async () => (await ask(ada, 'POST', '/calls/initiate', { to: '+447700900123' })).status;
  expect(await call()).toBe(403);
  await runJobs();
  const { code } = await mailedProofs(url, ada.email);
  expect((await ask(ada, 'POST', '/auth/confirm-email', { code })).status).toBe(200);

  expect(await call()).toBe(201);
});

test('what a mailbox is spared is counted for whoever runs the service', async () => {
  const ada = await newcomer();
  for (let asked = 0; asked < 7; asked += 1) await ask(null, 'POST', '/auth/forgot-password', { email: ada.email });

  const figures = await (await fetch(`${origin}/metrics`)).text();
  expect(figures).toMatch(/farline_mails_dropped_total\{kind="password_reset",because="too_many"\} \d/);
});

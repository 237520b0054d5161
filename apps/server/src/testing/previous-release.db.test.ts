import { readdirSync } from 'node:fs';
import { callDetailReply, historyReply, paymentReply, usageReply } from '@farline/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { aPayer } from './money/payer.ts';
import { answered, callsWorld, ended, testClock } from '../modules/calls/testing/calls-world.ts';
import { loadReleaseDump, RELEASES, writeReleaseDump } from './release-dump.ts';
import { sandboxPayments } from './sandbox-payments.ts';
import { testAppOn } from './test-app.ts';
import { emptyDatabase, testDatabase } from './test-database.ts';

/** Who is in every dump. */
const ADA = { email: 'ada@example.org', password: 'Analytical1843' };
const releases = readdirSync(RELEASES)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace(/\.sql$/, ''));

test.each(releases)(
  'a database of %s is brought to today with its accounts, money, calls and payments',
  async (version) => {
    const { database, url } = await emptyDatabase();
    await loadReleaseDump(database, version);

    // Its start migrates. Nothing else may happen to what is read: the roles that act are not started.
    const { origin } = await testAppOn(url, { FARLINE_ROLES: 'api' });

    const ask = await signIn(origin);
    const usage = usageReply.parse(await ask('/billing/usage'));
    expect(usage.wallet).toMatchObject({
      // Of the 2.00 that were given, 0.04 are spent and 0.06 are held for the call that runs.
      balance: { amount: '25.0600', currency: 'USD' },
      held: { amount: expect.stringMatching(/^0\.[0-9]*[1-9]/) },
    });
    expect(usage.trialCredit).toEqual({ amount: '1.9000', currency: 'USD' });
    const { calls } = historyReply.parse(await ask('/calls/history'));
    expect(calls).toMatchObject([
      { status: 'in-progress', to: '+447700900123', cost: null, isPractice: true, paidBy: 'balance' },
      { status: 'completed', to: '+447700900123', duration: 90, cost: { amount: '0.0400', currency: 'USD' } },
    ]);
    const detail = callDetailReply.parse(await ask(`/calls/${calls[1]?.id}`));
    expect(detail.timeline.map(({ event }) => event)).toEqual(['dialled', 'allowed', 'answered', 'ended']);
    expect(detail.priceLines.at(-1)).toEqual({ line: 'total', amount: { amount: '0.0400', currency: 'USD' } });
    const history = z
      .object({ history: z.array(z.object({ kind: z.string(), cause: z.object({ id: z.string() }) })) })
      .parse(await ask('/billing/history?startDate=2026-01-01'));
    expect(history.history.map(({ kind }) => kind)).toEqual(['trial_credit', 'call', 'top_up', 'trial_credit']);
    const { payment } = paymentReply.parse(await ask(`/billing/payments/${history.history[2]?.cause.id}`));
    expect(payment).toMatchObject({ state: 'succeeded', amount: { amount: '25.0000' }, card: { lastFour: '4242' } });
  },
);

// See migrations/releases/README.md.
const dumped = process.env['FARLINE_DUMP_RELEASE'];
test.each(dumped === undefined ? [] : [dumped])('writes the dump of %s', async (version) => {
  const { database, url } = await testDatabase();
  const payments = await sandboxPayments();
  const { origin } = await testAppOn(url, { FARLINE_ROLES: 'api,worker', ...payments.serverEnv });
  await payments.start({ origin });
  const payer = await aPayer({ origin, database });
  const renamed = await payer.ask('PATCH', '/auth/profile', { email: ADA.email, currentPassword: ADA.password });
  expect(renamed.status).toBe(200);
  const { id, payUrl } = await payer.addFunds(25);
  await payments.lay(payUrl ?? '', '4242424242424242');
  await expect.poll(async () => (await payer.payment(id)).state).toBe('succeeded');

  const world = await callsWorld(database, { clock: testClock(new Date()) });
  const call = await world.talk(payer);
  const answeredAt = world.clock.now();
  world.clock.passSeconds(90);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }));
  const running = await world.place(payer);
  await world.report(answered(running, world.clock.now()));
  await writeReleaseDump(url, version);
});

async function signIn(origin: string): Promise<(path: string) => Promise<unknown>> {
  const answer = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADA),
  });
  const { token } = z.object({ token: z.string() }).parse(await answer.json());
  return async (path) => {
    const reply = await fetch(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(reply.status, path).toBe(200);
    return await reply.json();
  };
}

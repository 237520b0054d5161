import { defaultRule, type NumberRule, numberRuleReply } from '@farline/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';
import { numbersOf } from './record/numbers-store.ts';

const app = await testApp({
  FARLINE_CALL_BRIDGE: 'http://127.0.0.1:9',
  FARLINE_CALL_BRIDGE_SECRET: 'a secret that no bridge is asked with',
});
const { database } = app;

async function aCustomer() {
  const customer = await apiCustomer(app, { timeZone: 'Europe/London' });
  const { accountId } = customer;
  const [number = ''] = await numbersOf(database, accountId);
  const path = `/numbers/${encodeURIComponent(number)}/rule`;
  return {
    accountId,
    number,
    userId: customer.userId,
    ask: customer.ask,
    read: async () => numberRuleReply.parse((await customer.ask('GET', path)).body),
    save: async (rule: NumberRule, version = 0) => await customer.ask('PUT', path, { version, rule }),
    try: async (tried: object) => await customer.ask('POST', `${path}/test`, tried),
  };
}

const anyRule = (over: Partial<NumberRule>): NumberRule => ({ ...defaultRule('Europe/London'), ...over });

test('a number forwards calls to a telephone that can be called, and the tester says what that costs', async () => {
  const customer = await aCustomer();
  const to = '+447700900123';
  const rule = anyRule({
    open: {
      do: 'ring',
      browsers: true,
      phones: 'all',
      goesOn: { afterSeconds: 20, then: { do: 'forward', to, most: '2.5' } },
    },
  });

  expect(await customer.save(rule)).toMatchObject({ status: 200, body: { rule } });
  const tried = { at: '2026-01-14T12:00:00Z', caller: '+442079460123' };
  expect((await customer.try(tried)).body).toMatchObject({
    outcome: { is: 'rings', goesOn: { afterSeconds: 20, then: { to } } },
    forward: { number: to, terms: { perMinute: { currency: 'USD' } } },
  });
  const atOnce = anyRule({ open: { do: 'forward', to, most: null } });
  expect((await customer.try({ ...tried, rule: atOnce })).body).toMatchObject({
    outcome: { is: 'forwarded', because: 'always', to, most: null },
    forward: { number: to },
  });
});

describe('a number forwards no calls', () => {
  const forward = (to: string, most: string | null = null) => anyRule({ open: { do: 'forward', to, most } });

  test.each([
    ['to what is no whole number, such as 112', '112', null, 400, 'invalid_request'],
    ['to an expensive number that is closed', '+449098790123', null, 422, 'destination_closed'],
    ['for less than a call costs', '+447700900123', '0.000001', 400, 'forward_most_too_little'],
    ['for what is no amount', '+447700900123', '0', 400, 'invalid_request'],
  ])('%s', async (_what, to, most, status, code) => {
    const customer = await aCustomer();
    expect(await customer.save(forward(to, most))).toMatchObject({ status, body: { code } });
    expect(await customer.read()).toMatchObject({ version: 0 });
  });

  test('to itself, nor to a number that forwards them back, whosever it is', async () => {
    const [one, other] = [await aCustomer(), await aCustomer()];
    expect(await one.save(forward(one.number))).toMatchObject({ status: 400, body: { code: 'forward_comes_back' } });

    const there = JSON.stringify(forward(other.number));
    await sql`insert into numbers.rule (e164, account_id, version, rule, changed_at)
      values (${one.number}, ${one.accountId}, 1, ${there}::jsonb, now())`.execute(database);
    const back = anyRule({
      open: {
        do: 'ring',
        browsers: true,
        phones: 'all',
        goesOn: { afterSeconds: 20, then: { do: 'forward', to: one.number, most: null } },
      },
    });
    expect(await other.save(back)).toMatchObject({ status: 400, body: { code: 'forward_comes_back' } });
    const tried = { at: '2026-01-14T12:00:00Z', caller: null, rule: back };
    expect((await other.try(tried)).body).toMatchObject({ forward: { refusal: { code: 'forward_comes_back' } } });
  });
});

const atOnce = (to: string) => anyRule({ open: { do: 'forward', to, most: null } });
const onNoAnswer = (to: string): Partial<NumberRule> => ({
  open: {
    do: 'ring',
    browsers: true,
    phones: 'all',
    goesOn: { afterSeconds: 20, then: { do: 'forward', to, most: null } },
  },
});

/** The mails to a customer so far. */
async function mailsTo({ userId }: { userId: string }): Promise<{ subject: string; text: string }[]> {
  await app.runJobs();
  const { rows } = await sql<{ email: string }>`select email from accounts.user where id = ${userId}`.execute(database);
  const reply = await fetch(`${app.origin}/local/mail.json?to=${encodeURIComponent(rows[0]?.email ?? '')}`);
  const { items } = z
    .object({ items: z.array(z.object({ subject: z.string(), text: z.string() })) })
    .parse(await reply.json());
  return items;
}

async function forwardsTold({ accountId }: { accountId: string }): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`select payload from platform.event
    where type = 'number.forward_added' and account_id = ${accountId} order by payload->>'telephones'`.execute(
    database,
  );
  return rows.map(({ payload }) => payload);
}

test('a telephone that calls were not forwarded to before is told once, and mailed whatever was switched off', async () => {
  const customer = await aCustomer();
  const { number } = customer;
  const quiet = { mail: { newDevice: false, calls: false, plan: false, unusualSpending: false } };
  expect(await customer.ask('PATCH', '/settings/notices', quiet)).toMatchObject({ status: 200 });
  const [one, other] = ['+447700900123', '+447700900456'];
  await customer.save(atOnce(one));
  // The same telephone on another way, and hours: nobody new is called.
  await customer.save(anyRule({ ...onNoAnswer(one), closed: { do: 'forward', to: one, most: '2' } }), 1);
  await customer.save(anyRule({ ...onNoAnswer(one), closed: { do: 'forward', to: other, most: null } }), 2);
  await customer.save(atOnce(other), 3);
  await customer.save(anyRule({}), 4);

  const address = '127.0.0.1';
  expect(await forwardsTold(customer)).toEqual([
    { number, telephones: [one], address },
    { number, telephones: [other], address },
  ]);
  const subject = 'Your Farline number forwards calls to a new telephone';
  await expect.poll(async () => (await mailsTo(customer)).map((mail) => mail.subject)).toEqual([subject, subject]);
  const texts = (await mailsTo(customer)).map(({ text }) => text).join('\n');
  for (const telephone of [one, other]) {
    expect(texts).toContain(`Somebody at 127.0.0.1 set your number ${number} to forward calls to ${telephone}.`);
  }
  expect(texts).toContain(`/numbers/${encodeURIComponent(number)}/rule`);
});

test('a rule that is refused tells of no telephone', async () => {
  const customer = await aCustomer();
  expect(await customer.save(atOnce('+447700900123'), 7)).toMatchObject({ status: 409 });

  expect(await forwardsTold(customer)).toEqual([]);
});

test('the audit keeps where calls were forwarded to before and after, where that has changed', async () => {
  const customer = await aCustomer();
  const { number, accountId } = customer;
  await customer.save(atOnce('+447700900123'));
  await customer.save(anyRule({ ...onNoAnswer('+447700900123'), refusesAnonymous: true }), 1);
  await customer.save(anyRule({}), 2);

  const { rows } = await sql`select before, after, address from audit.event
    where action = 'number.rule_changed' and account_id = ${accountId} order by after->>'version'`.execute(database);
  const address = '127.0.0.1';
  expect(rows).toEqual([
    { before: { forwards: [] }, after: { number, version: 1, forwards: ['+447700900123'] }, address },
    { before: null, after: { number, version: 2 }, address },
    { before: { forwards: ['+447700900123'] }, after: { number, version: 3, forwards: [] }, address },
  ]);
});

test('the mail about a new password says to how many telephones calls are still forwarded', async () => {
  const customer = await aCustomer();
  await customer.save(
    anyRule({ ...onNoAnswer('+447700900123'), closed: { do: 'forward', to: '+447700900456', most: null } }),
  );
  const words = { currentPassword: 'Analytical1843', newPassword: 'Difference1822' };
  expect(await customer.ask('POST', '/auth/change-password', words)).toMatchObject({ status: 200 });

  const told = async () =>
    (await mailsTo(customer)).find((mail) => mail.subject === 'Your Farline password was changed');
  await expect
    .poll(async () => (await told())?.text ?? '')
    .toContain(
      'Telephones that your numbers still forward calls to: 2. Remove any that aren’t yours: http://localhost:4001/numbers',
    );
});

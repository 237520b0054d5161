import { defaultRule, type NumberRule, numberRuleReply } from '@farline/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
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
    ...{ accountId, number },
    read: async () => numberRuleReply.parse((await customer.ask('GET', path)).body),
    save: async (rule: NumberRule) => await customer.ask('PUT', path, { version: 0, rule }),
    try: async (tried: object) => await customer.ask('POST', `${path}/test`, tried),
  };
}

const anyRule = (over: Partial<NumberRule>): NumberRule => ({ ...defaultRule('Europe/London'), ...over });

test('a number forwards calls to a telephone that can be called, and the tester says what that costs', async () => {
  const customer = await aCustomer();
  const to = '+447700900123';
  const rule = anyRule({
    open: {
      ...{ do: 'ring', browsers: true, phones: 'all' },
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
        ...{ do: 'ring', browsers: true, phones: 'all' },
        goesOn: { afterSeconds: 20, then: { do: 'forward', to: one.number, most: null } },
      },
    });
    expect(await other.save(back)).toMatchObject({ status: 400, body: { code: 'forward_comes_back' } });
    const tried = { at: '2026-01-14T12:00:00Z', caller: null, rule: back };
    expect((await other.try(tried)).body).toMatchObject({ forward: { refusal: { code: 'forward_comes_back' } } });
  });
});

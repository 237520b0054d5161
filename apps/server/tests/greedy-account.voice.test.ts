import { microsOfCents } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import type { Stack } from '@farline/tools/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aNumber, type Callers, openCallers, until } from './testbed/callers.ts';
import { openFloodingPhone } from './testbed/flooding-phone.ts';

/** Calls that a user may have at once. */
const AT_ONCE = 2;
/** Further apart than the flood guard of Kamailio sees, which counts an address and not an account. */
const ADDRESSES = ['127.0.12.1', '127.0.12.2', '127.0.12.3'];
const CALLS_PER_SECOND_EACH = 3;
const CALLS_OF_THE_OTHER = 10;

let stack: Stack;
let callers: Callers;
beforeAll(async () => {
  const env = { FARLINE_RATE_LIMITS: 'on', FARLINE_SIGN_IN_LIMITS: `minute=5,calls=${AT_ONCE},countries=300` };
  stack = await ownTestStack({ without: ['pages'], env });
  callers = await openCallers(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

test('an account whose SIP phones flood is refused beyond its own limits, and every call of another goes through', {
  timeout: 300_000,
}, async ({ onTestFinished }) => {
  const [greedy, other] = [await callers.caller('20.00'), await callers.caller('20.00')];
  const { phone, password } = await greedy.addSipPhone('Desk phone');
  const running = [await greedy.talk(), await greedy.talk()];
  const number = aNumber();
  const flooding = await Promise.all(
    ADDRESSES.map(async (address) => {
      const login = { username: phone.username, password };
      const line = { port: stack.ports.phones, address, callsPerSecond: CALLS_PER_SECOND_EACH };
      return await openFloodingPhone({ ...line, ...login, number });
    }),
  );
  onTestFinished(() => flooding.forEach((each) => each.close()));
  const placed = () => flooding.reduce((sum, each) => sum + each.placed(), 0);
  const answers = () => flooding.flatMap((each) => each.answers);
  const refusedFor = (wanted: string) => answers().filter(({ reason }) => reason === wanted).length;

  await until('the first refusal', async () => answers().length > 0);
  let spent = 0n;
  for (let count = 0; count < CALLS_OF_THE_OTHER; count += 1) {
    const call = await other.talk();
    call.bye();
    const ended = await other.ended(call.id);
    expect(ended.reason).toBe('hangup_caller');
    spent += microsOfCents(ended.duration);
  }
  await until(
    'more calls than the phones of an account place a minute',
    async () => refusedFor('too_many_requests') > 0,
    60_000,
  );
  for (const each of flooding) each.rest();
  await until('an answer to each', async () => answers().length === placed(), 60_000);

  expect(await other.wallet()).toEqual({ balance: 20_000_000n - spent, held: 0n });
  expect(refusedFor('too_many_calls')).toBeGreaterThan(0);
  expect(answers().filter(({ status, reason }) => !REFUSALS.some((each) => each === `${status} ${reason}`))).toEqual(
    [],
  );
  expect(await callers.carrierRecord(number)).toEqual([]);
  for (const call of running) {
    call.bye();
    expect((await greedy.ended(call.id)).reason).toBe('hangup_caller');
  }
  expect((await greedy.wallet()).held).toBe(0n);
});

const REFUSALS = ['480 too_many_calls', '503 too_many_requests'];

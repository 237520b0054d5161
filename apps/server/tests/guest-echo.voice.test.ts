import { guestEchoReply } from '@farline/contracts';
import { afterAll, expect, inject, test } from 'vitest';
import { openCallers, until } from './testbed/callers.ts';
import { comparingWithCarrier } from './testbed/carrier-witness.ts';
import { connectPhone, type TalkingPhone } from './testbed/talking-phone.ts';

/** With the real engine, carrier and server, on real time: what a visitor who is not signed in may call. */

const stack = inject('stack');
const phones: TalkingPhone[] = [];
afterAll(() => {
  for (const phone of phones) phone.close();
});

const ask = async () => await fetch(`${stack.url}/api/v1/calls/guest-echo`, { method: 'POST' });

async function aGuest() {
  const { callId, credentials } = guestEchoReply.parse(await (await ask()).json());
  const userId = credentials.username.replace(/^\d+:/, '');
  const phone = await connectPhone(stack, userId, credentials);
  phones.push(phone);
  return { callId, phone, place: async (number = '*43') => await phone.place({ number, call: callId }) };
}

test("a visitor's call ends after a minute, hears itself until then, and no other begins meanwhile", async () => {
  const guest = await aGuest();
  const early = await aGuest();
  const call = await guest.place();
  const { status, at: answeredAt } = await call.final();
  expect(status).toBe(200);

  const echoes = () => call.media.heard.filter((window) => window.toneShare > 0.8).length;
  await until('the echo', async () => echoes() > 20);
  expect((await ask()).status).toBe(409);
  expect(await (await early.place()).final()).toMatchObject({ status: 403, reason: 'too_many_calls' });

  const cutAt = await call.hungUp(70_000);
  expect(Math.abs(cutAt - answeredAt - 60_000)).toBeLessThanOrEqual(1_000);

  // The engine has told the server, and the place is free again.
  await until('the next call', async () => (await ask()).status === 201);
});

test("what the carrier counts of a visitor's call is held against no customer who calls the same number", async () => {
  const guest = await aGuest();
  const theirs = await guest.place();
  expect((await theirs.final()).status).toBe(200);
  const callers = await openCallers(stack);

  const customerCalls = async () => {
    const customer = await callers.caller('0.00');
    const ours = await customer.talk('*43');
    ours.bye();
    await customer.ended(ours.id);
  };
  try {
    await comparingWithCarrier(customerCalls, () => false);
  } finally {
    await callers.close();
  }

  theirs.bye();
  await until('the next call', async () => (await ask()).status === 201);
});

test.each(['+447700900123', '+14155550100', '100'])('a visitor is refused a call to %s', async (number) => {
  const guest = await aGuest();

  const call = await guest.place(number);

  expect(await call.final()).toMatchObject({ status: 403, reason: 'not_allowed' });
});

test('a credential is used up by its call', async () => {
  const guest = await aGuest();
  const first = await guest.place();
  expect((await first.final()).status).toBe(200);
  first.bye();
  await until('the end of the first', async () => (await ask()).status === 201);

  const second = await guest.place();

  expect(await second.final()).toMatchObject({ status: 403, reason: 'not_allowed' });
});

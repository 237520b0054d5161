import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Baresip, type BaresipAccount, startBaresip } from './testbed/baresip.ts';
import { type Caller, type Callers, openCallers, until } from './testbed/callers.ts';

/** SIP phones through the whole system: baresip registers, calls and is called, as a desk phone would. */

const stack = inject('stack');
const TONE_HZ = 440;
const NUMBER_SHOWN = /^\+999\d+$/;
let callers: Callers;

beforeAll(async () => {
  callers = await openCallers(stack);
});
afterAll(async () => {
  await callers?.close();
});

type Credentials = { phone: { username: string }; password: string };
type Transport = BaresipAccount['transport'];

async function start(credentials: Credentials, over: Partial<BaresipAccount> = {}): Promise<Baresip> {
  const transport = over.transport ?? 'udp';
  const phone = await startBaresip({
    username: credentials.phone.username,
    password: credentials.password,
    domain: stack.sip.realm,
    transport,
    port: transport === 'tls' ? stack.ports.phonesTls : stack.ports.phones,
    caFile: join(stack.dataFolder, 'sip-tls/certificate.pem'),
    ...over,
  });
  onTestFinished(async () => await phone.close());
  return phone;
}

async function registered(caller: Caller, over: Partial<BaresipAccount> = {}) {
  const credentials = await caller.addSipPhone('Desk phone');
  const phone = await start(credentials, over);
  await phone.event('REGISTER_OK');
  return { phone, credentials };
}

/** A number that rings, answers, speaks and echoes; its last four digits are none of the special ones. */
const aNumber = () => `+4477009${randomInt(10)}${1000 + randomInt(9000)}`;

describe.concurrent('a SIP phone', () => {
  test.each<[Transport, Partial<BaresipAccount>]>([
    ['udp', {}],
    ['tcp', {}],
    ['tls', { isEncrypted: true }],
  ])('over %s calls out, is heard and hears, and the call is charged', async (transport, over) => {
    const caller = await callers.caller('2.00');
    const { phone, credentials } = await registered(caller, { transport, ...over });
    const number = aNumber();

    phone.command('dial', `00${number.slice(1)}`);
    await phone.event('CALL_ESTABLISHED', 20_000);
    await until(
      'the phone at the carrier',
      async () => {
        const [record] = await callers.carrierRecord(number);
        return record?.tones.some((tone) => Math.abs(tone.frequencyHz - TONE_HZ) < 9) === true;
      },
      20_000,
    );
    // A key skips what the carrier says; then it sends back what it hears.
    phone.command('sndcode', '1');
    await until('the echo at the phone', async () => (await phone.heardTone(TONE_HZ)) > 0.7, 20_000);
    phone.command('hangup');
    await phone.event('CALL_CLOSED');

    const [call] = await caller.history();
    expect(call).toMatchObject({
      to: number,
      direction: 'outbound',
      placedBy: 'sip_phone',
      from: expect.stringMatching(NUMBER_SHOWN),
    });
    const ended = await caller.ended(call?.id ?? '');
    expect(ended).toMatchObject({ status: 'completed', reason: 'hangup_caller' });
    expect(await caller.wallet()).toEqual({ balance: 2_000_000n - BigInt(ended.duration) * 10_000n, held: 0n });
    const [record] = await callers.carrierRecord(number);
    expect(record?.from).toBe(call?.from);
    expect(record?.invite).not.toContain(credentials.phone.username);
    expect(record?.invite).not.toMatch(/authorization/i);
  });
});

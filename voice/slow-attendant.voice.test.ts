import { randomInt, randomUUID } from 'node:crypto';
import type { AttendantTask } from '@farline/contracts/voicemail/attendant';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { callFromTrunk, saysWithin } from './testbed/call-from-trunk.ts';
import { openCallingPhone } from './testbed/calling-phone.ts';
import { type EngineBed, startEngineBed } from './testbed/engine-bed.ts';
import { openRtpSocket } from './testbed/rtp-socket.ts';
import { allow } from './testbed/scripted-server.ts';
import { carrierAnswer } from './testbed/sdp.ts';
import { ha1, openUdpPhone } from './testbed/udp-phone.ts';

/** Two attendants, of which one takes nothing in for a while: stopped by a signal, as if the machine had no time for it. */

const PASSWORD = 'right';
/** The times of trunks, which are not those of an attendant: whoever waits for one of them waits in vain. */
const FOR_TRUNKS = { firstSignMs: 600_000, tryingMs: 600_000, ringingMs: 600_000 };
const RINGING = { decision: 'ring', callerId: '+447700900001', trunk: 'trunk-a', grantedSeconds: 60 } as const;

let bed: EngineBed;
beforeAll(async () => {
  bed = await startEngineBed({ env: { FARLINE_ATTENDANTS: '2' } });
});
afterAll(async () => {
  await bed?.close();
});
afterEach(() => {
  for (const attendant of bed.stack.attendants) attendant.thaw();
});

const aTask = (): string => {
  const task: AttendantTask = {
    do: 'take_message',
    mailbox: randomUUID(),
    voice: 'en-gb',
    mostSeconds: 60,
    greeting: 'Please leave a message. '.repeat(10),
    choices: 'Press 1.',
    cannotRecord: 'No messages.',
    cutShort: 'No room.',
  };
  return Buffer.from(JSON.stringify(task)).toString('base64url');
};

/** Somebody out there calls a mailbox that the first attendant is asked for first. */
async function callsMailbox() {
  const [number, call] = [`+4477008${randomInt(10_000, 100_000)}`, randomUUID()];
  bed.server.receive(number, { ...RINGING, ...FOR_TRUNKS, call, task: aTask(), attendant: 0 });
  const ear = await openRtpSocket();
  onTestFinished(() => ear.close());
  const placed = callFromTrunk(bed, number, { body: carrierAnswer(ear.port) });
  const statuses = () => placed.heard().map(({ status }) => status);
  return { ...placed, call, ear, statuses };
}
type Mailbox = Awaited<ReturnType<typeof callsMailbox>>;
const acknowledges = ({ callId, answered }: Mailbox) => saysWithin(bed, 'ACK', { callId, answer: answered(), cseq: 1 });
const hangsUp = async ({ call, callId, answered }: Mailbox) => {
  saysWithin(bed, 'BYE', { callId, answer: answered(), cseq: 2 });
  return await bed.server.report(call, 'call.ended');
};

/** How many answers the caller has heard of, whoever gave them. */
const answersOf = ({ heard }: Mailbox) =>
  new Set(heard().flatMap((message) => (message.status === 200 ? [message.header('To')] : []))).size;
const hearsWords = async ({ ear }: Mailbox) => {
  const before = ear.received();
  await expect.poll(() => ear.received()).toBeGreaterThan(before + 50);
};

test('who calls a mailbox is answered by the next attendant, and goes on with it when the slow one comes back', async () => {
  const [slow] = bed.stack.attendants;
  slow?.freeze();
  const placed = await callsMailbox();
  await expect.poll(placed.statuses).toContain(200);
  slow?.thaw();
  acknowledges(placed);

  await hearsWords(placed);
  expect(await hangsUp(placed)).toMatchObject({ by: 'caller', connection: 'attendant' });
  expect(answersOf(placed)).toBe(1);
});

test('an attendant that answers when it was passed over is hung up, and its answer reaches nobody', async () => {
  const [first] = bed.stack.attendants;
  await first?.kill('SIGKILL');
  const { attendantSide, attendant } = bed.stack.ports;
  const slow = await openUdpPhone({ port: attendantSide, username: 'attendant', from: attendant });
  try {
    const placed = await callsMailbox();
    const invite = await slow.received.next('the INVITE', ({ method }) => method === 'INVITE');
    await expect.poll(placed.statuses).toContain(200);
    acknowledges(placed);
    slow.answer(invite, 'slow', carrierAnswer(40_000));

    const bye = await slow.received.next('a BYE', ({ method }) => method === 'BYE');
    slow.reply(bye, 200);
    await hearsWords(placed);
    expect(await hangsUp(placed)).toMatchObject({ by: 'caller', connection: 'attendant' });
    expect(answersOf(placed)).toBe(1);
  } finally {
    slow.close();
    await first?.start();
  }
});

test('who calls their own voicemail waits no longer for an attendant than for the next', async () => {
  const [slow] = bed.stack.attendants;
  slow?.freeze();
  const [call, username] = [randomUUID(), `slow${randomInt(10_000, 1_000_000)}`];
  bed.server.phones.set(username, ha1({ username, password: PASSWORD }));
  bed.server.decide(username, () => ({ ...allow([], FOR_TRUNKS), task: aTask(), attendant: 0, call }));
  const phone = await openCallingPhone({ port: bed.stack.ports.phones, username, password: PASSWORD });
  const ear = await openRtpSocket();
  onTestFinished(() => {
    ear.close();
    phone.close();
  });
  const leg = phone.place({ number: '*97', offer: carrierAnswer(ear.port), within: carrierAnswer(ear.port) });

  expect((await leg.final(60_000)).status).toBe(200);
  slow?.thaw();
  await expect.poll(() => ear.received()).toBeGreaterThan(50);
  await leg.request('BYE');
  expect(await bed.server.report(call, 'call.ended')).toMatchObject({ by: 'caller', trunk: '_attendant' });
});

test('who calls while all attendants are slow is told that nobody is there, and answered once one is quick again', async () => {
  for (const attendant of bed.stack.attendants) attendant.freeze();
  const placed = await callsMailbox();
  await expect.poll(placed.statuses).toContain(480);
  await bed.server.report(placed.call, 'call.failed');
  for (const attendant of bed.stack.attendants) attendant.thaw();

  const next = await callsMailbox();
  await expect.poll(next.statuses).toContain(200);
  acknowledges(next);
  await hangsUp(next);
  expect(placed.statuses()).not.toContain(200);
});

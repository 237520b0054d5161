import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlayMessagesTask } from '@farline/contracts/voicemail/attendant';
import { sineTone, writeWav } from '@farline/sip-endpoint';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callFromTrunk } from '../testbed/call-from-trunk.ts';
import { openCallingPhone } from '../testbed/calling-phone.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { openRtpSocket } from '../testbed/rtp-socket.ts';
import { allow } from '../testbed/scripted-server.ts';
import { carrierAnswer, mediaOf } from '../testbed/sdp.ts';
import { ha1 } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';
const OWN_VOICEMAIL = '*97';

const written = (task: PlayMessagesTask) => Buffer.from(JSON.stringify(task)).toString('base64url');

/** Of a phone that says keys by INFO. */
const withoutEvents = (port: number) =>
  carrierAnswer(port)
    .replace('RTP/AVP 0 126', 'RTP/AVP 0')
    .replaceAll(/a=(rtpmap|fmtp):126 .*\r\n/g, '');

/** A customer calls their own voicemail: the server has a task for the attendant, which takes the call in the place of a trunk. */
export function playsVoicemail(bed: () => EngineBed): void {
  const aTask = (over: Partial<PlayMessagesTask> = {}): PlayMessagesTask => ({
    do: 'play_messages',
    mailbox: randomUUID(),
    voice: 'en-gb',
    greeting: 'You have one new message.',
    messages: [],
    choices: 'Press 1.',
    deleted: 'Deleted.',
    gone: 'Gone.',
    unavailable: '',
    end: 'Goodbye.',
    ...over,
  });
  /** A message in the mailbox of a task, which sounds for half a minute. */
  const aMessage = async ({ mailbox }: Pick<PlayMessagesTask, 'mailbox'>) => {
    const id = randomUUID();
    const folder = join(bed().stack.dataFolder, 'voicemail', mailbox);
    await mkdir(folder, { recursive: true });
    const samples = sineTone({ frequencyHz: 620, durationMs: 30_000 });
    await writeFile(join(folder, `${id}.wav`), writeWav({ sampleRate: 8000, samples }));
    return { id, caption: 'From an unknown caller.' };
  };
  const deedsOf = async (call: string) => {
    const told = await readdir(join(bed().stack.dataFolder, 'voicemail/listened'));
    return told.flatMap((name) => (name.startsWith(call) ? [name.slice(call.length + 1)] : []));
  };
  /** A SIP phone calls, and hears. */
  const listens = async (task: PlayMessagesTask, offer = carrierAnswer) => {
    const [call, username] = [randomUUID(), `listens${randomInt(10_000, 1_000_000)}`];
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    bed().server.decide(username, () => ({ ...allow([]), task: written(task), call }));
    const ear = await openRtpSocket();
    const phone = await openCallingPhone({ port: bed().stack.ports.phones, username, password: PASSWORD });
    onTestFinished(() => {
      ear.close();
      phone.close();
    });
    const leg = phone.place({ number: OWN_VOICEMAIL, offer: offer(ear.port), within: offer(ear.port) });
    // The engine itself says after ten seconds that no attendant is there.
    const answered = await leg.final(60_000);
    const told = mediaOf(answered.body);
    if (answered.status === 200) ear.speakTo(told.host, [told.port], 20);
    return { call, leg, ear, status: answered.status };
  };

  describe('one’s own voicemail', () => {
    test('is answered by an attendant, is heard, and is a call that the caller ends', async () => {
      const task = aTask();
      const message = await aMessage(task);
      const { call, leg, ear, status } = await listens({ ...task, messages: [message] });

      expect(status).toBe(200);
      expect(await bed().server.report(call, 'call.answered')).toMatchObject({ trunk: '_attendant', connection: '' });
      await expect.poll(async () => await deedsOf(call)).toEqual([`${message.id}.heard`]);
      await expect.poll(() => ear.received()).toBeGreaterThan(50);
      expect((await leg.request('INVITE', { body: carrierAnswer(ear.port) })).status).toBe(200);
      expect((await leg.request('BYE')).status).toBe(200);
      expect(await bed().server.report(call, 'call.ended')).toMatchObject({ by: 'caller', trunk: '_attendant' });
    });

    test('takes keys that are said by INFO', async () => {
      const task = aTask();
      const messages = [await aMessage(task), await aMessage(task)];
      const { call, leg } = await listens({ ...task, messages }, withoutEvents);
      await expect.poll(async () => await deedsOf(call)).toEqual([`${messages[0]?.id}.heard`]);

      await leg.request('INFO', { body: 'Signal=#\r\nDuration=160\r\n', contentType: 'application/dtmf-relay' });

      await expect.poll(async () => await deedsOf(call)).toContain(`${messages[1]?.id}.heard`);
      await leg.request('BYE');
      await bed().server.report(call, 'call.ended');
    });

    test('is hung up by the attendant when all is said', async () => {
      const { call, leg } = await listens(aTask({ greeting: 'None.' }));

      await leg.received.next('a BYE', ({ method }) => method === 'BYE', 20_000);
      expect(await bed().server.report(call, 'call.ended')).toMatchObject({ by: 'callee', trunk: '_attendant' });
    });

    test('is heard by a page too, and ends by order of the server', async () => {
      const { leg, call } = await bed().place({
        decide: () => ({ ...allow([]), task: written(aTask({ greeting: 'This goes on for a while. '.repeat(10) })) }),
        invite: { number: OWN_VOICEMAIL },
      });
      expect((await leg.final()).status).toBe(200);
      const { sipCallId, fromTag, toTag } = await bed().server.report(call, 'call.answered');

      await bed().server.link.endCall({ sipCallId, fromTag, toTag });

      expect(await bed().server.report(call, 'call.ended')).toMatchObject({ by: 'server' });
    });

    test('tells the caller that nobody took the call while no attendant runs', async () => {
      const [attendant] = bed().stack.attendants;
      await attendant?.kill('SIGKILL');
      const listened = listens(aTask());
      try {
        await listened;
      } finally {
        await attendant?.start();
      }
      const { call, status } = await listened;

      expect(status).toBe(408);
      await bed().server.report(call, 'call.failed');
    });

    test('is nothing that a trunk can call, and the server alone says what an attendant does', async () => {
      const placed = callFromTrunk(bed(), OWN_VOICEMAIL, { body: carrierAnswer(40_000) });
      await expect.poll(() => placed.heard().map(({ status }) => status)).toContain(403);

      const { leg, call } = await bed().place({
        trunkA: (carrier) => carrier.reply(486, 'Busy Here'),
        invite: { headers: [['X-Farline-Task', written(aTask())]] },
      });
      expect((await leg.final()).status).toBe(486);
      await bed().server.report(call, 'call.failed');
      const invites = bed().trunkA.received.all.filter(({ method }) => method === 'INVITE');
      expect(invites.every(({ text }) => !/X-Farline-Task/i.test(text))).toBe(true);
    });
  });
}

import { randomInt, randomUUID } from 'node:crypto';
import { writeMenuDial } from '@farline/contracts';
import type { AttendantTask } from '@farline/contracts/voicemail/attendant';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callFromTrunk, saysWithin } from '../testbed/call-from-trunk.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { openRtpSocket } from '../testbed/rtp-socket.ts';
import type { ScriptedIncoming } from '../testbed/scripted-server.ts';
import { carrierAnswer, mediaOf } from '../testbed/sdp.ts';
import type { SipMessage } from '../testbed/sip-message.ts';
import { ha1, openUdpPhone } from '../testbed/udp-phone.ts';
import { messageTask } from '../testbed/message-task.ts';

const PASSWORD = 'right';

/** A menu with one key that places a call. */
function aMenu(): string {
  const busy = { do: 'busy' } as const;
  const keys = [{ key: '5', then: { do: 'dial', unanswered: busy } }] as const;
  const menu = { id: 'a', voice: 'en-gb', text: 'Press 5.', tries: 3, waitSeconds: 15 };
  const task: AttendantTask = {
    do: 'menu',
    mailbox: randomUUID(),
    word: 'f'.repeat(32),
    start: 'a',
    message: null,
    menus: [{ ...menu, keys: [...keys], otherwise: busy }],
  };
  return Buffer.from(JSON.stringify(task)).toString('base64url');
}

/** A call from a trunk that nobody takes, and that the server has a task for the attendant for. */
export function leavesVoicemail(bed: () => EngineBed): void {
  const ringing = { decision: 'ring', callerId: '+447700900001', trunk: 'trunk-a' } as const;
  const patience = { grantedSeconds: 60, firstSignMs: 5000, tryingMs: 5000, ringingMs: 5000 };
  const aNumber = () => `+4477007${randomInt(10_000, 100_000)}`;
  const aPhone = async () => {
    const username = `voicemail${randomInt(10_000, 100_000)}`;
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    const phone = await openUdpPhone({ port: bed().stack.ports.phones, username });
    onTestFinished(() => phone.close());
    const proof = phone.proofFor(await phone.register({}), PASSWORD);
    expect((await phone.register({ proof })).status).toBe(200);
    return { username, phone };
  };
  /** Somebody out there calls, and can hear. */
  const calls = async (number: string) => {
    const ear = await openRtpSocket();
    onTestFinished(() => ear.close());
    const body = carrierAnswer(ear.port);
    const placed = callFromTrunk(bed(), number, { body });
    const statuses = () => placed.heard().map(({ status }) => status);
    const answered = () => placed.heard().find(({ status, cseq }) => status === 200 && cseq === '1 INVITE');
    return { ...placed, ear, statuses, answered };
  };
  const hangsUp = async (
    call: string,
    { callId, answered }: { callId: string; answered(): SipMessage | undefined },
  ) => {
    saysWithin(bed(), 'BYE', { callId, answer: answered(), cseq: 2 });
    return await bed().server.report(call, 'call.ended');
  };

  describe('voicemail', () => {
    test('answers at once where nobody is registered, is heard, and is reported as the attendant', async () => {
      const [number, call] = [aNumber(), randomUUID()];
      bed().server.receive(number, { ...ringing, ...patience, call, task: messageTask() });

      const placed = await calls(number);
      await expect.poll(placed.statuses).toContain(200);
      saysWithin(bed(), 'ACK', { callId: placed.callId, answer: placed.answered(), cseq: 1 });

      expect(await bed().server.report(call, 'call.answered')).toMatchObject({ connection: 'attendant' });
      const told = mediaOf(placed.answered()?.body ?? '');
      placed.ear.speakTo(told.host, [told.port], 20);
      await expect.poll(() => placed.ear.received()).toBeGreaterThan(20);
      expect(await hangsUp(call, placed)).toMatchObject({ by: 'caller', connection: 'attendant' });
    });

    test.each([
      [486, 'is busy'],
      [603, 'declines'],
    ])('answers where the phone says %i: it %s', async (status) => {
      const { phone, username } = await aPhone();
      const [number, call] = [aNumber(), randomUUID()];
      bed().server.receive(number, { ...ringing, ...patience, call, phones: username, task: messageTask() });

      const placed = await calls(number);
      const invite = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      phone.reply(invite, status, { toTag: 'refuses' });

      await expect.poll(placed.statuses).toContain(200);
      saysWithin(bed(), 'ACK', { callId: placed.callId, answer: placed.answered(), cseq: 1 });
      await hangsUp(call, placed);
    });

    test('answers where nobody has in time: what rang is told to stop, and who answers it after all is hung up', async () => {
      const { phone, username } = await aPhone();
      const [number, call] = [aNumber(), randomUUID()];
      const soon = { ...patience, ringingMs: 1500 };
      bed().server.receive(number, { ...ringing, ...soon, call, phones: username, task: messageTask() });

      const placed = await calls(number);
      const invite = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      phone.reply(invite, 180, { toTag: 'slow' });
      await phone.received.next('the end of its ringing', ({ method }) => method === 'CANCEL');
      phone.answer(invite, 'slow', carrierAnswer(40_000));

      await expect.poll(placed.statuses).toContain(200);
      saysWithin(bed(), 'ACK', { callId: placed.callId, answer: placed.answered(), cseq: 1 });
      await phone.received.next('a BYE', ({ method }) => method === 'BYE');
      expect(await bed().server.report(call, 'call.answered')).toMatchObject({ connection: 'attendant' });
      await hangsUp(call, placed);
    });

    test('does not answer who gave up while it rang', async () => {
      const { phone, username } = await aPhone();
      const [number, call] = [aNumber(), randomUUID()];
      bed().server.receive(number, { ...ringing, ...patience, call, phones: username, task: messageTask() });

      const placed = await calls(number);
      const invite = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      phone.reply(invite, 180, { toTag: 'rings' });
      await expect.poll(placed.statuses).toContain(180);
      placed.cancel();
      const cancelled = await phone.received.next('the end of its ringing', ({ method }) => method === 'CANCEL');
      phone.reply(cancelled, 200, { toTag: 'rings' });
      phone.reply(invite, 487, { toTag: 'rings' });

      expect(await bed().server.report(call, 'call.failed')).toMatchObject({ cause: 'cancelled' });
      expect(placed.answered()).toBeUndefined();
    });

    test('with a menu takes keys that the carrier says by INFO', async () => {
      const [number, call] = [aNumber(), randomUUID()];
      const told = { ...ringing, ...patience, call, task: aMenu(), answersAs: 'menu' } as const;
      bed().server.receive(number, told);
      const placed = await calls(number);
      await expect.poll(placed.statuses).toContain(200);
      const within = { callId: placed.callId, answer: placed.answered() };
      saysWithin(bed(), 'ACK', { ...within, cseq: 1 });

      const [body, contentType] = ['Signal=5\r\nDuration=160\r\n', 'application/dtmf-relay'];
      saysWithin(bed(), 'INFO', { ...within, cseq: 2, body, contentType });

      const chosen = writeMenuDial({ callId: call, menu: 'a', by: '5' });
      await bed().server.incoming.next('the choice', ({ dialled }) => dialled === chosen);
      saysWithin(bed(), 'BYE', { ...within, cseq: 3 });
      await bed().server.report(call, 'call.ended');
    });

    test('says a message and hangs up, where the server says so, and is reported as that', async () => {
      const [number, call] = [aNumber(), randomUUID()];
      const says = {
        do: 'say',
        mailbox: randomUUID(),
        voice: 'en-gb',
        text: 'We are away.',
      } as const satisfies AttendantTask;
      const task = Buffer.from(JSON.stringify(says)).toString('base64url');
      bed().server.receive(number, { ...ringing, ...patience, call, task, answersAs: 'message' });
      const placed = await calls(number);
      await expect.poll(placed.statuses).toContain(200);
      saysWithin(bed(), 'ACK', { callId: placed.callId, answer: placed.answered(), cseq: 1 });
      const told = mediaOf(placed.answered()?.body ?? '');
      placed.ear.speakTo(told.host, [told.port], 20);

      expect(await bed().server.report(call, 'call.answered')).toMatchObject({ connection: 'message' });
      await expect.poll(() => placed.ear.received()).toBeGreaterThan(20);
      await bed().trunkA.received.next('the BYE', ({ method, callId }) => method === 'BYE' && callId === placed.callId);
      expect(await bed().server.report(call, 'call.ended')).toMatchObject({ by: 'callee', connection: 'message' });
    });

    test.each([
      ['is there', []],
      ['takes the call', [486]],
      ['is free: one declines', [603]],
    ])(
      'does not answer where the server says busy, and the caller hears that once nobody %s',
      async (_who, statuses) => {
        const [number, call] = [aNumber(), randomUUID()];
        const rings = await Promise.all(statuses.map(async (status) => ({ status, ...(await aPhone()) })));
        const phones = rings.map(({ username }) => username).join('|');
        bed().server.receive(number, { ...ringing, ...patience, call, phones, task: '', otherwise: 'busy' });
        const placed = await calls(number);
        for (const { phone, status } of rings) {
          const invite = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
          phone.reply(invite, status, { toTag: 'refuses' });
        }

        await expect.poll(placed.statuses).toContain(486);
        const [status = 480] = statuses;
        expect(await bed().server.report(call, 'call.failed')).toMatchObject({ status, cause: 'final' });
      },
    );

    test('does not answer who gave up while the server was asked', async () => {
      const [number, call] = [aNumber(), randomUUID()];
      const decision = Promise.withResolvers<ScriptedIncoming>();
      bed().server.receive(number, decision.promise);
      const placed = await calls(number);
      const { callId } = placed;
      await bed().server.incoming.next('the ask', ({ sipCallId }) => sipCallId === callId);
      placed.cancel();
      await expect.poll(placed.statuses).toContain(487);

      decision.resolve({ ...ringing, ...patience, call, task: messageTask() });
      await bed().server.reports.next(
        'that it came to nothing',
        ({ type, ...report }) => type === 'call.not_placed' && 'sipCallId' in report && report.sipCallId === callId,
      );
      expect(placed.answered()).toBeUndefined();
    });

    test('is asked for nothing it would have to call somebody for', async () => {
      const [number, call] = [aNumber(), randomUUID()];
      bed().server.receive(number, { ...ringing, ...patience, call, task: 'no task' });

      const placed = await calls(number);

      await expect.poll(placed.statuses).toContain(480);
      expect(await bed().server.report(call, 'call.failed')).toMatchObject({ status: 480, cause: 'final' });
    });

    test('lets the caller hear that nobody is there while no attendant runs, and answers again once one does', async () => {
      const [attendant] = bed().stack.attendants;
      await attendant?.kill('SIGKILL');
      const [number, call] = [aNumber(), randomUUID()];
      bed().server.receive(number, { ...ringing, ...patience, call, task: messageTask() });
      const unanswered = await calls(number);
      await expect.poll(unanswered.statuses).toContain(480);
      await bed().server.report(call, 'call.failed');

      await attendant?.start();
      const [next, second] = [aNumber(), randomUUID()];
      bed().server.receive(next, { ...ringing, ...patience, call: second, task: messageTask() });
      const placed = await calls(next);
      await expect.poll(placed.statuses).toContain(200);
      saysWithin(bed(), 'ACK', { callId: placed.callId, answer: placed.answered(), cseq: 1 });
      await hangsUp(second, placed);
    });
  });
}

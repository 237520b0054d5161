import { withClient } from '@farline/tools/with-client';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { encodeNetstring } from '@farline/engine';
import { callFromTrunk, saysWithin } from './testbed/call-from-trunk.ts';
import { aPhoneBeside, callsIn, statusesOf } from './testbed/called-pages.ts';
import { type EngineBed, hasGreetedAfter, startEngineBed } from './testbed/engine-bed.ts';
import { connectServer } from './testbed/scripted-server.ts';
import { carrierAnswer } from './testbed/sdp.ts';
import { readSip, type SipMessage, writeSip } from './testbed/sip-message.ts';

/** Who calls in while a part is away, or goes away: they hear so soon, and no silence. One after the other. */
let bed: EngineBed;
beforeAll(async () => {
  bed = await startEngineBed();
});
afterAll(async () => {
  await bed?.close();
});

test('a call that rings when Kamailio is killed is refused once it is back; the next one rings, and is not', async () => {
  const { username, phone } = await aPhoneBeside(bed);
  const invites = () => phone.received.all.filter(({ method }) => method === 'INVITE');
  const lost = callsIn(bed, { phones: [username] });
  await expect.poll(invites).toHaveLength(1);
  const throughRouter = callsIn(
    bed,
    { phones: [username] },
    { viaParameters: ';rport, SIP/2.0/UDP 10.0.0.9;branch=z9hG4bKinner' },
  );
  await expect.poll(invites).toHaveLength(2);
  await withClient(new URL('/farline', bed.stack.postgres?.adminUrl).href, async (database) => {
    const kept = async () => (await database.query('select from kamailio.ringing')).rowCount;
    expect(await kept()).toBe(2);

    await hasGreetedAfter(bed, async () => {
      await bed.stack.kamailio.kill('SIGKILL');
      await bed.stack.kamailio.start();
    });
    const before = invites().map(({ callId }) => callId);
    const next = callsIn(bed, { phones: [username], ringingMs: 30_000 });
    const isRinging = ({ callId }: { callId: string }) => !before.includes(callId);
    const invite = await phone.received.next('the INVITE', (each) => each.method === 'INVITE' && isRinging(each));
    await expect.poll(() => statusesOf(lost), { timeout: 10_000 }).toContain(503);
    // It is told again, since a packet may be lost, and then no more.
    await expect.poll(kept, { timeout: 10_000 }).toBe(1);

    const refusals = lost.heard().filter(({ status }) => status === 503);
    expect(refusals[0]).toMatchObject({ cseq: '1 INVITE', fromTag: 'trunk' });
    expect(refusals[0]?.header('Via')).toMatch(new RegExp(`^SIP/2.0/UDP 127.0.0.1:${bed.trunkA.port};branch=`));
    const [other] = throughRouter.heard().filter(({ status }) => status === 503);
    expect(other?.header('Via')).toMatch(
      new RegExp(
        `^[^;,]+;branch=[^;,]+;rport=${bed.trunkA.port};received=127.0.0.1, SIP/2.0/UDP 10.0.0.9;branch=z9hG4bKinner$`,
      ),
    );
    expect(new Set(refusals.map(({ toTag }) => toTag)).size).toBe(1);
    phone.answer(invite, 'next', carrierAnswer(phone.port));
    await expect.poll(() => statusesOf(next)).toContain(200);
    expect(statusesOf(next)).not.toContain(503);
    const about = { callId: next.callId, answer: next.answered() };
    saysWithin(bed, 'ACK', { ...about, cseq: 1 });
    saysWithin(bed, 'BYE', { ...about, cseq: 2 });
    await bed.server.report(next.id, 'call.ended');
    await expect.poll(kept).toBe(0);
  });
});

test('a server that dies while it is asked about a call that came in: the caller is told within four seconds', async () => {
  await bed.server.link.close();
  const socket = connect(bed.stack.ports.evapi, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(encodeNetstring('{"type":"server.hello","server":"dies"}'));
  await once(socket, 'data');
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });

  const placed = callFromTrunk(bed, '+447700900003');
  await expect.poll(() => said).toContain('incoming.ask');
  const began = performance.now();
  socket.destroy();

  await expect.poll(() => statusesOf(placed), { timeout: 10_000 }).toContain(503);
  expect(performance.now() - began).toBeLessThan(4000);
  bed.server = await connectServer(bed.stack.ports.evapi, 'scripted');
});

test.each([[[100]], [[100, 180]]])(
  'a call bridge that says %j and then dies: the caller is told within five seconds of its last word',
  async (words) => {
    await bed.stack.callBridge.kill('SIGKILL');
    const bridge = createSocket('udp4');
    onTestFinished(async () => await bed.stack.callBridge.start());
    const said = new Promise<number>((resolve) => {
      bridge.once('message', (bytes, { port }) => {
        const invite = readSip(bytes.toString());
        for (const status of words) bridge.send(response(invite, status), port, '127.0.0.1');
        bridge.close();
        resolve(performance.now());
      });
    });
    bridge.bind(bed.stack.ports.callBridge, '127.0.0.1');
    await once(bridge, 'listening');

    const placed = callsIn(bed, { forwardTo: '+447700900444' });
    const began = await said;

    await expect.poll(() => statusesOf(placed), { timeout: 10_000, interval: 20 }).toContain(480);
    expect(performance.now() - began).toBeGreaterThan(3000);
    expect(performance.now() - began).toBeLessThan(6000);
  },
);

/** What a call bridge says of an INVITE. */
function response(invite: SipMessage, status: number): string {
  const copied = ['Via', 'Record-Route', 'From', 'Call-ID', 'CSeq'].flatMap((name) =>
    invite.headers(name).map((value) => [name, value] as const),
  );
  return writeSip(`SIP/2.0 ${status} Said`, [...copied, ['To', `${invite.header('To')};tag=bridge`]]);
}

import { expect, test } from 'vitest';
import { createSipEndpoint } from './sip-endpoint.ts';
import { headersOf, methodOf } from './sip-text.ts';
import { rawPeer } from './testing/raw-peer.ts';

const rtpPorts = { from: 12_000, to: 14_999 };
const IN_TIME = { timeout: 20_000 };

test('a call that fails, and cannot be ended either, is told and ends nothing else', async () => {
  const told: string[] = [];
  const far = await createSipEndpoint({
    ...{ host: '127.0.0.1', port: 0, rtpPorts },
    onInvite: (call) => {
      call.hangUp = async () => await Promise.reject(new Error('the line is gone'));
      throw new Error('nothing works today');
    },
    log: (sentence) => void told.push(sentence),
  });
  const near = await createSipEndpoint({ host: '127.0.0.1', port: 0, rtpPorts });
  const call = near.call({ to: `sip:somebody@127.0.0.1:${far.address.port}` });

  expect(await call.answered).toMatchObject({ answered: false, status: 500 });
  await expect.poll(() => told.some((sentence) => sentence.includes('the line is gone')), IN_TIME).toBe(true);
  await Promise.all([near.close(), far.close()]);
});

test('a call that rings and whose far side is then gone is over when its CANCEL is not heeded, and gives its ports back', async () => {
  const peer = await rawPeer();
  const near = await createSipEndpoint({
    ...{ host: '127.0.0.1', port: 0, rtpPorts: { from: 31_290, to: 31_291 } },
    times: { t1Ms: 20, t2Ms: 160 },
  });
  const place = () => near.call({ to: `sip:somebody@127.0.0.1:${peer.port}` });
  const call = place();
  const rings = new Promise((resolve) => call.onProgress(resolve));
  peer.send(ringing(await peer.hears((message) => methodOf(message) === 'INVITE')), near.address);
  expect(await rings).toBe(180);
  await call.hangUp();

  expect(await call.answered).toEqual({ answered: false, status: 487, reason: 'Request Terminated' });
  expect(await call.ended).toMatchObject({ by: 'near', how: 'cancelled', status: 487 });
  expect(call.signal.aborted).toBe(true);
  expect(peer.heard.some((message) => methodOf(message) === 'CANCEL')).toBe(true);
  // There are ports for one call only.
  const next = place();
  await peer.hears((message) => methodOf(message) === 'INVITE' && headersOf(message, 'Call-ID')[0] === next.callId);
  await near.close();
  peer.close();
});

function ringing(invite: string): string {
  const kept = ['Via', 'From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${headersOf(invite, name)[0]}`);
  const to = `To: ${headersOf(invite, 'To')[0]};tag=far`;
  return ['SIP/2.0 180 Ringing', ...kept, to, 'Contact: <sip:far@127.0.0.1>', 'Content-Length: 0', '', ''].join('\r\n');
}

import { randomBytes } from 'node:crypto';
import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNgClient, MediaControlError } from '@farline/engine';
import { afterAll, expect, inject, test } from 'vitest';
import { createMediaControl } from './media-control.ts';

const address = { host: '127.0.0.1', port: inject('stack').ports.rtpengine };
const ng = createNgClient(address);
const media = createMediaControl({ address });
const folder = mkdtempSync(join(tmpdir(), 'farline-media-'));
chmodSync(folder, 0o755);
afterAll(() => {
  ng.close();
  media.close();
  rmSync(folder, { recursive: true });
});

/** Two telephones that speak 20 ms packets of PCMU to each other through the real rtpengine, each with its own SSRC. */
async function conversation() {
  const sipCallId = randomBytes(8).toString('hex');
  const [caller, callee] = [await phone(1), await phone(2)];
  const offered = await ng.command('offer', {
    'call-id': sipCallId,
    'from-tag': 'a',
    'via-branch': 'b1',
    sdp: sdp(caller.port, 'sendrecv'),
    direction: ['browser', 'carrier'],
    ICE: 'remove',
  });
  const answered = await ng.command('answer', {
    'call-id': sipCallId,
    'from-tag': 'a',
    'to-tag': 'b',
    'via-branch': 'b1',
    sdp: sdp(callee.port, 'sendrecv'),
    direction: ['carrier', 'browser'],
  });
  caller.speakTo(portIn(answered));
  callee.speakTo(portIn(offered));
  const negotiate = async (callerWay: string, calleeWay: string) => {
    const tags = { 'call-id': sipCallId, 'from-tag': 'a', 'to-tag': 'b' };
    await ng.command('offer', { ...tags, sdp: sdp(caller.port, callerWay) });
    await ng.command('answer', { ...tags, sdp: sdp(callee.port, calleeWay) });
  };
  const end = () => {
    caller.close();
    callee.close();
  };
  return {
    caller,
    callee,
    negotiate,
    end,
    sipCallId,
    callerSide: { sipCallId, tag: 'a' },
    calleeSide: { sipCallId, tag: 'b' },
  };
}

async function phone(ssrc: number) {
  const socket: Socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let heard: number[] = [];
  socket.on('message', (packet) => heard.push(packet.readUInt32BE(8)));
  let speaking: NodeJS.Timeout | undefined;
  return {
    port: socket.address().port,
    speakTo(port: number) {
      let sequence = 0;
      speaking = setInterval(() => {
        const packet = Buffer.alloc(172, 0x55);
        packet[0] = 0x80;
        packet[1] = 0;
        packet.writeUInt16BE(++sequence, 2);
        packet.writeUInt32BE(sequence * 160, 4);
        packet.writeUInt32BE(ssrc, 8);
        socket.send(packet, port, '127.0.0.1');
      }, 20);
    },
    /** The sources heard from now on, once ten packets came; empty after three seconds of silence. */
    async hears(): Promise<number[]> {
      heard = [];
      await expect
        .poll(() => heard.length, { timeout: 3_000, interval: 20 })
        .toBeGreaterThan(9)
        .catch(() => {});
      return [...new Set(heard)];
    },
    close() {
      clearInterval(speaking);
      socket.close();
    },
  };
}

function sdp(port: number, way: string): string {
  const lines = ['v=0', 'o=a 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', `m=audio ${port} RTP/AVP 0`];
  return [...lines, 'a=rtpmap:0 PCMU/8000', `a=${way}`, ''].join('\r\n');
}

function portIn(reply: Record<string, unknown>): number {
  return Number(/m=audio (\d+)/.exec(String(reply['sdp']))?.[1]);
}

/** One second of a 1 kHz tone, 8 kHz, 16 bit, mono. */
function toneFile(): string {
  const samples = Buffer.alloc(16_000);
  for (let n = 0; n < 8000; n++) samples.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * n) / 8)), n * 2);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  const file = join(folder, 'tone.wav');
  writeFileSync(file, Buffer.concat([header, samples]), { mode: 0o644 });
  return file;
}

test('media played to one side is heard there alone, over a far side that talks, and speech comes back after it', async () => {
  const talk = await conversation();
  expect(await talk.caller.hears()).toEqual([2]);

  await media.blockMedia(talk.calleeSide);
  expect(await media.playMedia(talk.callerSide, toneFile())).toEqual({ durationMs: 1000 });
  const [played, ...others] = await talk.caller.hears();
  expect(others).toEqual([]);
  expect([1, 2, undefined]).not.toContain(played);
  expect(await talk.callee.hears()).toEqual([1]);

  await media.stopMedia(talk.callerSide);
  await media.unblockMedia(talk.calleeSide);
  expect(await talk.caller.hears()).toContain(2);
  talk.end();
});

test('the last packet of each side can be read, and whether a side is to send at all', async () => {
  const talk = await conversation();
  await Promise.all([talk.caller.hears(), talk.callee.hears()]);
  const sends = async () =>
    Object.fromEntries((await media.query(talk.sipCallId))?.sides.map(({ tag, sends: does }) => [tag, does]) ?? []);

  const reading = await media.query(talk.sipCallId);
  expect(reading?.sides.map(({ tag }) => tag).toSorted()).toEqual(['a', 'b']);
  for (const { lastPacketAt, packets } of reading?.sides ?? []) {
    expect(Math.abs(Date.now() - (lastPacketAt?.getTime() ?? 0))).toBeLessThan(2500);
    expect(packets).toBeGreaterThan(5);
  }
  expect(await sends()).toEqual({ a: true, b: true });
  await talk.negotiate('sendonly', 'recvonly');
  expect(await sends()).toEqual({ a: false, b: false });
  await talk.negotiate('inactive', 'inactive');
  expect(await sends()).toEqual({ a: false, b: false });
  talk.end();
});

test('who speaks DTLS is not connected before its key is verified, and who speaks plain RTP is', async () => {
  const sipCallId = randomBytes(8).toString('hex');
  const names = { 'call-id': sipCallId, 'from-tag': 'a', 'via-branch': 'b1' };
  const browser = sdp(30_000, 'sendrecv')
    .replace('RTP/AVP', 'UDP/TLS/RTP/SAVPF')
    .concat(`a=setup:actpass\r\na=fingerprint:sha-256 ${Array(32).fill('AA').join(':')}\r\n`);
  await ng.command('offer', { ...names, sdp: browser, 'transport-protocol': 'RTP/AVP' });
  await ng.command('answer', { ...names, 'to-tag': 'b', sdp: sdp(30_002, 'sendrecv') });

  const sides = (await media.query(sipCallId))?.sides.map(({ tag, isConnected }) => [tag, isConnected]);
  expect(Object.fromEntries(sides ?? [])).toEqual({ a: false, b: true });
  await media.deleteCall(sipCallId);
});

test('it is known for how long rtpengine has run', async () => {
  expect(await media.uptimeSeconds()).toBeGreaterThan(0);
});

test('a call that is deleted is unknown, and deleting it again is no fault', async () => {
  const talk = await conversation();
  await media.deleteCall(talk.sipCallId);
  await media.deleteCall(talk.sipCallId);
  expect(await media.query(talk.sipCallId)).toBeNull();
  await expect(media.playMedia(talk.callerSide, toneFile())).rejects.toThrow(MediaControlError);
  talk.end();
});

test('an rtpengine that is not there is an error within a second, not a wait', async () => {
  const nobody = createMediaControl({ address: { host: '127.0.0.1', port: 9 } });
  const began = performance.now();
  await expect(nobody.query('any')).rejects.toThrow('no answer');
  expect(performance.now() - began).toBeLessThan(1500);
  nobody.close();
});

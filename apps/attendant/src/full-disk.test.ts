import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TakeMessageTask } from '@farline/contracts/voicemail/attendant';
import { createSipEndpoint, readWav, sineTone, type SipEndpoint, toneShare } from '@farline/sip-endpoint';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** An attendant whose data folder is a disk of its own, so small that it fills while a caller speaks. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
/** Some containers forbid namespaces; a disk of its own cannot be had there. */
const hasNamespaces = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0;
const DISK = '128k';
const SECOND = 8000;
const PART = SECOND / 20;
const WHOLE_SECONDS = 15;

let [folder, port] = ['', 0];
let attendant: ChildProcess;
let caller: SipEndpoint;
const logged: string[] = [];

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port: free } = socket.address();
  await new Promise<void>((resolve) => void socket.close(() => resolve()));
  return free;
}

beforeAll(async () => {
  if (!hasNamespaces) return;
  folder = await mkdtemp(join(tmpdir(), 'farline-full-disk-'));
  port = await freePort();
  const script = `mount -t tmpfs -o size=${DISK} tmpfs "$1" && exec "$2" "$3"`;
  const run = ['sh', '-c', script, 'sh', folder, process.execPath, join(import.meta.dirname, 'main.ts')];
  attendant = spawn('unshare', ['--map-root-user', '--mount', ...run], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      FARLINE_ATTENDANT_PORT: String(port),
      FARLINE_DATA_DIR: folder,
      FARLINE_KEEP_FREE_MB: '0',
      FARLINE_ATTENDANT_RTP_PORTS: '15000-18999',
    },
  });
  attendant.stderr?.setEncoding('utf8').on('data', (text: string) => void logged.push(text));
  await Promise.race([
    once(attendant.stdout ?? attendant, 'data'),
    once(attendant, 'exit').then(() => Promise.reject(new Error(`It did not start: ${logged.join('')}`))),
  ]);
  caller = await createSipEndpoint({ host: '127.0.0.1', port: 0, rtpPorts: { from: 15_000, to: 18_999 } });
});
afterAll(async () => {
  await caller?.close();
  attendant?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Its disk, as it sees it. */
const seen = (path: string) => join(`/proc/${attendant.pid}/root`, folder, 'voicemail', path);

const words = { greeting: 'Hello.', choices: 'One.', cannotRecord: 'No messages.', cutShort: 'No room for more.' };
const aTask = (over: Partial<TakeMessageTask> = {}): TakeMessageTask => ({
  do: 'take_message',
  mailbox: randomUUID(),
  voice: 'en-gb',
  mostSeconds: 60,
  ...words,
  ...over,
});

/** A call to it: when its tone was heard, and how many packets of words came before and after. */
function hand(task: TakeMessageTask) {
  const id = randomUUID();
  const written = Buffer.from(JSON.stringify(task)).toString('base64url');
  const call = caller.call({
    to: `sip:attendant@127.0.0.1:${port}`,
    headers: [`X-Farline-Call: ${id}`, `X-Farline-Task: ${written}`],
  });
  const heard = { tones: 0, wordsBefore: 0, wordsAfter: 0 };
  call.onAudio((audio) => {
    const samples = audio.samples();
    if (toneShare(samples, 1000) > 0.9) heard.tones += 1;
    else if (samples.some((sample) => Math.abs(sample) > 1000))
      heard[heard.tones > 0 ? 'wordsAfter' : 'wordsBefore'] += 1;
  });
  return { id, call, heard };
}

test.skipIf(!hasNamespaces)(
  'a caller whose message fills the disk is told at once, what they said until then is kept, and the next is told too',
  async () => {
    const { id, call, heard } = hand(aTask());
    await call.answered;
    await expect.poll(() => heard.tones).toBeGreaterThan(10);
    const startedAt = performance.now();
    const speaking = call.play(sineTone({ frequencyHz: 440, durationMs: WHOLE_SECONDS * 1000 })).catch(() => {});

    expect(await call.ended).toMatchObject({ by: 'far' });
    expect(performance.now() - startedAt).toBeLessThan((WHOLE_SECONDS - 2) * 1000);
    await speaking;
    expect(heard.wordsAfter).toBeGreaterThan(20);
    expect(await readdir(seen('drafts'))).toEqual([]);
    const { samples } = readWav(await readFile(seen(`arrived/${id}.wav`)));
    expect(samples.length).toBeGreaterThan(SECOND);
    expect(samples.length).toBeLessThan(8 * SECOND);
    // What is late on its way leaves a gap, and the tone goes on in another phase.
    const spoken = samples.subarray(SECOND / 2);
    const parts = Array.from({ length: Math.floor(spoken.length / PART) }, (_, index) =>
      spoken.subarray(index * PART, (index + 1) * PART),
    );
    expect(parts.filter((part) => toneShare(part, 440) > 0.9).length / parts.length).toBeGreaterThan(0.8);
    expect(logged.join('')).toContain(`${id}: the disk took no more of a message`);

    // In words that were never said before, and that the disk cannot keep.
    const next = hand(aTask({ cannotRecord: 'We cannot take it now.' }));
    expect(await next.call.ended).toMatchObject({ by: 'far' });
    expect([next.heard.tones, next.heard.wordsBefore > 20]).toEqual([0, true]);
    expect(await readdir(seen('arrived'))).toEqual([`${id}.wav`]);
  },
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toneShare } from '@farline/sip-endpoint';
import { createInbox, type Inbox } from '../../../../voice/testbed/inbox.ts';
import { until } from './callers.ts';

/** A SIP phone as people have it: baresip, without screen or sound card. It plays a tone of 440 Hz and keeps what it hears. */
export type Baresip = {
  readonly events: Inbox<BaresipEvent>;
  /** Carries a command of baresip out, such as `dial` with a number. */
  command(name: 'dial' | 'accept' | 'hangup' | 'sndcode', params?: string): void;
  /** The first event of this type, past or future. */
  event(type: string, withinMs?: number): Promise<BaresipEvent>;
  /** The share of a tone in the best fifth of a second of what it heard so far, from 0 to 1. */
  heardTone(frequencyHz: number): Promise<number>;
  /** Ends it as a person would: it takes its registration back. */
  close(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
};

export type BaresipEvent = { type: string; param: string };

export type BaresipAccount = {
  username: string;
  password: string;
  domain: string;
  transport: 'udp' | 'tcp' | 'tls';
  port: number;
  /** PEM file of who may have signed the registrar's certificate. */
  caFile: string;
  /** SRTP by SDES (RFC 4568). */
  isEncrypted?: boolean;
  /** Looks for its way by ICE (RFC 8445). */
  hasIce?: boolean;
  /** Subscribes to how many voicemails wait (RFC 3842). */
  hasLamp?: boolean;
  /** Registers nowhere and speaks from this port, as a carrier does that is known by its address. */
  trunkPort?: number;
};

/** For a machine that is busy with other tests. */
const PATIENCE_MS = 30_000;
const MODULES = '/usr/lib/baresip/modules';
const WINDOWS_A_SECOND = 5;
const TELEPHONE_RATE = 8000;
const WAV_HEADER_BYTES = 44;

/** Starts a phone that registers with this account. */
export async function startBaresip(account: BaresipAccount): Promise<Baresip> {
  const folder = await mkdtemp(join(tmpdir(), 'farline-baresip-'));
  const sounds = join(folder, 'sounds');
  await mkdir(sounds);
  const controlPort = await aFreePort();
  await writeFile(join(folder, 'accounts'), '');
  await writeFile(join(folder, 'contacts'), '');
  await writeFile(join(folder, 'config'), configuration({ controlPort, sounds, ...account }));

  const program = spawn('baresip', ['-n', '127.0.0.1', '-f', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
  });
  const closed = once(program, 'close');
  program.stdout.resume();
  program.stderr.resume();
  const control = await connectTo(controlPort);
  const events = createInbox<BaresipEvent>((event) => `${event.type} ${event.param}`);
  readNetstrings(control, (text) => {
    const message = JSON.parse(text) as { event?: boolean; type?: string; param?: string };
    if (message.event === true) events.add({ type: message.type ?? '', param: message.param ?? '' });
  });

  let isEnded = false;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (isEnded) return;
    isEnded = true;
    control.destroy();
    program.kill(signal);
    await closed;
    await rm(folder, { recursive: true, force: true });
  };
  const command = (name: string, params = '') => {
    const text = JSON.stringify({ command: name, params, token: name });
    control.write(`${Buffer.byteLength(text)}:${text},`);
  };
  // Only now, so that no event is missed.
  command('uanew', accountLine(account));
  return {
    events,
    command,
    event: async (type, withinMs = PATIENCE_MS) => await events.next(type, (event) => event.type === type, withinMs),
    async heardTone(frequencyHz) {
      const names = (await readdir(sounds)).filter((name) => name.endsWith('-dec.wav'));
      const files = await Promise.all(names.map(async (name) => await readFile(join(sounds, name))));
      return Math.max(0, ...files.flatMap((file) => tonesIn(file, frequencyHz)));
    },
    close: async () => await end('SIGTERM'),
    kill: async () => await end('SIGKILL'),
  };
}

function accountLine(account: BaresipAccount): string {
  const { username, password, domain, transport, port, isEncrypted, hasIce, trunkPort } = account;
  const words = [
    `<sip:${username}@${domain};transport=${transport}>`,
    `auth_pass=${password}`,
    `outbound="sip:127.0.0.1:${port};transport=${transport}"`,
    `regint=${trunkPort === undefined ? 120 : 0}`,
    'audio_codecs=PCMU',
    'answermode=manual',
    ...(isEncrypted === true ? ['mediaenc=srtp-mand'] : []),
    ...(hasIce === true ? ['medianat=ice'] : []),
  ];
  return words.join(';');
}

/** How much of each fifth of a second is this tone. */
function tonesIn(wav: Buffer, frequencyHz: number): number[] {
  // Its header counts the sound only once the call is over: what lies behind it is read as it is.
  if (wav.length < WAV_HEADER_BYTES) return [];
  const sampleRate = wav.readUInt32LE(24);
  const samples = new Int16Array(Math.floor((wav.length - WAV_HEADER_BYTES) / 2));
  for (let at = 0; at < samples.length; at++) samples[at] = wav.readInt16LE(WAV_HEADER_BYTES + at * 2);
  const length = sampleRate / WINDOWS_A_SECOND;
  const count = Math.floor(samples.length / length);
  return Array.from({ length: count }, (_, index) =>
    toneShare(samples.subarray(index * length, (index + 1) * length), (frequencyHz * TELEPHONE_RATE) / sampleRate),
  );
}

const configuration = (given: {
  controlPort: number;
  sounds: string;
  caFile: string;
  trunkPort?: number;
  hasLamp?: boolean;
}) => `poll_method epoll
sip_listen 127.0.0.1:${given.trunkPort ?? 0}
sip_cafile ${given.caFile}
call_max_calls 4
audio_player aubridge,nowhere
audio_source ausine,440
audio_alert aubridge,nowhere
ausrc_srate 48000
ausrc_channels 2
auplay_srate 48000
audio_txmode thread
jitter_buffer_delay 1-3
module_path ${MODULES}
module g711.so
module ausine.so
module aubridge.so
module sndfile.so
module srtp.so
module ice.so
module_tmp account.so
module_app menu.so
${given.hasLamp === true ? 'module_app mwi.so' : ''}
module_app ctrl_tcp.so
ctrl_tcp_listen 127.0.0.1:${given.controlPort}
snd_path ${given.sounds}
`;

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a server on a port has an address');
  return address.port;
}

async function connectTo(port: number): Promise<Socket> {
  let connected: Socket | null = null;
  await until(
    'baresip to take commands',
    async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      const opened = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'close').then(() => false),
      ]);
      if (opened) connected = socket;
      return opened;
    },
    PATIENCE_MS,
  );
  if (connected === null) throw new Error('baresip took no commands');
  return connected;
}

function readNetstrings(socket: Socket, hear: (text: string) => void): void {
  let waiting = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes]);
    for (;;) {
      const colon = waiting.indexOf(':');
      const length = Number(waiting.subarray(0, Math.max(0, colon)).toString());
      if (colon === -1 || waiting.length < colon + length + 2) return;
      hear(waiting.subarray(colon + 1, colon + 1 + length).toString());
      waiting = waiting.subarray(colon + length + 2);
    }
  });
}

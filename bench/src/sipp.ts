import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { openLog } from '@farline/tools/process-log';
import { type ProcessorShare, type RunningProcess, startProcess } from '@farline/tools/running-process';
import { waitUntil } from '@farline/tools/wait-until';

const SCENARIOS = join(import.meta.dirname, '../sipp');
/** Ends each word between sipp and its controller (3PCC twin socket). */
const END_OF_WORD = '\x1b';
const HERE = '127.0.0.1';
/** Callers and carriers are elsewhere, usually: they wait for no processor of ours. */
export const GENERATORS_SHARE: ProcessorShare = 28;

/** What one call of the caller is told. */
export type CallToPlace = {
  sipCallId: string;
  number: string;
  /** The id that `initiate` gave. */
  call: string;
  /** Where the caller says that it wants its media. */
  rtpPort: number;
  /** What it encrypts with (SDES, RFC 4568); without, its media is plain. */
  srtpKey?: string | null;
};

/** Whose call was answered, where its media goes, and what comes back is encrypted with, if it is. */
export type Answered = { sipCallId: string; rtpPort: number; srtpKey: string | null };

export type Caller = {
  /** The next call; the order of calls says which customer signs. */
  place(call: CallToPlace): void;
  /** Waits until all calls are over, or for `withinMs`; gives what has become of them. */
  finish(withinMs: number): Promise<CallerCount>;
  stop(): Promise<void>;
};

/**
 * `setUpMs`: from the first INVITE to the 180 of each call; `answerMs`: to the 200, of callers whose calls come over a trunk; `refusalMs`: to a 503,
 * of customers. `successful`: to the answer of the BYE.
 */
export type CallerCount = {
  isOver: boolean;
  successful: number;
  setUpMs: number[];
  answerMs: number[];
  refusalMs: number[];
  errors: string[];
};

/** By which way a caller's calls come: as a customer's, over TCP, a connection each; or over a trunk, by UDP from its port. */
export type CallerWay = { as: 'customer' } | { as: 'trunk'; port: number };

const CALLER_OF = { customer: 'caller', trunk: 'trunk-caller' } as const;

function wayWords(way: CallerWay, users: string): string[] {
  if (way.as === 'customer') return ['-t', 'tn', '-max_socket', '20000', '-inf', users];
  return ['-t', 'u1', '-p', String(way.port), '-buff_size', '4000000'];
}

/** A sipp that places `calls` calls, each when it is told to, and hangs up after `talkMs`. */
export async function startCaller(options: {
  folder: string;
  name: string;
  signallingPort: number;
  twinPort: number;
  calls: number;
  talkMs: number;
  way: CallerWay;
  /** Which customer places the first call, the second, and so on, in turn. */
  credentials: readonly { username: string; password: string }[];
  onAnswered: (answered: Answered) => void;
}): Promise<Caller> {
  const file = (ending: string) => join(options.folder, `${options.name}.${ending}`);
  const log = openLog(file('log'));
  const scenario = CALLER_OF[options.way.as];
  // The keyword [authentication] takes no variables: each line of the file is one of its own.
  const signatures = options.credentials.map(
    ({ username, password }) => `[authentication username=${username} password=${password}]\n`,
  );
  writeFileSync(file('users.csv'), ['SEQUENTIAL\n', ...signatures].join(''));
  const running = startProcess({
    name: options.name,
    command: [
      ...['sipp', `${HERE}:${options.signallingPort}`, '-sf', join(SCENARIOS, `${scenario}.xml`), '-i', HERE],
      ...wayWords(options.way, file('users.csv')),
      ...['-3pcc', `${HERE}:${options.twinPort}`, '-m', String(options.calls)],
      ...['-d', String(options.talkMs), '-nostdin', '-recv_timeout', '10000'],
      ...['-trace_rtt', '-rtt_freq', '1'],
      ...['-trace_err', '-error_file', file('errors.log'), '-trace_logs', '-log_file', file('refusals.log')],
    ],
    cwd: options.folder,
    env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb' },
    user: null,
    processorShare: GENERATORS_SHARE,
    stopSignal: 'SIGTERM',
    log,
  });
  const twin = await connectTo(options.twinPort, running);
  hearAnswers(twin, options.onAnswered);

  return {
    place: (call) => void twin.write(wordFor(call)),
    async finish(withinMs) {
      const exit = await Promise.race([running.exited, after(withinMs)]);
      const { whole, ...times } = readResponseTimes(join(options.folder, `${scenario}_${running.pid}_rtt.csv`));
      return {
        isOver: exit !== null,
        successful: whole.length,
        ...times,
        errors: [...linesOf(file('errors.log')), ...linesOf(file('refusals.log'))],
      };
    },
    async stop() {
      twin.destroy();
      await running.stop(1000);
    },
  };
}

/** A sipp that answers every call after a second; media goes to whoever echoes on `echoPort`. What else it is asked is accepted. */
export async function startFarSide(options: {
  folder: string;
  port: number;
  echoPort: number;
}): Promise<{ stop(): Promise<void> }> {
  const log = openLog(join(options.folder, 'far-side.log'));
  const running = startProcess({
    name: 'far side',
    command: [
      ...['sipp', '-sf', join(SCENARIOS, 'far-side.xml'), '-i', HERE, '-p', String(options.port), '-t', 'u1'],
      ...['-key', 'echo_port', String(options.echoPort), '-nostdin', '-nd', '-aa', '-buff_size', '4000000'],
      ...['-trace_err', '-error_file', join(options.folder, 'far-side.errors.log')],
    ],
    cwd: options.folder,
    env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb' },
    user: null,
    processorShare: GENERATORS_SHARE,
    stopSignal: 'SIGTERM',
    log,
  });
  return { stop: async () => await running.stop(1000) };
}

/** sipp listens a moment after its start. */
async function connectTo(port: number, running: RunningProcess): Promise<Socket> {
  return await waitUntil(
    'sipp to listen for its controller',
    async () => {
      if (running.exit() !== null) throw new Error('sipp has ended');
      return await new Promise<Socket>((resolve, reject) => {
        const socket = connect({ host: HERE, port, noDelay: true });
        socket.once('error', reject);
        socket.once('connect', () => {
          // sipp closes it when its last call is over.
          socket.on('error', () => socket.destroy());
          resolve(socket);
        });
      });
    },
    { withinMs: 10_000 },
  );
}

function wordFor(call: CallToPlace): string {
  const lines = [
    `Call-ID: ${call.sipCallId}`,
    `X-Number: ${call.number}`,
    `X-Call: ${call.call}`,
    `X-Rtp: ${call.rtpPort}`,
    ...soundWords(call.srtpKey ?? null),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${END_OF_WORD}`;
}

/** The kind of RTP that is offered, and an attribute of it: the key, or one that says nothing new. */
function soundWords(srtpKey: string | null): string[] {
  if (srtpKey === null) return ['X-Sound: RTP/AVP', 'X-Attribute: sendrecv'];
  return ['X-Sound: RTP/SAVP', `X-Attribute: crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${srtpKey}`];
}

function hearAnswers(twin: Socket, onAnswered: (answered: Answered) => void): void {
  let waiting = '';
  twin.setEncoding('latin1');
  twin.on('data', (chunk: string) => {
    const words = (waiting + chunk).split(END_OF_WORD);
    waiting = words.pop() ?? '';
    for (const word of words) {
      const sipCallId = /^Call-ID: *(\S+)/im.exec(word)?.[1];
      const port = /^X-Rtp: *(\d+)/im.exec(word)?.[1];
      const srtpKey = /^X-Key: *([A-Za-z0-9+/]{40})/im.exec(word)?.[1] ?? null;
      if (sipCallId !== undefined && port !== undefined) onAnswered({ sipCallId, rtpPort: Number(port), srtpKey });
    }
  });
}

/** Lines of `instant;milliseconds;timer`. */
function readResponseTimes(path: string): Record<'setUpMs' | 'answerMs' | 'refusalMs' | 'whole', number[]> {
  const all = linesOf(path).slice(1);
  const of = (...timers: string[]) =>
    all.map((line) => line.split(';')).flatMap(([, ms, timer = '']) => (timers.includes(timer) ? [Number(ms)] : []));
  return { setUpMs: of('setup', 'ringing'), answerMs: of('answer'), refusalMs: of('refusal'), whole: of('whole') };
}

/** sipp makes some of its files only when it has something to write. */
function linesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

async function after(ms: number): Promise<null> {
  return await new Promise((resolve) => {
    setTimeout(() => resolve(null), ms).unref();
  });
}

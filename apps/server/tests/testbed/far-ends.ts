import {
  createSipEndpoint,
  dominantTone,
  type IncomingCall,
  type OutgoingCall,
  type SipEndpoint,
  sineTone,
  TONE_WINDOW,
} from '@farline/sip-endpoint';
import { notYetThereAt } from '../../../../voice/testbed/late-looks.ts';
import { until } from './callers.ts';
import { callerOf, type CountedCall, type Watched } from './carrier-witness.ts';

/** A telephone out there: what it does when it is called, and what it hears. */
export type FarEnd = {
  readonly number: string;
  /** The call, once it rings here. */
  rung(): Promise<IncomingCall>;
  /** Seconds from its answer to the end that it was told or told itself, by its own clock. */
  counted(): Promise<number>;
  /** Whether a tone of that frequency is what it hears now. */
  hears(frequencyHz: number): boolean;
};

/** A telephone out there that calls, and what it hears. */
export type CallingEnd = Pick<
  OutgoingCall,
  'answered' | 'ended' | 'hangUp' | 'onAudio' | 'onProgress' | 'sendDigits' | 'onDigit' | 'counts'
> &
  Pick<FarEnd, 'hears'> & {
    /** Whether a tone of that frequency has been heard at any time: a short one may be over when it is asked for. */
    hasHeard(frequencyHz: number): boolean;
  };

export type FarEnds = {
  /** Calls a number by this trunk, and speaks a steady tone once it is answered. `headers`: whole lines of its INVITE. */
  calling(wanted: { to: string; from: string; port: number; frequencyHz: number; headers?: string[] }): CallingEnd;
  /** Answers at once and speaks a steady tone. */
  speaking(number: string, frequencyHz: number): FarEnd;
  /** Answers, and takes down what it hears without a packet of its own, as voice mail does. */
  recording(number: string): FarEnd;
  /** Rings until the test says `answer`. */
  waiting(number: string): FarEnd & { answer(): void };
  /** Refuses with a status, or rings and leaves the rest to the test. */
  silent(number: string, refusal: number | 'rings'): FarEnd;
  /** When each call to a number was answered and ended here: for `openCallers`. */
  counts: Watched['counted'];
  close(): Promise<void>;
};

const TONE_MS = 60_000;
/** How much of what is heard must be the tone. */
const SHARE = 0.8;

/** Telephones behind a trunk of their own, in the place of the sandbox carrier: each has a tone by which it is known. */
export async function openFarEnds(trunk: { port: number; rtpPorts: { from: number; to: number } }): Promise<FarEnds> {
  const ends = new Map<string, (call: IncomingCall) => Promise<void>>();
  const counts: (CountedCall & { number: string })[] = [];
  const endpoint = await createSipEndpoint({
    host: '127.0.0.1',
    ...trunk,
    onInvite: async (call) => await (ends.get(call.dialled)?.(call) ?? call.reject(404)),
  });
  const add = (number: string, take: (call: IncomingCall) => Promise<Taken>): FarEnd => {
    let rung: IncomingCall | null = null;
    let counted: Promise<number> | null = null;
    let hears: FarEnd['hears'] = () => false;
    ends.set(number.replace('+', ''), async (call) => {
      rung = call;
      ({ hears } = hearing(call));
      if ((await take(call)) === 'over') return;
      counted = secondsFrom(Date.now(), call);
      counts.push(countOf(number, call));
    });
    return {
      number,
      rung: async () => {
        await until(`${number} to be called`, async () => rung !== null);
        if (rung === null) throw new Error('it rang');
        return rung;
      },
      counted: async () => {
        await until(`${number} to answer`, async () => counted !== null);
        return (await counted) ?? 0;
      },
      hears: (frequencyHz) => hears(frequencyHz),
    };
  };

  return {
    calling: (wanted) => callingEnd(endpoint, { ...wanted, trunkPort: trunk.port }),
    speaking: (number, frequencyHz) => {
      const tone = sineTone({ frequencyHz, durationMs: TONE_MS });
      return add(number, async (call) => {
        if (!(await call.answer())) return 'over';
        void call.play(tone);
        return 'answered';
      });
    },
    recording: (number) => add(number, async (call) => ((await call.answer()) ? 'answered' : 'over')),
    waiting: (number) => {
      const { promise: told, resolve: answer } = Promise.withResolvers<void>();
      return { ...add(number, async (call) => await answerOnce(call, told)), answer };
    },
    silent: (number, refusal) =>
      add(number, async (call) => {
        if (refusal === 'rings') await call.ring();
        else await call.reject(refusal);
        return 'over';
      }),
    counts: async (number) => counts.filter((count) => count.number === number),
    close: async () => await endpoint.close(),
  };
}

type Calling = Parameters<FarEnds['calling']>[0] & { trunkPort: number };

function callingEnd(
  endpoint: SipEndpoint,
  { to, from, port, trunkPort, frequencyHz, headers = [] }: Calling,
): CallingEnd {
  const call = endpoint.call({
    to: `sip:${to}@127.0.0.1:${port}`,
    from: `sip:${from}@127.0.0.1:${trunkPort}`,
    headers,
  });
  const heard = hearing(call);
  void call.answered.then(({ answered }) => {
    if (answered) void call.play(sineTone({ frequencyHz, durationMs: TONE_MS }));
  });
  return Object.assign(call, heard);
}

async function answerOnce(call: IncomingCall, told: Promise<void>): Promise<Taken> {
  await call.ring();
  await told;
  return (await call.answer()) ? 'answered' : 'over';
}

type Taken = 'answered' | 'over';

function countOf(number: string, call: IncomingCall): CountedCall & { number: string } {
  const count = { number, ...callerOf(call.invite.text), answeredAt: new Date().toISOString(), endedAt: null };
  void call.ended.then(({ at }) => {
    Object.assign(count, { endedAt: at.toISOString(), endedAfter: new Date(notYetThereAt()).toISOString() });
  });
  return count;
}

async function secondsFrom(answeredAt: number, call: IncomingCall): Promise<number> {
  await call.ended;
  return (Date.now() - answeredAt) / 1000;
}

/** What tones are heard in a call. */
function hearing(call: Pick<IncomingCall, 'onAudio'>): Pick<CallingEnd, 'hears' | 'hasHeard'> {
  const heard: { frequencyHz: number; at: number }[] = [];
  listen(call, (frequencyHz) => heard.push({ frequencyHz, at: Date.now() }));
  const isThat = (frequencyHz: number) => (one: { frequencyHz: number }) =>
    Math.abs(one.frequencyHz - frequencyHz) < 20;
  return {
    hears: (frequencyHz) => heard.slice(-1).some((last) => Date.now() - last.at < 500 && isThat(frequencyHz)(last)),
    hasHeard: (frequencyHz) => heard.some(isThat(frequencyHz)),
  };
}

function listen(call: Pick<IncomingCall, 'onAudio'>, tell: (frequencyHz: number) => void): void {
  let window: number[] = [];
  call.onAudio((audio) => {
    window.push(...audio.samples());
    if (window.length < TONE_WINDOW) return;
    const tone = dominantTone(Int16Array.from(window.slice(0, TONE_WINDOW)));
    window = [];
    if (tone !== null && tone.share > SHARE) tell(tone.frequencyHz);
  });
}

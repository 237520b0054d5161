import {
  type CallEnd,
  type MediaCounts,
  type OutgoingCall,
  type SipEndpoint,
  sineTone,
  toneShare,
} from '@farline/sip-endpoint';
import { type HeardTone, hearTones } from './hearing.ts';

/** What the telephone network knows of a call that it placed itself. Instants are RFC 3339; `null` is what has not happened. */
export interface PlacedCallRecord {
  callId: string;
  trunk: string;
  from: string;
  to: string;
  placedAt: string;
  /** When it first heard that somebody is rung, or may yet come. */
  ringingAt: string | null;
  answeredAt: string | null;
  endedAt: string | null;
  endedBy: 'caller' | 'callee' | null;
  ending: CallEnd['how'] | null;
  /** The final status that came back. */
  status: number | null;
  packets: { received: number; sent: number; lost: number; jitterMs: number };
  tones: readonly HeardTone[];
}

/** A call to place: both numbers in digits, with a plus or without. */
export interface WantedCall {
  to: string;
  from: string;
  trunk: string;
  /** What the network found when it checked the caller's number (3GPP TS 24.229 §7.2A.20); absent: it says nothing. */
  verstat?: string | undefined;
  /**
   * In hertz: silent until a voicemail's tone has been heard, then this tone for three seconds, and the end. Absent: an echo of who answers.
   */
  says?: number | undefined;
  /** In hertz: this tone for whoever answers, in place of their echo, until the end. */
  hums?: number | undefined;
}

type Entry = { call: OutgoingCall; record: Omit<PlacedCallRecord, 'packets'>; media: { counts: MediaCounts } };

const KEPT = 500;
const LONGEST_MS = 120_000;
const VOICEMAIL_TONE_HZ = 1000;
const MOSTLY = 0.9;
const SAID_MS = 3_000;

/** Places calls out of the network, as a stranger's telephone would: who answers hears an echo of what they say. */
export class PlacedCalls {
  readonly #entries = new Map<string, Entry>();
  readonly #trunks: ReadonlyMap<string, SipEndpoint>;
  readonly #callsTo: { host: string; port: number };
  readonly #log: (sentence: string) => void;

  constructor(parts: {
    trunks: ReadonlyMap<string, SipEndpoint>;
    callsTo: { host: string; port: number };
    log: (sentence: string) => void;
  }) {
    this.#trunks = parts.trunks;
    this.#callsTo = parts.callsTo;
    this.#log = parts.log;
  }

  /** Places a call by a trunk, and hangs up after two minutes at the latest. Null where there is no such trunk. */
  place({ says, hums, verstat, ...wanted }: WantedCall): PlacedCallRecord | null {
    const trunk = this.#trunks.get(wanted.trunk);
    if (trunk === undefined) return null;
    const { host, port } = this.#callsTo;
    const call = trunk.call({
      to: `sip:${wanted.to}@${host}:${port}`,
      from: `sip:${wanted.from}@${trunk.address.host}:${trunk.address.port}`,
      headers: verstat === undefined ? [] : [asserted(wanted.from, verstat)],
    });
    const record: Entry['record'] = {
      callId: call.callId,
      ...wanted,
      placedAt: new Date().toISOString(),
      ringingAt: null,
      answeredAt: null,
      endedAt: null,
      endedBy: null,
      ending: null,
      status: null,
      tones: hearTones(call),
    };
    const entry: Entry = { call, record, media: call };
    this.#remember(entry);
    call.onProgress((status) => {
      if (status === 180) record.ringingAt ??= new Date().toISOString();
    });
    const limit = setTimeout(() => this.#follow(call, call.hangUp()), LONGEST_MS);
    const echoing = call.answered.then((answer) => {
      record.status = answer.answered ? 200 : answer.status;
      if (!answer.answered) return;
      record.answeredAt = new Date().toISOString();
      if (says !== undefined) return leaveMessage(call, says);
      if (hums === undefined) return call.echo();
      void call.play(sineTone({ frequencyHz: hums, durationMs: LONGEST_MS }));
    });
    this.#follow(call, echoing);
    void call.ended.then((end) => {
      clearTimeout(limit);
      entry.media = { counts: call.counts };
      record.endedAt = end.at.toISOString();
      record.endedBy = end.by === 'far' ? 'callee' : 'caller';
      record.ending = end.how;
    });
    return view(entry);
  }

  /** The call, or null. */
  find(callId: string): PlacedCallRecord | null {
    const entry = this.#entries.get(callId);
    return entry === undefined ? null : view(entry);
  }

  /** Hangs up, or gives up while it rings. False where there is no such call. */
  hangUp(callId: string): boolean {
    const entry = this.#entries.get(callId);
    if (entry !== undefined) this.#follow(entry.call, entry.call.hangUp());
    return entry !== undefined;
  }

  /** What fails for one call, as for want of a port for its sound, is its own end and no other's. */
  #follow(call: OutgoingCall, work: Promise<void>): void {
    work.catch((error: unknown) => this.#log(`The call ${call.callId} failed: ${String(error)}`));
  }

  #remember(entry: Entry): void {
    this.#entries.set(entry.record.callId, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > KEPT && oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** Waits for the tone after which a voicemail records, says its own, and hangs up. */
async function leaveMessage(call: OutgoingCall, frequencyHz: number): Promise<void> {
  call.silence();
  await toneIsOver(call);
  await call.play(sineTone({ frequencyHz, durationMs: SAID_MS }));
  await call.hangUp();
}

/** Settles when the voicemail's tone was heard and is over, or the call is. */
function toneIsOver(call: OutgoingCall): Promise<void> {
  return new Promise((resolve) => {
    let isHeard = false;
    const done = () => {
      stopHearing();
      resolve();
    };
    const stopHearing = call.onAudio((audio) => {
      const isTone = toneShare(audio.samples(), VOICEMAIL_TONE_HZ) > MOSTLY;
      if (isHeard && !isTone) done();
      isHeard ||= isTone;
    });
    call.signal.addEventListener('abort', done);
    if (call.signal.aborted) done();
  });
}

function view({ record, media }: Entry): PlacedCallRecord {
  const { received, sent, lost, jitterMs } = media.counts;
  return { ...record, packets: { received, sent, lost, jitterMs } };
}

/** A parameter of the number, which stands in the user part of the address (RFC 3261 §19.1.6). */
const asserted = (number: string, verstat: string): string =>
  `P-Asserted-Identity: <sip:${number};verstat=${verstat}@farline-sandbox.invalid;user=phone>`;

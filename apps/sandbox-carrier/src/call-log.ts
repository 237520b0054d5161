import type { CallEnd, IncomingCall, MediaCounts } from '@farline/sip-endpoint';
import { type HeardTone, hearTones } from './hearing.ts';
import type { Behaviour } from './magic-numbers.ts';

/** What the far side knows of one call. Instants are RFC 3339; `null` is what has not happened. */
export interface CallRecord {
  /** SIP Call-ID as the trunk saw it. */
  callId: string;
  trunk: string;
  dialled: string;
  /** User of the From header. */
  from: string;
  behaviour: Behaviour['kind'];
  /** The INVITE as it came, byte for byte, and from where. */
  invite: string;
  source: string;
  sdp: string | null;
  invitedAt: string;
  answeredAt: string | null;
  endedAt: string | null;
  endedBy: 'caller' | 'carrier' | null;
  ending: CallEnd['how'] | null;
  /** The final status that the carrier sent. */
  status: number | null;
  /** Keys heard, in order. */
  digits: string;
  packets: { received: number; sent: number; lost: number; jitterMs: number };
  /** What the caller's side reported of the carrier's sound; `null` before it reported. */
  reported: MediaCounts['far'];
  tones: readonly HeardTone[];
}

/** Calls that are remembered. */
const KEPT = 2000;
const KEPT_DIGITS = 200;

/** A call under way is asked for its counts; of one that is over they are kept, and the call is let go. */
type Entry = {
  record: Omit<CallRecord, 'packets' | 'reported'>;
  media: { counts: MediaCounts };
  call: Pick<IncomingCall, 'hangUp'> | null;
};

/** Remembers the latest 2,000 calls and what was heard in them. */
export class CallLog {
  readonly #entries = new Set<Entry>();
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  /** Follows a call to its end. Returns what notes that it was answered. */
  follow(call: IncomingCall, facts: { trunk: string; behaviour: Behaviour['kind'] }): { noteAnswer: () => void } {
    const entry: Entry = {
      media: call,
      call,
      record: {
        ...facts,
        callId: call.callId,
        dialled: call.dialled,
        from: call.from,
        invite: call.invite.text,
        source: `${call.invite.source.host}:${call.invite.source.port}`,
        sdp: call.invite.sdp,
        invitedAt: this.#now().toISOString(),
        answeredAt: null,
        endedAt: null,
        endedBy: null,
        ending: null,
        status: null,
        digits: '',
        tones: hearTones(call),
      },
    };
    this.#remember(entry);
    const { record } = entry;
    call.onDigit((digit) => {
      record.digits = (record.digits + digit).slice(-KEPT_DIGITS);
    });
    void call.ended.then((end) => {
      entry.media = { counts: call.counts };
      entry.call = null;
      record.endedAt = end.at.toISOString();
      record.endedBy = end.by === 'far' ? 'caller' : 'carrier';
      record.ending = end.how;
      record.status ??= end.status;
    });
    return {
      noteAnswer: () => {
        record.answeredAt = this.#now().toISOString();
        record.status = 200;
      },
    };
  }

  #remember(entry: Entry): void {
    this.#entries.add(entry);
    const [oldest] = this.#entries;
    if (this.#entries.size > KEPT && oldest) this.#entries.delete(oldest);
  }

  /** The latest calls, oldest first, of one number if it is given. */
  find(wanted: { dialled: string | null; limit: number }): CallRecord[] {
    const found = [...this.#entries].filter(
      ({ record }) => wanted.dialled === null || record.dialled === wanted.dialled,
    );
    return found.slice(-wanted.limit).map(({ record, media }) => {
      const { received, sent, lost, jitterMs, far } = media.counts;
      return { ...record, packets: { received, sent, lost, jitterMs }, reported: far };
    });
  }

  /** Hangs up the calls to a number that are under way, as whoever was called would. Gives how many. */
  hangUp(dialled: string): number {
    const calls = [...this.#entries]
      .filter(({ record }) => record.dialled === dialled)
      .flatMap(({ call }) => call ?? []);
    for (const call of calls) void call.hangUp();
    return calls.length;
  }

  /** Calls that are not over. */
  get open(): number {
    return [...this.#entries].filter(({ record }) => record.endedAt === null).length;
  }
}

import { type ShortMessage, type SmppLink, type SmppResponse, STATUS, statusName, type Timing } from '@farline/smpp';
import type { SubmitOutcome } from './bind.ts';
import { createPace, type Pace } from './pace.ts';
import type { AnswerKind } from './carrier-health.ts';

/** How long a message waits for its turn, and how many may. */
const TURN_MS = 30_000;
const MOST_WAITING = 2000;

/** Said by a carrier that has not taken the message and may take it another time. */
const NOT_NOW: ReadonlySet<number> = new Set([
  ...[STATUS.ESME_RSYSERR, STATUS.ESME_RX_T_APPN, STATUS.ESME_RINVBNDSTS, STATUS.ESME_RSERTYPUNAVAIL],
]);
const TOO_MUCH: ReadonlySet<number> = new Set([STATUS.ESME_RTHROTTLED, STATUS.ESME_RMSGQFUL]);

type Waiting = {
  message: ShortMessage;
  recipient: string;
  settle: (outcome: SubmitOutcome) => void;
  fail: (error: unknown) => void;
  cancel: () => void;
};

export type SubmitQueueOptions = {
  window: number;
  perSecond: number | null;
  timing: Timing;
  /** The bound link that messages go on; null while there is none, or its carrier rests. */
  link(): SmppLink | null;
  /** The carrier answered a submit. */
  answered(kind: AnswerKind, about: { recipient: string; why: string }): void;
};

/** Messages on their way to one carrier: in order, within its window and its pace. */
export class SubmitQueue {
  readonly #options: SubmitQueueOptions;
  readonly #pace: Pace;
  #waiting: Waiting[] = [];
  #onTheWire = 0;
  #cancelTurn: (() => void) | null = null;
  readonly #idlers: (() => void)[] = [];

  constructor(options: SubmitQueueOptions) {
    this.#options = options;
    this.#pace = createPace({ perSecond: options.perSecond, now: options.timing.now() });
  }

  async submit(message: ShortMessage, recipient: string): Promise<SubmitOutcome> {
    if (this.#options.link() === null) return { outcome: 'later', why: 'not bound' };
    if (this.#waiting.length >= MOST_WAITING) return { outcome: 'later', why: 'too many messages wait' };
    return await new Promise((settle, fail) => {
      const cancel = this.#options.timing.after(TURN_MS, () => this.#giveUp(entry));
      const entry: Waiting = { message, recipient, settle, fail, cancel };
      this.#waiting.push(entry);
      this.#pump();
    });
  }

  /** Those that wait are told `later`; those on the wire go on. */
  empty(why: string): void {
    this.#cancelTurn?.();
    this.#cancelTurn = null;
    for (const { settle, cancel } of this.#waiting.splice(0)) {
      cancel();
      settle({ outcome: 'later', why });
    }
  }

  /** Resolves once none is on the wire. */
  async idle(): Promise<void> {
    if (this.#onTheWire > 0) await new Promise<void>((resolve) => this.#idlers.push(resolve));
  }

  #pump(): void {
    const { link, timing, window } = this.#options;
    while (this.#waiting.length > 0 && this.#onTheWire < window) {
      const open = link();
      if (open === null) return this.empty('the link was lost, or its carrier takes nothing');
      const waitMs = this.#pace.waitMs(timing.now());
      if (waitMs > 0) return this.#waitForTurn(waitMs);
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#pace.sent(timing.now());
      void this.#send(open, next);
    }
  }

  #waitForTurn(waitMs: number): void {
    this.#cancelTurn ??= this.#options.timing.after(waitMs, () => {
      this.#cancelTurn = null;
      this.#pump();
    });
  }

  async #send(link: SmppLink, { message, recipient, settle, fail, cancel }: Waiting): Promise<void> {
    cancel();
    this.#onTheWire += 1;
    try {
      settle(this.#outcomeOf(await link.request({ command: 'submit_sm', message }), recipient));
    } catch (error) {
      fail(error);
    } finally {
      this.#onTheWire -= 1;
      if (this.#onTheWire === 0) for (const resolve of this.#idlers.splice(0)) resolve();
      this.#pump();
    }
  }

  #outcomeOf(response: SmppResponse | null, recipient: string): SubmitOutcome {
    if (response === null) return { outcome: 'unknown' };
    const { status } = response;
    const kind = kindOf(status);
    if ('congestionState' in response) this.#pace.loaded(this.#options.timing.now(), response.congestionState ?? 0);
    if (kind === 'too_much') this.#pace.throttled(this.#options.timing.now());
    this.#options.answered(kind, { recipient, why: statusName(status) });
    if (response.command === 'submit_sm_resp' && status === STATUS.ESME_ROK) {
      return { outcome: 'accepted', carrierMessageId: response.messageId };
    }
    return kind === 'works'
      ? { outcome: 'refused', status: statusName(status) }
      : { outcome: 'later', why: statusName(status) };
  }

  #giveUp(entry: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== entry);
    entry.settle({ outcome: 'later', why: 'its turn did not come in time' });
  }
}

/** A carrier that takes a message, or refuses it for what it is, works. */
function kindOf(status: number): AnswerKind {
  if (TOO_MUCH.has(status)) return 'too_much';
  return NOT_NOW.has(status) ? 'not_now' : 'works';
}

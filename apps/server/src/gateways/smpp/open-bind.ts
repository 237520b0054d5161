import { type BindCommand, type ShortMessage, type SmppLink, STATUS, systemTiming, type Timing } from '@farline/smpp';
import type { Log } from '../../platform/log.ts';
import type { Bind, BindListener, BindSettings, MessagePart, SubmitOutcome } from './bind.ts';
import { BindConnection, within } from './bind-connection.ts';
import { fingerprintOf } from './fingerprint.ts';
import { idOfSubmit } from './message-ids.ts';
import { readDelivery } from './read-delivery.ts';
import { createCarrierHealth, type CarrierHealth } from './carrier-health.ts';
import { SubmitQueue } from './submit-queue.ts';
import { writeSubmit } from './write-submit.ts';

/** How long a bind that closes waits for responses, and for what was delivered to be kept. */
const LAST_RESPONSES_MS = 5000;

export type BindDeps = {
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  timing?: Timing;
  /** From 0 to 1; spreads the pauses between attempts. */
  random?: () => number;
};

/** Binds to a carrier's message centre (SMPP 3.4 or 5.0) and stays bound until closed. Returns at once. */
export function openBind(settings: BindSettings, listener: BindListener, deps: BindDeps): Bind {
  return new CarrierBind(settings, listener, deps);
}

class CarrierBind implements Bind {
  readonly #settings: BindSettings;
  readonly #listener: BindListener;
  readonly #log: BindDeps['log'];
  readonly #timing: Timing;
  readonly #connections: readonly BindConnection[];
  readonly #queue: SubmitQueue;
  readonly #health: CarrierHealth;
  #told: 'bound' | 'unbound' | null = null;
  #isClosing = false;

  constructor(settings: BindSettings, listener: BindListener, deps: BindDeps) {
    const { log, timing = systemTiming, random = Math.random } = deps;
    this.#settings = settings;
    this.#listener = listener;
    this.#log = log;
    this.#timing = timing;
    this.#health = createCarrierHealth({ timing, random, changed: (state, why) => this.#rests(state, why) });
    this.#queue = new SubmitQueue({
      window: settings.window,
      perSecond: settings.perSecond,
      timing,
      link: () => this.#openLink(),
      answered: (kind, about) => {
        this.#connections[0]?.works();
        this.#health.answered(kind, about);
      },
    });
    this.#connections = commandsOf(settings.mode).map(
      (as) =>
        new BindConnection({
          settings,
          as,
          timing,
          random,
          log,
          deliver: async ({ message }, link) => await this.#deliver(message, link),
          bound: () => {
            if (this.isBound()) this.#tell('bound', 'every connection is bound');
          },
          failed: (why) => {
            if (this.#sendingLink() === null) this.#queue.empty('the link was lost');
            this.#tell('unbound', why);
          },
        }),
    );
  }

  async submit(part: MessagePart): Promise<SubmitOutcome> {
    const outcome = await this.#queue.submit(writeSubmit(part, this.#settings), part.to);
    if (outcome.outcome !== 'accepted') return outcome;
    return { ...outcome, carrierMessageId: idOfSubmit(outcome.carrierMessageId, this.#settings.messageIds) };
  }

  isBound(): boolean {
    return this.takesNow() && this.#connections.every((connection) => connection.link() !== null);
  }

  takesNow(recipient?: string): boolean {
    return this.#openLink() !== null && (recipient === undefined || this.#health.isOpenTo(recipient));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#queue.empty('we are closing');
    await within(this.#timing, LAST_RESPONSES_MS, this.#queue.idle());
    await Promise.all(this.#connections.map(async (connection) => await connection.close()));
  }

  /** The link that may be submitted on now; null: there is none, or its carrier rests. */
  #openLink(): SmppLink | null {
    return this.#isClosing || !this.#health.isOpen() ? null : this.#sendingLink();
  }

  /** The first connection is the one that may submit (SMPP 3.4 §2.2.1). */
  #sendingLink(): SmppLink | null {
    return this.#connections[0]?.link() ?? null;
  }

  /** It begins to rest, or works again. */
  #rests(state: 'bound' | 'unbound', why: string): void {
    if (state === 'unbound') this.#tell('unbound', `it takes nothing: ${why}`);
    else if (this.isBound()) this.#tell('bound', why);
  }

  #tell(state: 'bound' | 'unbound', why: string): void {
    if (this.#told === state || this.#isClosing) return;
    this.#told = state;
    this.#listener.changed(this.#settings.name, state, why);
  }

  /** Gives the status by which the carrier knows that it is kept, or that it has to be repeated. */
  async #deliver(message: ShortMessage, link: string): Promise<{ status: number; answered?: () => Promise<void> }> {
    const { name } = this.#settings;
    try {
      const delivery = readDelivery(message, this.#settings);
      switch (delivery.kind) {
        case 'receipt':
          await this.#listener.receipt(name, delivery.receipt);
          break;
        case 'received': {
          const mark = { fingerprint: fingerprintOf(message), link };
          await this.#listener.received(name, delivery.part, mark);
          return { status: STATUS.ESME_ROK, answered: async () => await this.#listener.answered(name, mark) };
        }
        case 'unreadable':
          // Without its text, and answered as taken: repeated, it would be no better.
          this.#log.error({ bind: name, why: delivery.why }, 'what a carrier delivered cannot be read');
      }
      return { status: STATUS.ESME_ROK };
    } catch (error) {
      this.#log.error({ err: error, bind: name }, 'what a carrier delivered could not be kept; it is to repeat it');
      return { status: STATUS.ESME_RX_T_APPN };
    }
  }
}

function commandsOf(mode: BindSettings['mode']): BindCommand[] {
  return mode === 'transceiver' ? ['bind_transceiver'] : ['bind_transmitter', 'bind_receiver'];
}

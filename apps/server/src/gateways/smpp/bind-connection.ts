import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  type BindCommand,
  createLink,
  type MessageRequest,
  plainResponse,
  type SmppLink,
  type SmppRequest,
  STATUS,
  statusName,
  type Timing,
} from '@farline/smpp';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { BindSettings } from './bind.ts';

const CONNECT_MS = 10_000;
const RESPONSE_MS = 30_000;
const ENQUIRE_EVERY_MS = 30_000;
const GOODBYE_MS = 1000;
const LAST_DELIVERIES_MS = 5000;
const SHORTEST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** A connection that lasted this long, or on which a message went, failed for a new reason. */
const SETTLED_MS = 10_000;
/** Deliveries that wait for our database at once; of more, the carrier is told to repeat them. */
const MOST_DELIVERIES = 500;

export type ConnectionOptions = {
  settings: BindSettings;
  /** As what it binds. */
  as: BindCommand;
  timing: Timing;
  /** From 0 to 1. */
  random: () => number;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Gives the status that the carrier is answered with, and what is done once it has heard that. `link`: another one for each connection. */
  deliver(request: MessageRequest, link: string): Promise<{ status: number; answered?: () => Promise<void> }>;
  bound(): void;
  /** After each connection that ended, and each attempt that failed. */
  failed(why: string): void;
};

/** One connection to a carrier's message centre, bound again after each failure, with growing pauses of a minute at most. */
export class BindConnection {
  readonly #options: ConnectionOptions;
  readonly #about: { bind: string; as: BindCommand };
  readonly #delivering = new Set<Promise<void>>();
  readonly #noting = new Set<Promise<void>>();
  #socket: Socket | null = null;
  #link: SmppLink | null = null;
  readonly #names = new WeakMap<SmppLink, string>();
  #isBound = false;
  #isClosing = false;
  #failedAttempts = 0;
  #cancelTimer = () => {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#about = { bind: options.settings.name, as: options.as };
    this.#open();
  }

  /** The link while it is bound; else null. */
  link(): SmppLink | null {
    return this.#isBound ? this.#link : null;
  }

  /** A message went on it: whatever ends it now is tried again soon. */
  works(): void {
    this.#failedAttempts = 0;
  }

  async close(): Promise<void> {
    const { timing } = this.#options;
    this.#isClosing = true;
    this.#cancelTimer();
    const open = this.link();
    this.#isBound = false;
    if (open === null) return void this.#socket?.destroy();
    await within(timing, LAST_DELIVERIES_MS, Promise.allSettled(this.#delivering));
    await within(timing, GOODBYE_MS, open.request({ command: 'unbind' }));
    open.close('closed by us');
    await within(timing, LAST_DELIVERIES_MS, Promise.allSettled(this.#noting));
  }

  #open(): void {
    const { settings, timing } = this.#options;
    let isOver = false;
    const over = (why: string) => {
      if (isOver) return;
      isOver = true;
      this.#end(why);
    };
    const socket = connectTo(settings);
    this.#socket = socket;
    this.#cancelTimer = timing.after(CONNECT_MS, () => socket.destroy(new Error('no connection in time')));
    socket.on('error', (error) => over(error.message));
    socket.on('close', () => over('the connection was closed'));
    socket.once(settings.tls === 'none' ? 'connect' : 'secureConnect', () => {
      this.#cancelTimer();
      const link = this.#linkOn(socket, over);
      this.#link = link;
      this.#bindOn(link).catch((error: unknown) => link.close(String(error)));
    });
  }

  #linkOn(socket: Socket, onClosed: (why: string) => void): SmppLink {
    const { timing, log } = this.#options;
    const link: SmppLink = createLink({
      socket,
      timing,
      responseMs: RESPONSE_MS,
      enquireEveryMs: ENQUIRE_EVERY_MS,
      onClosed,
      onRequest: (sequence, request) => this.#take(link, sequence, request),
      onUnreadable: ({ sequence, command, status, why }) => {
        const isDelivery = command === 'deliver_sm' || command === 'data_sm';
        log.error({ ...this.#about, command, why }, 'a carrier sent what cannot be read; what it delivers so is lost');
        // Repeated, it would be no better.
        link.respond(sequence, plainResponse(command, isDelivery ? STATUS.ESME_ROK : status));
      },
    });
    this.#names.set(link, newId());
    return link;
  }

  async #bindOn(link: SmppLink): Promise<void> {
    const { settings, as, timing, log } = this.#options;
    const { systemId, password, systemType, version } = settings;
    const interfaceVersion = version === '5.0' ? 0x50 : 0x34;
    const response = await link.request({ command: as, systemId, password, systemType, interfaceVersion });
    if (response === null || !link.isOpen || this.#isClosing) return;
    if (response.status !== STATUS.ESME_ROK) return link.close(`the bind was refused: ${statusName(response.status)}`);
    this.#isBound = true;
    this.#cancelTimer = timing.after(SETTLED_MS, () => this.works());
    log.info(this.#about, 'bound to a carrier');
    this.#options.bound();
  }

  #end(why: string): void {
    const { timing, log, random } = this.#options;
    this.#cancelTimer();
    this.#isBound = false;
    this.#link = null;
    if (this.#isClosing) return;
    if (this.#failedAttempts === 0) log.warn({ ...this.#about, why }, 'the line to a carrier failed');
    this.#options.failed(why);
    this.#cancelTimer = timing.after(retryDelayMs(this.#failedAttempts++, random()), () => this.#open());
  }

  #take(link: SmppLink, sequence: number, request: SmppRequest): void {
    switch (request.command) {
      case 'deliver_sm':
      case 'data_sm': {
        const delivered = this.#deliver(link, sequence, request).finally(() => this.#delivering.delete(delivered));
        this.#delivering.add(delivered);
        return;
      }
      case 'unbind':
        link.respond(sequence, plainResponse('unbind', STATUS.ESME_ROK));
        return link.close('the carrier unbound us');
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
      case 'submit_sm':
      case 'enquire_link':
        link.respond(sequence, plainResponse(request.command, STATUS.ESME_RINVBNDSTS));
    }
  }

  async #deliver(link: SmppLink, sequence: number, request: MessageRequest): Promise<void> {
    const hasRoom = this.#delivering.size < MOST_DELIVERIES && !this.#isClosing;
    const { status, answered } = hasRoom
      ? await this.#options.deliver(request, this.#names.get(link) ?? newId())
      : { status: STATUS.ESME_RX_T_APPN };
    this.works();
    link.respond(sequence, plainResponse(request.command, status), answered && (() => this.#note(answered)));
  }

  #note(answered: () => Promise<void>): void {
    const noted = answered().finally(() => this.#noting.delete(noted));
    this.#noting.add(noted);
  }
}

function connectTo({ host, port, tls, ca }: BindSettings): Socket {
  if (tls === 'none') return connect({ host, port });
  return connectTls({
    host,
    port,
    minVersion: 'TLSv1.2',
    ...(ca === null ? {} : { ca }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
}

/** How long to wait before the next attempt: doubling, bounded, and spread so that servers do not come in step. */
function retryDelayMs(failedAttempts: number, random: number): number {
  const longest = Math.min(LONGEST_RETRY_MS, SHORTEST_RETRY_MS * 2 ** Math.min(failedAttempts, 10));
  return Math.round(longest * (0.5 + random / 2));
}

/** Waits for the work, but no longer than that. */
export async function within(timing: Timing, limitMs: number, work: Promise<unknown>): Promise<void> {
  let cancel = () => {};
  const limit = new Promise<void>((resolve) => {
    cancel = timing.after(limitMs, resolve);
  });
  await Promise.race([work, limit]);
  cancel();
}

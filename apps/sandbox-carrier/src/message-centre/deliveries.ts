import { type ShortMessage, type SmppLink, STATUS, type Timing } from '@farline/smpp';

const WINDOW = 50;
const MOST_WAITING = 50_000;
const MOST_TRIES = 60;
const AGAIN_AFTER_MS = 1000;

type Waiting = { message: ShortMessage; tries: number; taken: () => void };

/**
 * What goes out to whoever is bound: in order, to each in turn, and again until it is taken. What was on the way when a link ended
 * goes out again, so it may come twice.
 */
export class Deliveries {
  readonly #links = new Set<SmppLink>();
  readonly #timing: Timing;
  readonly #log: (sentence: string) => void;
  #waiting: Waiting[] = [];
  #isClosed = false;

  constructor(parts: { timing: Timing; log: (sentence: string) => void }) {
    this.#timing = parts.timing;
    this.#log = parts.log;
  }

  /** Sends it now or once somebody is bound. `taken` is told when it was answered with ESME_ROK. */
  send(message: ShortMessage, taken: () => void = () => {}): void {
    if (this.#waiting.length >= MOST_WAITING) return this.#log('a delivery was dropped: too many wait');
    this.#waiting.push({ message, tries: 0, taken });
    this.#pump();
  }

  bound(link: SmppLink): void {
    this.#links.add(link);
    this.#pump();
  }

  unbound(link: SmppLink): void {
    this.#links.delete(link);
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
  }

  /** What waits for somebody to be bound, or for its next attempt in a link's window. */
  get waiting(): number {
    return this.#waiting.length;
  }

  #pump(): void {
    while (this.#waiting.length > 0) {
      const link = this.#nextLink();
      if (link === null) return;
      const next = this.#waiting.shift();
      if (next !== undefined) void this.#sendOn(link, next);
    }
  }

  /** The next in turn that has room; it goes to the end of the row. */
  #nextLink(): SmppLink | null {
    for (const link of this.#links) {
      if (!link.isOpen || link.outstanding >= WINDOW) continue;
      this.#links.delete(link);
      this.#links.add(link);
      return link;
    }
    return null;
  }

  async #sendOn(link: SmppLink, entry: Waiting): Promise<void> {
    const response = await link.request({ command: 'deliver_sm', message: entry.message });
    if (response?.status === STATUS.ESME_ROK) entry.taken();
    else this.#again(entry, response === null);
    this.#pump();
  }

  #again(entry: Waiting, isLost: boolean): void {
    if (this.#isClosed) return;
    if (isLost) return void this.#waiting.unshift(entry);
    entry.tries += 1;
    if (entry.tries >= MOST_TRIES) return this.#log('a delivery was given up: it was refused again and again');
    this.#timing.after(AGAIN_AFTER_MS, () => {
      if (this.#isClosed) return;
      this.#waiting.push(entry);
      this.#pump();
    });
  }
}

import { DigitReceiver } from './dtmf.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** Where no key came for so long in the way that counted, the other way counts: it may have changed with who is there. */
const WAY_COUNTS_MS = 5_000;

/** The keys that the far side presses. Whoever says each twice, in the sound and by INFO, is heard in the way that came first. */
export class FarSideKeys {
  readonly #listeners = new Set<(digit: string) => void>();
  readonly #events = new DigitReceiver();
  #isPressCounted = false;
  #last: { way: 'sound' | 'info'; atMs: number } | null = null;

  /** Tells each key, once. Returns what ends the telling. */
  listen(listener: (digit: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes a packet of an event (RFC 4733). Whether it is of a press that counts. */
  takeEvent(packet: RtpPacket): boolean {
    const digit = this.#events.accept(packet);
    if (digit !== null) this.#isPressCounted = this.take('sound', digit);
    return this.#isPressCounted;
  }

  /** Whether it counts: false where keys come in the other way. */
  take(way: 'sound' | 'info', digit: string, atMs = performance.now()): boolean {
    if (this.#last !== null && this.#last.way !== way && atMs - this.#last.atMs < WAY_COUNTS_MS) return false;
    this.#last = { way, atMs };
    for (const listener of this.#listeners) listener(digit);
    return true;
  }
}

/** The key in an INFO, as telephones say it whose sound has no events (RFC 4733); null: there is none. */
export function keyOfInfo({ contentType, body }: { contentType: string; body: string }): string | null {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/dtmf') return named(/^\s*(1[01]|[0-9A-D*#])\s*$/i.exec(body)?.[1]);
  if (type !== 'application/dtmf-relay') return null;
  return named(/^[ \t]*signal[ \t]*=[ \t]*(1[01]|[0-9A-D*#])[ \t]*$/im.exec(body)?.[1]);
}

/** Some say * and # as the numbers that they have in the sound (RFC 4733 §3.2). */
const named = (key: string | undefined): string | null =>
  key === '10' ? '*' : key === '11' ? '#' : (key?.toUpperCase() ?? null);

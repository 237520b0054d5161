import type { PaymentAtProvider } from '@farline/contracts';

/** Draws whole numbers from 0 to below `end`; the same ones for the same seed (mulberry32). */
export type Draw = (end: number) => number;

export function drawing(seed: number): Draw {
  let state = seed | 0;
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

/**
 * A payment at a provider to whom anything may happen next: it is paid, late or after a failure; given back, by itself or
 * because it was asked for; disputed, and decided. Everything that it ever said may be told at any time, and again.
 */
export class RandomPayment {
  readonly said: PaymentAtProvider[];
  #now: PaymentAtProvider;
  readonly #draw: Draw;
  #names = 0;

  constructor(reference: string, amountCents: number, draw: Draw) {
    this.#draw = draw;
    this.#now = {
      providerId: `pay_${reference}`,
      reference,
      state: 'open',
      amountCents,
      currency: 'USD',
      card: null,
      cardFingerprint: null,
      decline: null,
      method: null,
      refunds: [],
      disputes: [],
      pageUrl: '',
    };
    this.said = [this.#now];
  }

  /** Something that it said once: often the newest, sometimes long ago. */
  tell(): PaymentAtProvider {
    const back = this.#draw(3) === 0 ? this.#draw(this.said.length) : 0;
    return this.said[this.said.length - 1 - back] ?? this.#now;
  }

  /** Something happens to it. */
  step(): void {
    const now = this.#now;
    switch (now.state) {
      case 'open':
        return this.#say({ state: this.#one('processing', 'succeeded', 'succeeded', 'failed', 'cancelled') });
      case 'processing':
        return this.#say({ state: this.#one('succeeded', 'succeeded', 'failed') });
      case 'failed':
      case 'cancelled':
        return this.#draw(4) === 0 ? this.#say({ state: 'succeeded' }) : undefined;
      case 'succeeded':
        return this.#draw(2) === 0 ? this.#giveOrTakeBack() : this.#decide();
    }
  }

  /** Takes a refund that was asked for; false when it is more than is left. */
  refund(reference: string | null, amountCents: number): boolean {
    if (this.#now.state !== 'succeeded' || amountCents > this.#left()) return false;
    const refund = { providerId: `refund_${++this.#names}`, reference, amountCents, state: 'pending' } as const;
    this.#say({ refunds: [...this.#now.refunds, refund] });
    return true;
  }

  #giveOrTakeBack(): void {
    const left = this.#left();
    if (left === 0) return;
    if (this.#draw(3) > 0) {
      this.refund(null, 1 + this.#draw(left));
      return;
    }
    const dispute = { providerId: `dispute_${++this.#names}`, amountCents: left, state: 'open' } as const;
    this.#say({ disputes: [...this.#now.disputes, dispute] });
  }

  #decide(): void {
    const { refunds, disputes } = this.#now;
    const refund = refunds.find((one) => one.state === 'pending');
    const dispute = disputes.find((one) => one.state === 'open');
    if (refund !== undefined) {
      const state = this.#one('succeeded', 'succeeded', 'failed');
      this.#say({ refunds: refunds.map((one) => (one === refund ? { ...one, state } : one)) });
    } else if (dispute !== undefined) {
      const state = this.#one('won', 'lost');
      this.#say({ disputes: disputes.map((one) => (one === dispute ? { ...one, state } : one)) });
    }
  }

  #left(): number {
    const { amountCents, refunds, disputes } = this.#now;
    const given = refunds.reduce((sum, one) => sum + (one.state === 'failed' ? 0 : one.amountCents), 0);
    const taken = disputes.reduce((sum, one) => sum + (one.state === 'won' ? 0 : one.amountCents), 0);
    return amountCents - given - taken;
  }

  #say(more: Partial<PaymentAtProvider>): void {
    this.#now = { ...this.#now, ...more };
    this.said.push(this.#now);
  }

  #one<T>(...of: [T, ...T[]]): T {
    return of[this.#draw(of.length)] ?? of[0];
  }
}

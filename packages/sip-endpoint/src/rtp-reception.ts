import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

/** What one side has heard of the other (RFC 3550 §6.4.1). `lost` never falls below zero. */
export interface Reception {
  received: number;
  lost: number;
  jitterMs: number;
}

const TICKS_A_MS = 8;
/** A step of this many numbers is another stream, not loss (RFC 3550 appendix A.1). */
const MAX_DROPOUT = 3000;

/** Counts packets, losses and jitter of one incoming stream, over any change of its source. */
export class ReceptionCounter {
  #source: { ssrc: number; first: number; highest: number; received: number } | null = null;
  #earlier = { expected: 0, received: 0 };
  #transit: number | null = null;
  #jitterTicks = 0;

  /** Counts one packet. `arrivedMs` is any steady clock; `isAudio` leaves key presses, whose clock stands, out of jitter. */
  count(packet: RtpPacket, arrival: { arrivedMs: number; isAudio: boolean }): void {
    const step = this.#source ? sequenceDistance(this.#source.highest & 0xffff, packet.sequence) : 0;
    if (!this.#source || this.#source.ssrc !== packet.ssrc || Math.abs(step) > MAX_DROPOUT) {
      this.#earlier = this.#totals();
      this.#source = { ssrc: packet.ssrc, first: packet.sequence, highest: packet.sequence, received: 0 };
      this.#transit = null;
    } else if (step > 0) {
      this.#source.highest += step;
    }
    this.#source.received += 1;
    if (arrival.isAudio) this.#countJitter(packet.timestamp, arrival.arrivedMs);
  }

  #countJitter(timestamp: number, arrivedMs: number): void {
    const transit = arrivedMs * TICKS_A_MS - timestamp;
    // A jump of more than a second is a new clock, not jitter.
    if (this.#transit !== null && Math.abs(transit - this.#transit) < 1000 * TICKS_A_MS) {
      this.#jitterTicks += (Math.abs(transit - this.#transit) - this.#jitterTicks) / 16;
    }
    this.#transit = transit;
  }

  #totals(): { expected: number; received: number } {
    const source = this.#source;
    if (!source) return this.#earlier;
    return {
      expected: this.#earlier.expected + source.highest - source.first + 1,
      received: this.#earlier.received + source.received,
    };
  }

  /** The counts so far. */
  get reception(): Reception {
    const { expected, received } = this.#totals();
    return { received, lost: Math.max(0, expected - received), jitterMs: this.#jitterTicks / TICKS_A_MS };
  }

  /** What an RTCP report says of the stream now; null before its first packet. */
  get report(): { ssrc: number; highest: number; expected: number; received: number; jitterTicks: number } | null {
    if (!this.#source) return null;
    return {
      ssrc: this.#source.ssrc,
      highest: this.#source.highest,
      ...this.#totals(),
      jitterTicks: Math.round(this.#jitterTicks),
    };
  }
}

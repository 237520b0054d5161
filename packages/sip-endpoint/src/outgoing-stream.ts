import { randomBytes } from 'node:crypto';
import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

const SAMPLES_A_SLOT = 160;

/** What goes into a packet; its numbers are the stream's business. */
export interface Content {
  payloadType: number;
  payload: Uint8Array;
}

/**
 * Numbers the packets that a leg sends: one source, a sequence without holes of our own making, and timestamps that
 * follow the clock, over silence and over every change between speech, echo and key presses (RFC 3550 §5.1).
 */
export class OutgoingStream {
  readonly ssrc = randomBytes(4).readUInt32BE();
  packets = 0;
  octets = 0;
  #sequence = randomBytes(2).readUInt16BE();
  #base = randomBytes(4).readUInt32BE();
  #highestTimestamp: number | null = null;
  #lastSlot: number | null = null;
  #pressTimestamp = 0;
  #echo: { ssrc: number; lastSequence: number; sequenceStep: number; timestampStep: number } | null = null;
  #lastEchoed: { ssrc: number; from: number; to: number } | null = null;

  /** The next packet of sound made here; the first after a pause carries the marker (RFC 3551 §4.1). */
  sound(slot: number, content: Content): RtpPacket {
    const marker = this.#lastSlot === null || slot - this.#lastSlot > 1;
    return this.#number(slot, content, { marker, timestamp: this.#timestampAt(slot) });
  }

  /** The next packet of a key press: all of one press bear the timestamp of its start (RFC 4733 §2.2). */
  press(slot: number, content: Content, position: 'first' | 'later'): RtpPacket {
    if (position === 'first') this.#pressTimestamp = this.#timestampAt(slot);
    return this.#number(slot, content, { marker: position === 'first', timestamp: this.#pressTimestamp });
  }

  /**
   * The packet that answers an incoming one: holes and order of the incoming stream are kept, so that its loss shows. A
   * key press keeps its one timestamp even where something else was sent in its midst: another would be another press.
   */
  echoed(slot: number, incoming: RtpPacket, content: Content): RtpPacket {
    const last = this.#lastEchoed;
    if (this.#echo === null && last?.ssrc === incoming.ssrc && last.from === incoming.timestamp) {
      return this.#number(slot, content, { marker: false, timestamp: last.to });
    }
    const echo = this.#echo;
    const isContinued =
      echo?.ssrc === incoming.ssrc && Math.abs(sequenceDistance(echo.lastSequence, incoming.sequence)) < 1000;
    const steps = isContinued ? echo : this.#startEcho(slot, incoming);
    steps.lastSequence = incoming.sequence;

    const sequence = (incoming.sequence + steps.sequenceStep) & 0xffff;
    const timestamp = (incoming.timestamp + steps.timestampStep) >>> 0;
    if (sequenceDistance(this.#sequence, sequence) > 0) this.#sequence = sequence;
    this.#lastEchoed = { ssrc: incoming.ssrc, from: incoming.timestamp, to: timestamp };
    this.#sent(slot, timestamp, content);
    return { ...content, marker: incoming.marker || !isContinued, sequence, timestamp, ssrc: this.ssrc };
  }

  #startEcho(slot: number, incoming: RtpPacket) {
    this.#echo = {
      ssrc: incoming.ssrc,
      lastSequence: incoming.sequence,
      sequenceStep: this.#sequence + 1 - incoming.sequence,
      timestampStep: this.#timestampAt(slot) - incoming.timestamp,
    };
    return this.#echo;
  }

  #number(slot: number, content: Content, head: { marker: boolean; timestamp: number }): RtpPacket {
    this.#echo = null;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#sent(slot, head.timestamp, content);
    return { ...content, ...head, sequence: this.#sequence, ssrc: this.ssrc };
  }

  #sent(slot: number, timestamp: number, content: Content): void {
    this.packets += 1;
    this.octets += content.payload.length;
    this.#lastSlot = slot;
    if (this.#highestTimestamp === null || isLater(timestamp, this.#highestTimestamp))
      this.#highestTimestamp = timestamp;
  }

  /** The timestamp that belongs to a slot; always later than all before, though an echoed clock may run fast. */
  #timestampAt(slot: number): number {
    const timestamp = (this.#base + slot * SAMPLES_A_SLOT) >>> 0;
    if (this.#highestTimestamp === null || isLater(timestamp, this.#highestTimestamp)) return timestamp;
    const next = (this.#highestTimestamp + SAMPLES_A_SLOT) >>> 0;
    this.#base = (next - slot * SAMPLES_A_SLOT) >>> 0;
    return next;
  }

  /** The timestamp that belongs to this instant, as a sender report tells it. */
  timestampNow(slot: number): number {
    return (this.#base + slot * SAMPLES_A_SLOT) >>> 0;
  }
}

const isLater = (timestamp: number, than: number) => ((timestamp - than) | 0) > 0;

import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

/** One step of a key press on its way (RFC 4733 §2.3). `duration` counts samples at 8 kHz from the press. */
export interface TelephoneEvent {
  digit: string;
  isEnd: boolean;
  duration: number;
}

const DIGITS = '0123456789*#ABCD';
const VOLUME = 10;

/** Whether every character is a key of a telephone. */
export const areDigits = (text: string) => [...text].every((digit) => DIGITS.includes(digit));

/** The event in a packet's payload; null for events that are no key. */
export function readTelephoneEvent(payload: Uint8Array): TelephoneEvent | null {
  const digit = DIGITS[payload[0] ?? 255];
  if (payload.length < 4 || digit === undefined) return null;
  return { digit, isEnd: ((payload[1] ?? 0) & 0x80) !== 0, duration: ((payload[2] ?? 0) << 8) | (payload[3] ?? 0) };
}

/** The payload of an event. */
export function writeTelephoneEvent(event: TelephoneEvent): Uint8Array {
  return Uint8Array.of(
    DIGITS.indexOf(event.digit),
    (event.isEnd ? 0x80 : 0) | VOLUME,
    (event.duration >> 8) & 0xff,
    event.duration & 0xff,
  );
}

/** Packets so near each other may be of one press: its end is told three times, so that those of the next are further away. */
const NEAR_PACKETS = 3;

/**
 * Turns event packets into key presses. A press has one timestamp and many packets, of which any may be lost, late or
 * doubled: it is told once, with its first packet that arrives (RFC 4733 §2.5.2.2). A key that is held for longer than a duration can
 * say goes on with another timestamp (§2.5.1.3), and some gateways change it with every packet: so does what goes on without an end.
 */
export class DigitReceiver {
  /** The latest few presses: late packets of the one before must not sound like another press. */
  readonly #seen: number[] = [];
  #last: { event: TelephoneEvent; packet: RtpPacket } | null = null;

  /** The digit, where this packet is the first of its press; else null. */
  accept(packet: RtpPacket): string | null {
    const event = readTelephoneEvent(packet.payload);
    if (!event) return null;
    const isKnown = this.#seen.includes(packet.timestamp);
    const isOfPress = isKnown || this.#goesOn(event, packet);
    if (!isKnown) this.#seen.push(packet.timestamp);
    if (this.#seen.length > 8) this.#seen.shift();
    if (this.#isLatest(packet)) this.#last = { event, packet };
    return isOfPress ? null : event.digit;
  }

  /** Whether it is of the same press as the last packet, though its timestamp is another. */
  #goesOn(event: TelephoneEvent, packet: RtpPacket): boolean {
    const last = this.#last;
    if (last === null || last.event.digit !== event.digit || last.packet.ssrc !== packet.ssrc) return false;
    const ahead = sequenceDistance(last.packet.sequence, packet.sequence);
    if (Math.abs(ahead) > NEAR_PACKETS) return false;
    return ahead < 0 || (!packet.marker && (event.isEnd || !last.event.isEnd));
  }

  #isLatest(packet: RtpPacket): boolean {
    const last = this.#last?.packet;
    return last?.ssrc !== packet.ssrc || sequenceDistance(last.sequence, packet.sequence) > 0;
  }
}

const SAMPLES_A_SLOT = 160;
const PRESS_SLOTS = 5;
const END_REPEATS = 3;
const PAUSE_SLOTS = 3;

/**
 * What to send in each slot of 20 ms to press these keys: 100 ms a press, its end told three times (RFC 4733 §2.5.1.4),
 * then 60 ms of pause, which are slots without an event.
 */
export function keySlots(digits: string): TelephoneEvent[][] {
  return [...digits].flatMap((digit) => [
    ...Array.from({ length: PRESS_SLOTS }, (_, i) => [{ digit, isEnd: false, duration: (i + 1) * SAMPLES_A_SLOT }]),
    Array.from({ length: END_REPEATS }, () => ({ digit, isEnd: true, duration: (PRESS_SLOTS + 1) * SAMPLES_A_SLOT })),
    ...Array.from({ length: PAUSE_SLOTS }, () => []),
  ]);
}

/** Whether the event is the first packet of its press, which carries the marker. */
export const startsPress = (event: TelephoneEvent) => event.duration === SAMPLES_A_SLOT;

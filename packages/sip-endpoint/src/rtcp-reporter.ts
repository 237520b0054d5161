import type { OutgoingStream } from './outgoing-stream.ts';
import { type HeardRtcp, middleOfNtp, readRtcp, writeRtcp } from './rtcp.ts';
import type { ReceptionCounter } from './rtp-reception.ts';

/** What a leg has sent and heard so far; `far` is what the other side reports of our sound, null before it reported. */
export interface MediaCounts {
  sent: number;
  received: number;
  lost: number;
  jitterMs: number;
  /** RTCP packets that came, whatever they say. */
  reports: number;
  far: FarReport | null;
}

/** What the far side reports of the sound that we send it. */
export interface FarReport {
  lost: number;
  jitterMs: number;
  roundTripMs: number | null;
}

/** Writes the reports of one leg and reads those of the far side (RFC 3550 §6.4). */
export class RtcpReporter {
  readonly #reception: ReceptionCounter;
  readonly #stream: OutgoingStream;
  readonly #nowMs: () => number;
  #senderReport: { middle: number; heardMs: number } | null = null;
  #before = { expected: 0, received: 0, packets: 0 };
  #farReport: FarReport | null = null;
  #heard = 0;

  constructor(parts: { reception: ReceptionCounter; stream: OutgoingStream; nowMs?: () => number }) {
    this.#reception = parts.reception;
    this.#stream = parts.stream;
    this.#nowMs = parts.nowMs ?? Date.now;
  }

  /** How many reports came, and the last thing the far side said of our sound; null before it did. */
  get reported(): Pick<MediaCounts, 'reports' | 'far'> {
    return { reports: this.#heard, far: this.#farReport };
  }

  /** The report to send now. */
  write(slot: number): Buffer {
    const stream = this.#stream;
    const isSending = stream.packets > this.#before.packets;
    const block = this.#block();
    this.#before.packets = stream.packets;
    return writeRtcp({
      ssrc: stream.ssrc,
      name: 'farline',
      block,
      sender: isSending
        ? {
            wallClockMs: this.#nowMs(),
            timestamp: stream.timestampNow(slot),
            packets: stream.packets,
            octets: stream.octets,
          }
        : null,
    });
  }

  #block() {
    const report = this.#reception.report;
    if (!report) return null;
    const expected = report.expected - this.#before.expected;
    const lost = expected - (report.received - this.#before.received);
    this.#before = { ...this.#before, expected: report.expected, received: report.received };
    return {
      ssrc: report.ssrc,
      fractionLost: expected > 0 && lost > 0 ? Math.min(255, Math.floor((lost * 256) / expected)) : 0,
      lost: Math.max(0, report.expected - report.received),
      highest: report.highest,
      jitterTicks: report.jitterTicks,
      lastSenderReport: this.#senderReport?.middle ?? 0,
      delaySinceLast: this.#senderReport
        ? Math.round(((this.#nowMs() - this.#senderReport.heardMs) / 1000) * 65536)
        : 0,
    };
  }

  /** Takes in a datagram from the far side's RTCP port. */
  read(datagram: Buffer): void {
    const heard: HeardRtcp = readRtcp(datagram);
    this.#heard += 1;
    if (heard.senderReport !== null) this.#senderReport = { middle: heard.senderReport, heardMs: this.#nowMs() };
    const block = heard.blocks.find((each) => each.ssrc === this.#stream.ssrc);
    if (!block) return;
    const trip = middleOfNtp(this.#nowMs()) - block.lastSenderReport - block.delaySinceLast;
    this.#farReport = {
      lost: block.lost,
      jitterMs: block.jitterTicks / 8,
      roundTripMs: block.lastSenderReport === 0 ? null : Math.max(0, (trip / 65536) * 1000),
    };
  }
}

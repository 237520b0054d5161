import type { QualitySample } from '@farline/contracts/call-detail';
import { api } from '../../lib/api/api-client.ts';
import type { CallQuality } from './line/call-quality.ts';

const SEND_AT = 10;
/** What could not be sent is kept for the next time, up to the most that one request takes. */
const MOST_KEPT = 120;

export interface QualityReporter {
  add(quality: CallQuality): void;
  /** Sends the rest; it may outlive the page. */
  finish(): void;
}

/** Tells the server how the call sounds, ten seconds at a time, for the curve in its details. A lost report changes nothing. */
export function reportQuality(callId: string, answeredAtMs: number, now: () => number = Date.now): QualityReporter {
  let waiting: QualitySample[] = [];

  const send = async (keepalive: boolean): Promise<void> => {
    const samples = waiting.slice(-MOST_KEPT);
    if (samples.length === 0) return;
    waiting = [];
    await api('POST /calls/{id}/quality', { id: callId, body: { samples }, keepalive }).catch(() => {
      waiting = [...samples, ...waiting].slice(-MOST_KEPT);
    });
  };

  return {
    add({ loss, jitterMs, roundTripMs }) {
      const second = Math.max(0, Math.floor((now() - answeredAtMs) / 1000));
      waiting.push({
        second,
        lossPercent: Math.min(100, loss * 100),
        jitterMs,
        roundTripMs: roundTripMs === 0 ? null : roundTripMs,
      });
      if (waiting.length % SEND_AT === 0) void send(false);
    },
    finish: () => void send(true),
  };
}

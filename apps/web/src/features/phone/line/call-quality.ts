/** What one reading of the connection's counters says; all totals since the call began. */
export interface QualitySample {
  atMs: number;
  packetsReceived: number;
  packetsLost: number;
  /** Seconds, as the receiver measures it (RFC 3550 §6.4.1). */
  jitterSeconds: number;
  /** Share of our packets that the other side missed of late, 0 to 1; 0 when it does not report. */
  farLoss: number;
  /** Seconds; 0 when unknown. */
  roundTripSeconds: number;
}

/** 4 very good … 1 poor, 0 nothing arrives. */
export type QualityBars = 0 | 1 | 2 | 3 | 4;

export interface CallQuality {
  bars: QualityBars;
  /** The worse direction's loss, 0 to 1. */
  loss: number;
  jitterMs: number;
  roundTripMs: number;
}

const PLAYOUT_DELAY_MS = 40;

/**
 * Quality of the stretch between two readings, after the E-model (ITU-T G.107) for G.711 with concealment: loss weighs by
 * Bpl 25.1 (G.113 appendix I), delay by its simplified curve.
 */
export function callQuality(before: QualitySample, after: QualitySample): CallQuality {
  const received = after.packetsReceived - before.packetsReceived;
  const missed = Math.max(0, after.packetsLost - before.packetsLost);
  const nearLoss = received + missed === 0 ? 1 : missed / (received + missed);
  const loss = Math.max(nearLoss, after.farLoss);
  const jitterMs = after.jitterSeconds * 1000;
  const roundTripMs = after.roundTripSeconds * 1000;
  return { bars: received === 0 ? 0 : barsOf(rating(loss, jitterMs, roundTripMs)), loss, jitterMs, roundTripMs };
}

function rating(loss: number, jitterMs: number, roundTripMs: number): number {
  const lossPercent = loss * 100;
  const lossImpairment = (95 * lossPercent) / (lossPercent + 25.1);
  const delayMs = roundTripMs / 2 + 2 * jitterMs + PLAYOUT_DELAY_MS;
  const delayImpairment = 0.024 * delayMs + 0.11 * Math.max(0, delayMs - 177.3);
  return 93.2 - lossImpairment - delayImpairment;
}

function barsOf(ratingFactor: number): QualityBars {
  if (ratingFactor >= 82) return 4;
  if (ratingFactor >= 72) return 3;
  return ratingFactor >= 58 ? 2 : 1;
}

/** Reads the counters that the quality is made of; null before anything can be measured. */
export function readSample(report: RTCStatsReport, atMs: number): QualitySample | null {
  let sample: QualitySample | null = null;
  let farLoss = 0;
  let roundTripSeconds = 0;
  for (const entry of report.values()) {
    const stats: unknown = entry;
    if (!isAudioStats(stats)) continue;
    if (stats.type === 'inbound-rtp') {
      sample = {
        atMs,
        packetsReceived: stats.packetsReceived ?? 0,
        packetsLost: stats.packetsLost ?? 0,
        jitterSeconds: stats.jitter ?? 0,
        farLoss: 0,
        roundTripSeconds: 0,
      };
    }
    if (stats.type === 'remote-inbound-rtp') {
      farLoss = stats.fractionLost ?? 0;
      roundTripSeconds = stats.roundTripTime ?? 0;
    }
  }
  return sample === null ? null : { ...sample, farLoss, roundTripSeconds };
}

/** The members of RTCInboundRtpStreamStats and RTCRemoteInboundRtpStreamStats that are read here. */
interface AudioStats {
  type: string;
  kind: 'audio';
  packetsReceived?: number;
  packetsLost?: number;
  jitter?: number;
  fractionLost?: number;
  roundTripTime?: number;
}

function isAudioStats(stats: unknown): stats is AudioStats {
  return typeof stats === 'object' && stats !== null && 'kind' in stats && stats.kind === 'audio' && 'type' in stats;
}

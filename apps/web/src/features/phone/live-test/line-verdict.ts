import type { LineSample } from './line-sample.ts';

/** What was measured over a stretch of a call. */
export interface LineFigures {
  /** Median of the readings; null when none. */
  roundTripMs: number | null;
  /** The worse direction's, in percent. */
  lossPercent: number;
  /** Mean of the readings. */
  jitterMs: number;
  packetsReceived: number;
  /** Whether something was heard in what came back; null when the browser does not tell. */
  isHeard: boolean | null;
}

export type Grade = 'good' | 'fair' | 'poor';
export type Measure = 'roundTrip' | 'loss' | 'jitter';
export type LineVerdict = { is: Grade | 'silent'; because: 'good' | 'silent' | Measure };

/**
 * Where good ends and where fair ends. Round trip: twice the one-way delays of ITU-T G.114 (150 and 400 ms), the far leg
 * left its share. Loss: G.711 with concealment (G.113 appendix I). Jitter: what an ordinary jitter buffer swallows.
 */
const LIMITS: Record<Measure, { good: number; fair: number }> = {
  roundTrip: { good: 200, fair: 500 },
  loss: { good: 1, fair: 3 },
  jitter: { good: 30, fair: 60 },
};

/** Mean square of a whisper after a telephone codec; digital silence and comfort noise stay below. */
const HEARD_POWER = 1e-6;

/** The figures of the stretch between the first and the last sample; null with fewer than two. */
export function figuresOf(samples: readonly LineSample[]): LineFigures | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  const packetsReceived = last.packetsReceived - first.packetsReceived;
  const nearLoss = share(last.packetsLost - first.packetsLost, packetsReceived);
  const farLost = (last.farPacketsLost ?? 0) - (first.farPacketsLost ?? 0);
  const farLoss = share(farLost, last.packetsSent - first.packetsSent - farLost);
  const seconds = (last.atMs - first.atMs) / 1_000;
  const isTold = first.soundEnergy !== null && last.soundEnergy !== null && seconds > 0;
  return {
    roundTripMs: median(samples.flatMap(({ roundTripMs }) => roundTripMs ?? [])),
    lossPercent: 100 * Math.max(nearLoss, farLoss),
    jitterMs: samples.reduce((sum, { jitterMs }) => sum + jitterMs, 0) / samples.length,
    packetsReceived,
    isHeard: isTold ? ((last.soundEnergy ?? 0) - (first.soundEnergy ?? 0)) / seconds > HEARD_POWER : null,
  };
}

/** How one figure stands; null when it was not measured. */
export function gradeOf(measure: Measure, figures: LineFigures): Grade | null {
  const value = valueOf(measure, figures);
  if (value === null || figures.packetsReceived === 0) return null;
  if (value <= LIMITS[measure].good) return 'good';
  return value <= LIMITS[measure].fair ? 'fair' : 'poor';
}

/** The verdict of a whole test: the worst figure decides, and names itself. */
export function judgeLine(figures: LineFigures | null): LineVerdict {
  if (figures === null || figures.packetsReceived === 0) return { is: 'silent', because: 'silent' };
  const order: readonly Measure[] = ['loss', 'jitter', 'roundTrip'];
  for (const grade of ['poor', 'fair'] as const) {
    const because = order.find((measure) => gradeOf(measure, figures) === grade);
    if (because !== undefined) return { is: grade, because };
  }
  return { is: 'good', because: 'good' };
}

/** The value of a measure, in its unit. */
export function valueOf(measure: Measure, figures: LineFigures): number | null {
  switch (measure) {
    case 'roundTrip':
      return figures.roundTripMs;
    case 'loss':
      return figures.lossPercent;
    case 'jitter':
      return figures.jitterMs;
  }
}

function share(lost: number, arrived: number): number {
  const missed = Math.max(0, lost);
  const all = missed + Math.max(0, arrived);
  return all === 0 ? 0 : missed / all;
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

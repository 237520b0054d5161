import type { CallQuality, QualityPoint, QualitySample } from '@farline/contracts';

const MOST_POINTS = 300;
/** What the hearing side keeps back to even out jitter, beside twice the jitter itself. */
const PLAYOUT_MS = 40;

/**
 * The curve of a call from its samples, which stand in order: at most 300 points, each the mean of a stretch of equal
 * length. Null without a sample.
 */
export function qualityCurve(samples: QualitySample[]): CallQuality | null {
  const last = samples.at(-1);
  if (last === undefined) return null;
  const stretchSeconds = Math.ceil((last.second + 1) / MOST_POINTS);
  const stretches = Map.groupBy(samples, (sample) => Math.floor(sample.second / stretchSeconds));
  const points = [...stretches].map(([stretch, within]) => ({ ...meanOf(within), second: stretch * stretchSeconds }));
  const average = meanOf(samples);
  const worstScore = Math.min(...points.map((point) => point.score));
  return { points, average, worstScore, verdict: verdictOf(average.score) };
}

function meanOf(samples: QualitySample[]): Omit<QualityPoint, 'second'> {
  const known = samples.flatMap((sample) => (sample.roundTripMs === null ? [] : [sample.roundTripMs]));
  const mean = {
    lossPercent: rounded(average(samples.map((sample) => sample.lossPercent)), 2),
    jitterMs: rounded(average(samples.map((sample) => sample.jitterMs)), 1),
    roundTripMs: known.length === 0 ? null : rounded(average(known), 1),
  };
  return { ...mean, score: opinionScore(mean) };
}

/**
 * The mean opinion score, 1 to 4.41, after the E-model (ITU-T G.107) for G.711 with concealment: loss weighs by Bpl 25.1
 * (G.113 appendix I), delay by the simplified curve of Cole and Rosenbluth.
 */
export function opinionScore(measured: Omit<QualitySample, 'second'>): number {
  const { lossPercent, jitterMs, roundTripMs } = measured;
  const lossImpairment = (95 * lossPercent) / (lossPercent + 25.1);
  const delayMs = (roundTripMs ?? 0) / 2 + 2 * jitterMs + PLAYOUT_MS;
  const delayImpairment = 0.024 * delayMs + 0.11 * Math.max(0, delayMs - 177.3);
  const rating = Math.min(100, Math.max(0, 93.2 - lossImpairment - delayImpairment));
  const score = 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6;
  return rounded(Math.max(1, score), 2);
}

/** G.109: users are satisfied from a score of 4.03 on, and many are not below 3.1. */
function verdictOf(score: number): CallQuality['verdict'] {
  if (score >= 4.03) return 'good';
  return score >= 3.1 ? 'fair' : 'poor';
}

const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

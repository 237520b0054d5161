/** Zero crossings of the filter on each side: enough for more than 60 dB against aliases. */
const CROSSINGS = 24;
/** The pass band ends here, as a share of the lower rate's half: the rest is the filter's slope. */
const PASS_BAND = 0.92;

/** Gives the samples `from` to `to` of a sound at its new rate. */
export type Resampler = (samples: Int16Array, part: { from: number; to: number }) => Int16Array;

/**
 * The same sound at another sampling rate, by a windowed sinc filter: what the lower rate cannot carry is taken out
 * before, so that it does not come back as another tone.
 */
export function resample(samples: Int16Array, rates: { fromHz: number; toHz: number }): Int16Array {
  if (rates.fromHz === rates.toHz) return samples;
  return createResampler(rates)(samples, { from: 0, to: lengthAt(samples.length, rates) });
}

/** How many samples so many of them are at another rate. */
export const lengthAt = (samples: number, { fromHz, toHz }: { fromHz: number; toHz: number }): number =>
  Math.floor((samples * toHz) / fromHz);

/** The same, a part at a time: a long sound need not be made at once. */
export function createResampler({ fromHz, toHz }: { fromHz: number; toHz: number }): Resampler {
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const step = fromHz / divisor;
  const phases = toHz / divisor;
  const cutoff = PASS_BAND * Math.min(1, toHz / fromHz);
  const reach = Math.ceil(CROSSINGS / cutoff);
  const filters = Array.from({ length: phases }, (_, phase) => filterAt(phase / phases, { cutoff, reach }));

  return (samples, { from, to }) => {
    const resampled = new Int16Array(to - from);
    for (let i = from; i < to; i++) {
      const position = i * step;
      const first = Math.floor(position / phases) - reach;
      const filter = filters[position % phases] ?? [];
      let sum = 0;
      for (let tap = 0; tap < filter.length; tap++) sum += (filter[tap] ?? 0) * (samples[first + tap] ?? 0);
      resampled[i - from] = Math.max(-32768, Math.min(32767, Math.round(sum)));
    }
    return resampled;
  };
}

/** The filter for an output sample that lies `offset` (0 to 1) after an input sample; its taps add up to 1. */
function filterAt(offset: number, shape: { cutoff: number; reach: number }): Float64Array {
  const taps = Float64Array.from({ length: 2 * shape.reach + 1 }, (_, i) => {
    const distance = i - shape.reach - offset;
    return sinc(distance * shape.cutoff) * blackman(distance / (shape.reach + 1));
  });
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / total);
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Blackman's window from −1 to 1. */
const blackman = (x: number) =>
  Math.abs(x) >= 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The loudness of one stretch of samples (-1 to 1) as 0 to 1 of a meter that spans 60 dB below full scale. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const loudness = 10 * Math.log10(sum / samples.length + 1e-9);
  return Math.min(1, Math.max(0, (loudness + 60) / 60));
}

export type LevelWord = 'quiet' | 'low' | 'good' | 'loud';

/** What a person should know of the loudest level of the last seconds. */
export function levelWord(peak: number): LevelWord {
  if (peak < 0.2) return 'quiet';
  if (peak < 0.4) return 'low';
  return peak < 0.93 ? 'good' : 'loud';
}

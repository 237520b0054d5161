/** A tone and its rhythm: what a caller hears while it rings. */
export interface RingingTone {
  frequencies: readonly number[];
  /** Seconds on, off, on, off … repeated. */
  rhythm: readonly number[];
}

const NORTH_AMERICAN: RingingTone = { frequencies: [440, 480], rhythm: [2, 4] };
const BRITISH: RingingTone = { frequencies: [400, 450], rhythm: [0.4, 0.2, 0.4, 2] };
const COMMON: RingingTone = { frequencies: [425], rhythm: [1, 4] };

const BRITISH_COUNTRIES = new Set(['GB', 'IE', 'AU', 'NZ', 'HK', 'SG', 'MY', 'ZA', 'IN', 'GG', 'JE', 'IM']);
const NORTH_AMERICAN_COUNTRIES = new Set(['US', 'CA', 'PR', 'JM', 'BS', 'TT', 'DO', 'BB']);

/** The tone that callers of a country know (ITU-T E.180 supplement 2). */
export function ringingToneOf(countryCode: string | null): RingingTone {
  if (countryCode === null) return COMMON;
  if (BRITISH_COUNTRIES.has(countryCode)) return BRITISH;
  return NORTH_AMERICAN_COUNTRIES.has(countryCode) ? NORTH_AMERICAN : COMMON;
}

const LOUDNESS = 0.06;
const EDGE_SECONDS = 0.02;

/** Plays the tone until the function that it gives is called. */
export function playRingingTone(tone: RingingTone): () => void {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0;
  gain.connect(context.destination);
  for (const frequency of tone.frequencies) {
    const oscillator = context.createOscillator();
    oscillator.frequency.value = frequency;
    oscillator.connect(gain);
    oscillator.start();
  }

  const periodSeconds = tone.rhythm.reduce((sum, part) => sum + part, 0);
  const schedule = (): void => {
    let at = context.currentTime;
    tone.rhythm.forEach((seconds, part) => {
      gain.gain.setTargetAtTime(part % 2 === 0 ? LOUDNESS / tone.frequencies.length : 0, at, EDGE_SECONDS);
      at += seconds;
    });
  };
  schedule();
  const timer = setInterval(schedule, periodSeconds * 1000);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

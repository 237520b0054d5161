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

/** How loud a tone is, 0 to 1, and on which device it is played; null: the system's choice. */
export interface ToneOutput {
  loudness: number;
  deviceId: string | null;
}

/** Plays the tone until the function that it gives is called. */
export function playRingingTone(
  tone: RingingTone,
  { loudness, deviceId }: ToneOutput = { loudness: LOUDNESS, deviceId: null },
): () => void {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0;
  const stopOutput = connectOutput(context, gain, deviceId);
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
      gain.gain.setTargetAtTime(part % 2 === 0 ? loudness / tone.frequencies.length : 0, at, EDGE_SECONDS);
      at += seconds;
    });
  };
  schedule();
  const timer = setInterval(schedule, periodSeconds * 1000);
  // Before the first press on a page browsers keep it silent. A press that answers closes it at once: then nothing is to be woken.
  const wake = (): void => void context.resume().catch(() => undefined);
  document.addEventListener('pointerdown', wake);
  document.addEventListener('keydown', wake);
  return () => {
    clearInterval(timer);
    document.removeEventListener('pointerdown', wake);
    document.removeEventListener('keydown', wake);
    stopOutput();
    void context.close();
  };
}

/** An audio element can play on a device of its own in more browsers than a context can. */
function connectOutput(context: AudioContext, from: AudioNode, deviceId: string | null): () => void {
  const audio = document.createElement('audio');
  if (deviceId === null || !('setSinkId' in audio)) {
    from.connect(context.destination);
    return () => from.disconnect();
  }
  const output = context.createMediaStreamDestination();
  from.connect(output);
  audio.srcObject = output.stream;
  const play = async (): Promise<void> => {
    // A device that is gone leaves it where it is.
    await audio.setSinkId(deviceId).catch((error: unknown) => console.warn('It rings elsewhere', error));
    await audio.play();
  };
  play().catch((error: unknown) => console.warn('The tone is not played', error));
  return () => {
    from.disconnect();
    audio.pause();
    audio.srcObject = null;
  };
}

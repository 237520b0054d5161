import type { Page } from 'playwright-core';

/** What the far side sounds like at this moment. */
export interface FarSound {
  /** The loudest frequency, Hz. */
  frequency: number;
  /** 0 is silence, 1 as loud as can be. */
  level: number;
}

const [SAMPLE_RATE, WINDOW] = [48_000, 8_192];

/** Which of these tones, in hertz, stand out in the page's far audio at this moment. */
export async function tonesHeard(page: Page, tones: number[]): Promise<number[]> {
  const { decibels } = (await analyse(page)) ?? { decibels: [] };
  return tones.filter((hertz) => (decibels[Math.round((hertz * WINDOW) / SAMPLE_RATE)] ?? -Infinity) > -50);
}

/** Listens to the page's far audio for a moment; null: nothing plays there. */
export async function listenToFarSide(page: Page): Promise<FarSound | null> {
  const sound = await analyse(page);
  if (sound === null) return null;
  const { decibels, level } = sound;
  const loudest = decibels.reduce((best, value, bin) => (value > (decibels[best] ?? -Infinity) ? bin : best), 0);
  return { frequency: (loudest * SAMPLE_RATE) / WINDOW, level };
}

/** The strength of each frequency of one window of sound (none where there is no track), by an AnalyserNode. */
async function analyse(page: Page): Promise<{ decibels: number[]; level: number } | null> {
  return await page.evaluate(
    async ([sampleRate, window]) => {
      const audio = document.querySelector<HTMLAudioElement>('audio[data-testid="far-audio"]');
      if (!(audio?.srcObject instanceof MediaStream)) return null;
      // While a call is held nothing comes in, and the browser takes the track out of the stream.
      if (audio.srcObject.getAudioTracks().length === 0) return { decibels: [], level: 0 };
      const context = new AudioContext({ sampleRate });
      const analyser = context.createAnalyser();
      analyser.fftSize = window;
      analyser.smoothingTimeConstant = 0;
      context.createMediaStreamSource(audio.srcObject).connect(analyser);
      // One full window of samples must pass before it is read.
      await new Promise((heard) => setTimeout(heard, 400));
      const decibels = new Float32Array(analyser.frequencyBinCount);
      analyser.getFloatFrequencyData(decibels);
      const wave = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(wave);
      await context.close();
      const level = Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length);
      return { decibels: [...decibels], level };
    },
    [SAMPLE_RATE, WINDOW] as const,
  );
}

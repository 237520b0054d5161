import type { Page } from 'playwright-core';

/** What the far side sounds like at this moment. */
export interface FarSound {
  /** The loudest frequency, Hz. */
  frequency: number;
  /** 0 is silence, 1 as loud as can be. */
  level: number;
}

/** Which of these tones, in hertz, stand out in the page's far audio at this moment. */
export async function tonesHeard(page: Page, tones: number[]): Promise<number[]> {
  return await page.evaluate(async (wanted) => {
    const audio = document.querySelector<HTMLAudioElement>('audio[data-testid="far-audio"]');
    if (!(audio?.srcObject instanceof MediaStream) || audio.srcObject.getAudioTracks().length === 0) return [];
    const context = new AudioContext({ sampleRate: 48_000 });
    const analyser = context.createAnalyser();
    analyser.fftSize = 8_192;
    analyser.smoothingTimeConstant = 0;
    context.createMediaStreamSource(audio.srcObject).connect(analyser);
    // One full window of samples must pass before it is read.
    await new Promise((heard) => setTimeout(heard, 400));
    const decibels = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(decibels);
    await context.close();
    return wanted.filter((hertz) => (decibels[Math.round((hertz * 8_192) / 48_000)] ?? -Infinity) > -50);
  }, tones);
}

/** Listens to the page's far audio for a moment, with an AnalyserNode on its stream. */
export async function listenToFarSide(page: Page): Promise<FarSound | null> {
  return await page.evaluate(async () => {
    const audio = document.querySelector<HTMLAudioElement>('audio[data-testid="far-audio"]');
    if (!(audio?.srcObject instanceof MediaStream)) return null;
    // While a call is held nothing comes in, and the browser takes the track out of the stream.
    if (audio.srcObject.getAudioTracks().length === 0) return { frequency: 0, level: 0 };
    const context = new AudioContext({ sampleRate: 48_000 });
    const analyser = context.createAnalyser();
    analyser.fftSize = 8_192;
    analyser.smoothingTimeConstant = 0;
    context.createMediaStreamSource(audio.srcObject).connect(analyser);
    // One full window of samples must pass before it is read.
    await new Promise((heard) => setTimeout(heard, 400));
    const spectrum = new Uint8Array(analyser.frequencyBinCount);
    analyser.getByteFrequencyData(spectrum);
    const wave = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(wave);
    await context.close();
    const loudest = spectrum.reduce((best, value, bin) => (value > (spectrum[best] ?? 0) ? bin : best), 0);
    const level = Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length);
    return { frequency: (loudest * 48_000) / 8_192, level };
  });
}

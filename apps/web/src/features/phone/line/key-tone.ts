import { REDUCED_MOTION } from '../../../lib/page/use-media-query.ts';

/** Rows and columns of the keypad (ITU-T Q.23). */
const TONES: Record<string, readonly [number, number]> = {
  '1': [697, 1209],
  '2': [697, 1336],
  '3': [697, 1477],
  '4': [770, 1209],
  '5': [770, 1336],
  '6': [770, 1477],
  '7': [852, 1209],
  '8': [852, 1336],
  '9': [852, 1477],
  '*': [941, 1209],
  '0': [941, 1336],
  '#': [941, 1477],
};
const SECONDS = 0.09;

let context: AudioContext | undefined;

/** A short, quiet key tone, here only; nothing for readers who asked for less. */
export function playKeyTone(key: string): void {
  const tones = TONES[key];
  if (tones === undefined || matchMedia(REDUCED_MOTION).matches) return;
  context ??= new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0.03;
  gain.gain.setTargetAtTime(0, context.currentTime + SECONDS * 0.7, 0.015);
  gain.connect(context.destination);
  for (const frequency of tones) {
    const oscillator = context.createOscillator();
    oscillator.frequency.value = frequency;
    oscillator.connect(gain);
    oscillator.start();
    oscillator.stop(context.currentTime + SECONDS);
  }
}

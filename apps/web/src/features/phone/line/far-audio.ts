/**
 * The element that plays the far side. It lives outside of the pages, so that no navigation and no sign-out can silence a
 * call.
 */
export function farAudio(): HTMLAudioElement {
  const existing = document.querySelector<HTMLAudioElement>('audio[data-testid="far-audio"]');
  if (existing !== null) return existing;
  const audio = document.createElement('audio');
  audio.dataset['testid'] = 'far-audio';
  audio.autoplay = true;
  document.body.append(audio);
  return audio;
}

/** Plays a far side's stream at the chosen volume on the chosen device. */
export async function playFarAudio(
  stream: MediaStream,
  output: { volume: number; speakerId: string | null },
): Promise<void> {
  const audio = farAudio();
  audio.srcObject = stream;
  audio.volume = output.volume;
  await chooseSpeaker(output.speakerId);
  await audio.play().catch((error: unknown) => console.warn('The far side is not played yet', error));
}

/** Falls silent. */
export function stopFarAudio(): void {
  farAudio().srcObject = null;
}

/** Moves the sound to another device, where the browser can; a device that is gone leaves it where it is. */
export async function chooseSpeaker(speakerId: string | null): Promise<void> {
  const audio = farAudio();
  if (!('setSinkId' in audio)) return;
  await audio.setSinkId(speakerId ?? '').catch((error: unknown) => console.warn('The speaker cannot be used', error));
}

import { GREETING_LIMITS } from '@farline/contracts/voicemail/greeting-bounds';
import { wavOf } from './wav-of.ts';

/** Twice what a telephone carries, so that nothing of it is lost on the way. */
const SAMPLE_RATE = 16_000;

/** A sound that can be sent: a WAV file, and how long it is. */
export type Sound = { wav: Blob; seconds: number };

/**
 * Whatever sound this browser can read, as a WAV file; null where it can read none in it. `atMost`: what comes after so many seconds is cut
 * off.
 */
export async function decodeSound(file: Blob, { atMost }: { atMost?: number } = {}): Promise<Sound | null> {
  const decoded = await decoded16kHz(await file.arrayBuffer());
  if (decoded === null) return null;
  const frames = Math.min(decoded.length, (atMost ?? Number.POSITIVE_INFINITY) * SAMPLE_RATE);
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, channel) =>
    decoded.getChannelData(channel).subarray(0, frames),
  );
  return {
    wav: new Blob([wavOf(channels, SAMPLE_RATE)], { type: 'audio/wav' }),
    seconds: frames / SAMPLE_RATE,
  };
}

async function decoded16kHz(bytes: ArrayBuffer): Promise<AudioBuffer | null> {
  try {
    return await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes);
  } catch {
    return null;
  }
}

/** Whether a greeting may be so long. */
export const isTooLong = ({ seconds }: Sound): boolean => seconds > GREETING_LIMITS.seconds;

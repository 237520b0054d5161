import { createPart } from '../../lib/page/part.ts';
import { type Line, lineInUse } from './call-line.ts';
import { closeMicrophone, openMicrophone } from './line/microphone.ts';
import { useSound } from './line/sound-choice.ts';
import { usePhone } from './phone-store.ts';

/** Nobody changes a microphone before a call, and it is there before one can be. */
export const microphoneChange = createPart(async () => await import('./microphone-change.ts'));

/** Opens the microphone that was chosen; throws PhoneRefusal. */
export async function openChosenMicrophone(): Promise<MediaStream> {
  const { microphoneId, isCleaned } = useSound.getState();
  return await openMicrophone({ deviceId: microphoneId, isCleaned });
}

/** Has a line speak by this microphone. One that is unplugged, or that the page may no longer use, gives way to what is left. */
export function speakBy(line: Line, microphone: MediaStream): void {
  line.microphone = microphone;
  usePhone.setState({ microphoneProblem: null });
  // A track that was stopped here says nothing of it.
  for (const track of microphone.getAudioTracks()) {
    track.addEventListener('ended', () => line.microphone === microphone && void goOnWhereLost(), { once: true });
  }
}

/** Goes on with the microphone that is left, where the one of the calls is gone, and says so. Without any, the call says that nobody is heard. */
export async function goOnWhereLost(): Promise<void> {
  await (await microphoneChange.load()).goOnWhereLost(changeMicrophone);
}

/**
 * Gives every call of this tab the chosen microphone, the one that waits too, and gives it; null without a call: the next one takes it. Throws
 * PhoneRefusal.
 */
export async function changeMicrophone(): Promise<MediaStream | null> {
  if (!lineInUse()?.microphone) return null;
  const fresh = await openChosenMicrophone();
  const change = await microphoneChange.load().catch((error: unknown) => {
    closeMicrophone(fresh);
    throw error;
  });
  return await change.changeTo(fresh, speakBy);
}

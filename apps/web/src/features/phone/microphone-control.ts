import { notify } from '../../lib/page/notify.ts';
import { phoneText } from '../../texts/phone.ts';
import { applyMuteAndHold, isMerged, join, type Line, lineBeside, lineInUse, switchMicrophone } from './call-line.ts';
import { closeMicrophone, isOpen, openMicrophone } from './line/microphone.ts';
import { problemOf } from './line/phone-problem.ts';
import { useSound } from './line/sound-choice.ts';
import { usePhone } from './phone-store.ts';

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

let isGoingOn = false;

/** Goes on with the microphone that is left, where the one of the calls is gone, and says so. Without any, the call says that nobody is heard. */
export async function goOnWhereLost(): Promise<void> {
  const lost = lineInUse()?.microphone ?? null;
  // Both calls lose theirs at the same moment.
  if (lost === null || isOpen(lost) || isGoingOn) return;
  isGoingOn = true;
  try {
    const fresh = await changeMicrophone();
    if (fresh === null) return;
    const name = fresh.getAudioTracks()[0]?.label ?? '';
    const microphone = name === '' ? phoneText.say('defaultDevice') : name;
    await notify({ type: 'info', message: phoneText.say('microphoneLeft', { microphone }) });
  } catch (error) {
    usePhone.setState({ microphoneProblem: problemOf(error).kind });
    navigator.mediaDevices.addEventListener('devicechange', () => void goOnWhereLost(), { once: true });
  } finally {
    isGoingOn = false;
  }
}

/**
 * Gives every call of this tab the chosen microphone, the one that waits too, and gives it; null without a call: the next one takes it. Throws
 * PhoneRefusal.
 */
export async function changeMicrophone(): Promise<MediaStream | null> {
  if (!lineInUse()?.microphone) return null;
  const fresh = await openChosenMicrophone();
  const lines = [lineInUse(), lineBeside()].filter((line) => line !== null);
  const unused = lines.length === 0 ? [fresh] : [];
  try {
    for (const [place, line] of lines.entries()) unused.push(await give(line, place === 0 ? fresh : fresh.clone()));
    if (isMerged()) await join();
    return unused.includes(fresh) ? null : fresh;
  } finally {
    for (const microphone of unused) closeMicrophone(microphone);
  }
}

/** Has a line under way speak by another microphone. Gives what nobody speaks by any more: the one before, or this where the call is over. */
async function give(line: Line, microphone: MediaStream): Promise<MediaStream> {
  switchAsItShouldBe(line, microphone);
  try {
    // Where all three talk, what is sent is the sound of two: that is joined anew.
    if (!isMerged()) await line.sip?.replaceMicrophone(microphone);
  } catch (error) {
    closeMicrophone(microphone);
    throw error;
  }
  if (line !== lineInUse() && line !== lineBeside()) return microphone;
  const before = line.microphone;
  speakBy(line, microphone);
  switchAsItShouldBe(line, microphone); // Meanwhile the one before was switched.
  return before ?? microphone;
}

function switchAsItShouldBe(line: Line, microphone: MediaStream): void {
  if (line === lineBeside()) switchMicrophone(microphone, 'off');
  else applyMuteAndHold(microphone);
}

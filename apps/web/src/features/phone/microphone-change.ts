import { notify } from '../../lib/page/notify.ts';
import { phoneText } from '../../texts/phone.ts';
import { applyMuteAndHold, isMerged, join, type Line, lineBeside, lineInUse, switchMicrophone } from './call-line.ts';
import { closeMicrophone, isOpen } from './line/microphone.ts';
import { problemOf } from './line/phone-problem.ts';
import { usePhone } from './phone-store.ts';

let isGoingOn = false;

/** Goes on by what `change` gives, where the microphone of the calls is gone; without any it looks again as soon as a device comes. */
export async function goOnWhereLost(change: () => Promise<MediaStream | null>): Promise<void> {
  const lost = lineInUse()?.microphone ?? null;
  // Both calls lose theirs at the same moment.
  if (lost === null || isOpen(lost) || isGoingOn) return;
  isGoingOn = true;
  try {
    const fresh = await change();
    if (fresh === null) return;
    const name = fresh.getAudioTracks()[0]?.label ?? '';
    const microphone = name === '' ? phoneText.say('defaultDevice') : name;
    await notify({ type: 'info', message: phoneText.say('microphoneLeft', { microphone }) });
  } catch (error) {
    usePhone.setState({ microphoneProblem: problemOf(error).kind });
    navigator.mediaDevices.addEventListener('devicechange', () => void goOnWhereLost(change), { once: true });
  } finally {
    isGoingOn = false;
  }
}

type Speak = (line: Line, microphone: MediaStream) => void;

/** Has every call of this tab speak by a microphone that was just opened. Gives null, and closes it, where there is no call any more. */
export async function changeTo(fresh: MediaStream, speak: Speak): Promise<MediaStream | null> {
  const lines = [lineInUse(), lineBeside()].filter((line) => line !== null);
  const unused = lines.length === 0 ? [fresh] : [];
  try {
    for (const [place, line] of lines.entries())
      unused.push(await give(line, place === 0 ? fresh : fresh.clone(), speak));
    if (isMerged()) await join();
    return unused.includes(fresh) ? null : fresh;
  } finally {
    for (const microphone of unused) closeMicrophone(microphone);
  }
}

/** Has a line under way speak by another microphone. Gives what nobody speaks by any more: the one before, or this where the call is over. */
async function give(line: Line, microphone: MediaStream, speak: Speak): Promise<MediaStream> {
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
  speak(line, microphone);
  switchAsItShouldBe(line, microphone); // Meanwhile the one before was switched.
  return before ?? microphone;
}

function switchAsItShouldBe(line: Line, microphone: MediaStream): void {
  if (line === lineBeside()) switchMicrophone(microphone, 'off');
  else applyMuteAndHold(microphone);
}

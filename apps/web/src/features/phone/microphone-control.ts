import { applyMuteAndHold, isMerged, join, type Line, lineBeside, lineInUse, switchMicrophone } from './call-line.ts';
import { closeMicrophone, openMicrophone } from './line/microphone.ts';
import { useSound } from './line/sound-choice.ts';

/** Opens the microphone that was chosen; throws PhoneRefusal. */
export async function openChosenMicrophone(): Promise<MediaStream> {
  const { microphoneId, isCleaned } = useSound.getState();
  return await openMicrophone({ deviceId: microphoneId, isCleaned });
}

/** Gives every call of this tab the chosen microphone, the one that waits too; without a call the next one takes it. */
export async function changeMicrophone(): Promise<void> {
  if (!lineInUse()?.microphone) return;
  const fresh = await openChosenMicrophone();
  const lines = [lineInUse(), lineBeside()].filter((line) => line !== null);
  const unused = lines.length === 0 ? [fresh] : [];
  try {
    for (const [place, line] of lines.entries()) unused.push(await give(line, place === 0 ? fresh : fresh.clone()));
    if (isMerged()) await join();
  } finally {
    for (const microphone of unused) closeMicrophone(microphone);
  }
}

/** Has a line speak by this microphone. Gives what nobody speaks by any more: the one before, or this where the call is over. */
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
  line.microphone = microphone;
  switchAsItShouldBe(line, microphone); // Meanwhile the one before was switched.
  return before ?? microphone;
}

function switchAsItShouldBe(line: Line, microphone: MediaStream): void {
  if (line === lineBeside()) switchMicrophone(microphone, 'off');
  else applyMuteAndHold(microphone);
}

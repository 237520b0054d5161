import type { SayTask } from '@farline/contracts/voicemail/attendant';
import { BUSY_TONE } from './busy-tone.ts';
import type { Line } from './line.ts';
import type { Speak } from './speak.ts';
import { answer } from './verbs/answer.ts';
import { play } from './verbs/play.ts';

/** Answers, and says a message once. Where it cannot be spoken the caller hears the busy tone, and not silence. */
export async function sayMessage({ speak }: { speak: Speak }, call: Line, task: SayTask): Promise<void> {
  // It is spoken before the answer: nobody pays for waiting.
  const words = await speak(task.text, task.voice);
  if (!(await answer(call))) return;
  await play(call, words.length > 0 ? words : BUSY_TONE);
}

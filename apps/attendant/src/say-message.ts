import type { SayTask } from '@farline/contracts/voicemail/attendant';
import { SAMPLE_RATE } from '@farline/sip-endpoint';
import { BUSY_TONE } from './busy-tone.ts';
import type { Line } from './line.ts';
import type { Speak } from './speak.ts';
import { answer } from './verbs/answer.ts';
import { play } from './verbs/play.ts';
import { withinTime } from './within-time.ts';

/** Beside the message itself. */
const MOST_ON_HOLD_MS = 5 * 60_000;

/** Answers, and says a message once. Where it cannot be spoken the caller hears the busy tone, and not silence. */
export async function sayMessage(
  { speak, log }: { speak: Speak; log: (sentence: string) => void },
  call: Line,
  { callId, task }: { callId: string; task: SayTask },
): Promise<void> {
  // It is spoken before the answer: nobody pays for waiting.
  const words = await speak(task.text, task.voice);
  if (!(await answer(call))) return;
  const sound = words.length > 0 ? words : BUSY_TONE;
  const mostMs = MOST_ON_HOLD_MS + (sound.length * 1000) / SAMPLE_RATE;
  await withinTime(call, { mostMs, callId, log }, async () => await play(call, sound));
}

import { SAMPLE_RATE } from '@farline/sip-endpoint';
import { type CodeCallOrder, writeCodeDial } from '@farline/contracts/voice/code-call';
import type { OutgoingCall } from '@farline/sip-endpoint';
import type { PlayingLine } from './line.ts';
import type { Speak } from './speak.ts';
import { play } from './verbs/play.ts';

/** Whoever answers puts the telephone to their ear first. */
const BEFORE_IT_MS = 600;
/** Between two digits, so that they can be written down. */
const BETWEEN_DIGITS_MS = 350;

/** A call with a code, from its first ring to its end. */
const LONGEST_CODE_CALL_MS = 3 * 60_000;

/** Calls as an order says, and says its code. All of it is spoken before the call, so that nobody waits for the first word. */
export const placeCodeCall =
  (deps: { speak: Speak; place: (wanted: { user: string; word: string }) => OutgoingCall }) =>
  async (order: CodeCallOrder): Promise<void> => {
    const words = [order.greeting, order.again, order.goodbye, ...order.code];
    await Promise.all(words.map(async (text) => await deps.speak(text, order.voice)));
    const call = deps.place({ user: writeCodeDial(order.id), word: order.word });
    const tooLong = setTimeout(() => void call.hangUp().catch(() => {}), LONGEST_CODE_CALL_MS);
    try {
      const answer = await call.answered;
      if (answer.answered) await sayCode(deps.speak, call, order);
    } finally {
      clearTimeout(tooLong);
      await call.hangUp();
    }
  };

/** Says a code twice in a call that was answered. Each digit is spoken by itself: what is spoken is kept, and a code shall not be. */
async function sayCode(speak: Speak, call: PlayingLine, order: CodeCallOrder): Promise<void> {
  await play(call, silence(BEFORE_IT_MS));
  for (const words of [order.greeting, order.again]) {
    if ((await play(call, await speak(words, order.voice))) === 'over') return;
    if ((await play(call, silence(BETWEEN_DIGITS_MS))) === 'over') return;
    for (const digit of order.code) {
      if ((await play(call, await speak(digit, order.voice))) === 'over') return;
      if ((await play(call, silence(BETWEEN_DIGITS_MS))) === 'over') return;
    }
  }
  await play(call, await speak(order.goodbye, order.voice));
}

const silence = (milliseconds: number): Int16Array => new Int16Array((milliseconds * SAMPLE_RATE) / 1000);

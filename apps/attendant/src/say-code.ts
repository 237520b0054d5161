import { SAMPLE_RATE } from '@farline/sip-endpoint';
import { type CodeCallOrder, writeCodeDial } from '@farline/contracts/voice/code-call';
import type { OutgoingCall } from '@farline/sip-endpoint';
import type { PlayingLine } from './line.ts';
import type { Speak } from './speak.ts';
import { EVERY_KEY, gatherDigits } from './verbs/gather-digits.ts';
import { play } from './verbs/play.ts';

/** Whoever answers puts the telephone to their ear first. */
const BEFORE_IT_MS = 600;
/** So often somebody is asked for a key, and so long they have for it each time. */
const ASKED_TIMES = 2;
const KEY_WITHIN_MS = 8_000;
/** Between two digits, so that they can be written down. */
const BETWEEN_DIGITS_MS = 350;

/** A call with a code, from its first ring to its end. */
const LONGEST_CODE_CALL_MS = 3 * 60_000;

/** What a call with a code says. */
type Sounds = { greeting: Int16Array; first: Int16Array; again: Int16Array; goodbye: Int16Array; digits: Int16Array[] };

/**
 * Calls as an order says, and says its code to whoever presses a key: a mailbox presses none, and would keep it. All of it is spoken before the call: nobody waits for a word, and pays for a call in which a digit is
 * left out. Rejects, and calls nobody, where a word cannot be spoken while the order stands.
 */
export const placeCodeCall =
  (deps: {
    speakWholly: Speak;
    place: (wanted: { user: string; word: string }) => Pick<OutgoingCall, 'answered' | 'hangUp'> & PlayingLine;
  }) =>
  async (order: CodeCallOrder): Promise<void> => {
    const sounds = await soundsOf(deps.speakWholly, order);
    if (Date.parse(order.until) <= Date.now()) throw new Error('It was not spoken in time.');
    const call = deps.place({ user: writeCodeDial(order.id), word: order.word });
    const tooLong = setTimeout(() => void call.hangUp().catch(() => {}), LONGEST_CODE_CALL_MS);
    try {
      const answer = await call.answered;
      if (answer.answered && (await isSomebodyThere(call, sounds))) await sayCode(call, sounds);
    } finally {
      clearTimeout(tooLong);
      await call.hangUp();
    }
  };

/** Each digit is spoken by itself: what is spoken is kept, and a code shall not be. */
async function soundsOf(speakWholly: Speak, order: CodeCallOrder): Promise<Sounds> {
  const spoken = async (text: string) => await speakWholly(text, order.voice);
  const [[greeting, first, again, goodbye], digits] = await Promise.all([
    Promise.all([spoken(order.greeting), spoken(order.first), spoken(order.again), spoken(order.goodbye)]),
    Promise.all([...order.code].map(spoken)),
  ]);
  return { greeting, first, again, goodbye, digits };
}

/** Whether whoever answered presses a key, also while they are still asked for one. */
async function isSomebodyThere(call: PlayingLine, { greeting }: Sounds): Promise<boolean> {
  await play(call, silence(BEFORE_IT_MS));
  for (let time = 0; time < ASKED_TIMES; time += 1) {
    const played = await play(call, greeting, EVERY_KEY);
    if (played === 'over') return false;
    if (played !== 'finished') return true;
    if ((await gatherDigits(call, { most: 1, endKeys: '', withinMs: KEY_WITHIN_MS })) !== '') return true;
  }
  return false;
}

/** Says a code twice. */
async function sayCode(call: PlayingLine, { first, again, goodbye, digits }: Sounds): Promise<void> {
  for (const words of [first, again]) {
    for (const sound of [words, ...digits]) {
      if ((await play(call, sound)) === 'over') return;
      if ((await play(call, silence(BETWEEN_DIGITS_MS))) === 'over') return;
    }
  }
  await play(call, goodbye);
}

const silence = (milliseconds: number): Int16Array => new Int16Array((milliseconds * SAMPLE_RATE) / 1000);

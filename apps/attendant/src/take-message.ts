import type { TakeMessageTask } from '@farline/contracts/voicemail/attendant';
import { SAMPLE_RATE } from '@farline/sip-endpoint';
import { BEEP } from './beep.ts';
import { LEAST_SAMPLES, TAIL_SAMPLES } from './least-message.ts';
import type { Line } from './line.ts';
import type { RecordedGreeting } from './recorded-greetings.ts';
import type { Draft, Recordings } from './recordings.ts';
import type { Speak } from './speak.ts';
import { answer } from './verbs/answer.ts';
import { gatherDigits } from './verbs/gather-digits.ts';
import { keyOf, play } from './verbs/play.ts';
import { record } from './verbs/record.ts';
import { withinTime } from './within-time.ts';

export interface TakeMessageDeps {
  recordings: Pick<Recordings, 'draft'>;
  speak: Speak;
  recordedGreeting: RecordedGreeting;
  silenceMs: number;
  log: (sentence: string) => void;
}

const END_KEY = '#';
const CHOICE_MS = 5_000;
/** How often it is recorded, and after each time heard. */
const MOST_TURNS = 3;
/**
 * Greeting, choices and hearing it again may take so long beside the longest message: nobody runs up a bill with a call. A greeting that was
 * recorded, which may be longer than words are, comes on top.
 */
const BESIDE_MESSAGE_MS = 90_000;

/**
 * Answers with the greeting and a tone, and keeps what the caller says, until silence, its longest time, # or the end of the call. After #
 * the caller may hear it and record it again; who does neither has sent it, and so has who takes too long. What holds no sound is no message,
 * and is not kept.
 */
export async function takeMessage(
  deps: TakeMessageDeps,
  call: Line,
  { callId, task }: { callId: string; task: TakeMessageTask },
): Promise<void> {
  const words = await wordsOf(deps, task);
  if (await answer(call)) await leaveMessage(deps, call, { callId, task, words });
}

type Words = { greeting: Int16Array; cannotRecord: Int16Array; cutShort: Int16Array; recordedMs: number };

async function wordsOf(deps: TakeMessageDeps, task: TakeMessageTask): Promise<Words> {
  const { mailbox, recorded, voice } = task;
  const takesOne = task.mostSeconds > 0;
  const speakGreeting = async () => await deps.speak(takesOne ? task.greeting : '', voice);
  // Spoken before they are needed: where the disk has failed in between they may be had no more. What may be needed in place of a
  // recording too: the engine waits for the answer little longer than either of them may take.
  const [sound, spoken, cannotRecord, cutShort] = await Promise.all([
    takesOne && recorded !== undefined ? deps.recordedGreeting({ mailbox, id: recorded }) : null,
    takesOne && recorded !== undefined ? speakGreeting() : null,
    deps.speak(task.cannotRecord, voice),
    deps.speak(takesOne ? task.cutShort : '', voice),
  ]);
  const greeting = sound ?? spoken ?? (await speakGreeting());
  return { greeting, cannotRecord, cutShort, recordedMs: ((sound?.length ?? 0) * 1000) / SAMPLE_RATE };
}

/** The same for a call that is answered already. */
export async function leaveMessage(
  deps: TakeMessageDeps,
  call: Line,
  { callId, task, words }: { callId: string; task: TakeMessageTask; words?: Words },
): Promise<void> {
  const said = words ?? (await wordsOf(deps, task));
  const mostMs = task.mostSeconds * 1000 + BESIDE_MESSAGE_MS + said.recordedMs;
  const bound = { mostMs, callId, log: deps.log };
  await withinTime(call, bound, async () => await attend(deps, call, { callId, task, ...said }));
}

async function attend(
  deps: TakeMessageDeps,
  call: Line,
  asked: { callId: string; task: TakeMessageTask } & Words,
): Promise<void> {
  const { callId, task, greeting, cannotRecord, cutShort } = asked;
  const draft = task.mostSeconds > 0 ? await deps.recordings.draft(callId) : null;
  if (draft === null) {
    if (task.mostSeconds > 0) deps.log(`${callId}: the disk has no room for a message`);
    await play(call, cannotRecord);
    return;
  }
  try {
    if ((await play(call, greeting, END_KEY)) === 'over') return;
    const { heard, isCut } = await dictate(deps, call, { callId, draft, task });
    if (heard < LEAST_SAMPLES && !isCut) return;
    const isKept = heard >= LEAST_SAMPLES && (await draft.keep(heard + TAIL_SAMPLES));
    if (!isKept) deps.log(`${callId}: a message could not be written`);
    if (isCut || !isKept) await play(call, isKept ? cutShort : cannotRecord);
  } finally {
    await draft.discard();
  }
}

/**
 * Records until the caller is content, or has spoken for as long as a message may be; gives up to which sample something was heard. Where the disk
 * takes no more it is cut there, at what is written.
 */
async function dictate(
  deps: TakeMessageDeps,
  call: Line,
  { callId, draft, task }: { callId: string; draft: Draft; task: TakeMessageTask },
): Promise<{ heard: number; isCut: boolean }> {
  let left = task.mostSeconds;
  for (let turn = 1; ; turn += 1) {
    if ((await play(call, BEEP)) === 'over') return { heard: 0, isCut: false };
    const { because, samples, heardUntil } = await record(call, draft, {
      mostSeconds: left,
      silenceMs: deps.silenceMs,
      endKeys: END_KEY,
    });
    if (because === 'no_room') {
      deps.log(`${callId}: the disk took no more of a message`);
      return { heard: Math.min(heardUntil, (await draft.samples()).length), isCut: true };
    }
    left -= Math.ceil(samples / SAMPLE_RATE);
    if (because !== 'key' || turn >= MOST_TURNS || left <= 0) return { heard: heardUntil, isCut: false };
    if ((await choose(deps, call, { draft, task })) === 'send') return { heard: heardUntil, isCut: false };
    await draft.empty();
  }
}

/** What becomes of what was recorded: 2 plays it, 3 records it again; any other key, or none, sends it. */
async function choose(
  deps: TakeMessageDeps,
  call: Line,
  { draft, task }: { draft: Draft; task: TakeMessageTask },
): Promise<'send' | 'again'> {
  const choices = await deps.speak(task.choices, task.voice);
  for (let asked = 1; asked <= MOST_TURNS; asked += 1) {
    const pressed = keyOf(await play(call, choices, '123'));
    const key = pressed ?? (await gatherDigits(call, { most: 1, endKeys: '', withinMs: CHOICE_MS }));
    const then = key === '2' ? keyOf(await play(call, await draft.samples(), '13')) : key;
    if (then === '3') return 'again';
    if (key !== '2' || then === '1') return 'send';
  }
  return 'send';
}

import type { PlayMessagesTask } from '@farline/contracts/voicemail/attendant';
import type { Line } from './line.ts';
import type { Messages } from './messages.ts';
import type { Speak } from './speak.ts';
import { answer } from './verbs/answer.ts';
import { gatherDigits } from './verbs/gather-digits.ts';
import { hangUp } from './verbs/hang-up.ts';
import { play } from './verbs/play.ts';

export interface PlayMessagesDeps {
  messages: Messages;
  speak: Speak;
  log: (sentence: string) => void;
}

type Message = PlayMessagesTask['messages'][number];
type Asked = { callId: string; task: PlayMessagesTask };
/** A key of the owner's; empty: none was pressed in time; null: the call is over. */
type Pressed = string | null;

const KEYS = '123#*';
const CHOICE_MS = 5_000;
/** However often a message is played again. */
const MOST_MS = 60 * 60_000;

/**
 * Answers, says how many messages there are, and plays one after the other, each with who left it and when. Keys: 1 again, 2 keeps it and goes
 * on, 3 deletes it (3 once more takes that back), # goes on, * ends. Who presses nothing hears the next one. A message counts as heard once
 * its sound begins, and is deleted once nobody has taken that back.
 */
export async function playMessages(deps: PlayMessagesDeps, call: Line, asked: Asked): Promise<void> {
  const greeting = await deps.speak(asked.task.greeting, asked.task.voice);
  if (!(await answer(call))) return;
  const clock = setTimeout(() => void endLate(deps, call, asked.callId), MOST_MS);
  try {
    await playEach(deps, call, { ...asked, greeting });
  } finally {
    clearTimeout(clock);
  }
}

async function endLate(deps: PlayMessagesDeps, call: Line, callId: string): Promise<void> {
  await hangUp(call).catch((error: unknown) =>
    deps.log(`${callId}: a call could not be ended in time: ${String(error)}`),
  );
}

async function playEach(deps: PlayMessagesDeps, call: Line, asked: Asked & { greeting: Int16Array }): Promise<void> {
  const { task, greeting } = asked;
  let pressed = await keyDuring(call, [greeting]);
  for (const message of task.messages) {
    if (pressed === null || pressed === '*') break;
    pressed = await playOne(deps, call, { ...asked, message });
  }
  if (pressed !== null) await play(call, await deps.speak(task.end, task.voice));
}

/** Plays one message until its owner goes on. */
async function playOne(deps: PlayMessagesDeps, call: Line, asked: Asked & { message: Message }): Promise<Pressed> {
  for (;;) {
    const pressed = await hear(deps, call, asked);
    if (pressed === '1') continue;
    if (pressed !== '3') return pressed;
    const then = await remove(deps, call, asked);
    if (then !== '3') return then;
  }
}

/** Its caption, its sound, and what can be done with it, until a key; then a while for one. */
async function hear(
  { messages, speak }: PlayMessagesDeps,
  call: Line,
  { callId, task, message: { id, caption } }: Asked & { message: Message },
): Promise<Pressed> {
  const { voice, mailbox } = task;
  // It may come from afar: it is fetched while its caption is said.
  const fetched = messages.sound({ mailbox, id });
  const [said, choices] = await Promise.all([speak(caption, voice), speak(task.choices, voice)]);
  const skipped = await keyDuring(call, [said]);
  if (skipped !== '') return skipped;
  const sound = await fetched;
  if (typeof sound === 'string') return await keyDuring(call, [await speak(task[sound], voice)]);
  await messages.tell({ callId, id, deed: 'heard' });
  const pressed = await keyDuring(call, [sound, choices]);
  return pressed === '' ? await keyAfter(call) : pressed;
}

/** Says that the message is deleted, and does it unless the owner takes that back (3). */
async function remove(
  { messages, speak }: PlayMessagesDeps,
  call: Line,
  { callId, task, message: { id } }: Asked & { message: Message },
): Promise<Pressed> {
  const during = await keyDuring(call, [await speak(task.deleted, task.voice)]);
  const pressed = during === '' ? await keyAfter(call) : during;
  if (pressed !== '3') await messages.tell({ callId, id, deed: 'deleted' });
  return pressed;
}

async function keyDuring(call: Line, sounds: Int16Array[]): Promise<Pressed> {
  for (const sound of sounds) {
    const played = await play(call, sound, KEYS);
    if (played === 'over') return null;
    if (played !== 'finished') return played.key;
  }
  return '';
}

async function keyAfter(call: Line): Promise<Pressed> {
  const key = await gatherDigits(call, { most: 1, endKeys: '', withinMs: CHOICE_MS });
  return call.signal.aborted ? null : key;
}

import { ALL_BOXES_KEY, type PlayMessagesTask } from '@farline/contracts/voicemail/attendant';
import type { Line } from './line.ts';
import { beginListening, type ListenAct, stepListening } from './listen-flow.ts';
import type { Messages } from './messages.ts';
import type { Speak } from './speak.ts';
import { answer } from './verbs/answer.ts';
import { EVERY_KEY, gatherDigits } from './verbs/gather-digits.ts';
import { play } from './verbs/play.ts';
import { withinTime } from './within-time.ts';

export interface PlayMessagesDeps {
  messages: Messages;
  speak: Speak;
  log: (sentence: string) => void;
}

type Message = PlayMessagesTask['messages'][number];
type Asked = { callId: string; task: PlayMessagesTask };
type Listening = Asked & {
  greeting: Int16Array;
  /** What was deleted in this call: it is not played again. */
  deleted: Set<string>;
};
/** A key of the owner's; empty: none was pressed in time; null: the call is over. */
type Pressed = string | null;

const KEYS = '123#*';
/** 0 leads back to the choice of a number, where there is one. */
const keysOf = ({ byNumber }: PlayMessagesTask): string => (byNumber === undefined ? KEYS : `${KEYS}${ALL_BOXES_KEY}`);
const CHOICE_MS = 5_000;
/** However often a message is played again. */
const MOST_MS = 60 * 60_000;

/**
 * Answers, says how many messages there are, and plays one after the other, each with who left it and when; where they were left on several
 * numbers, those of the one that is chosen by a key, or all (`listen-flow.ts`). Keys: 1 again, 2 keeps it and goes
 * on, 3 deletes it (3 once more takes that back), # goes on, * ends. Who presses nothing hears the next one. A message counts as heard once
 * its sound begins, and is deleted once nobody has taken that back.
 */
export async function playMessages(deps: PlayMessagesDeps, call: Line, asked: Asked): Promise<void> {
  const { greeting: words, byNumber, voice } = asked.task;
  const [greeting] = await Promise.all([deps.speak(words, voice), byNumber && deps.speak(byNumber.first, voice)]);
  if (!(await answer(call))) return;
  const bound = { mostMs: MOST_MS, callId: asked.callId, log: deps.log };
  await withinTime(call, bound, async () => await listen(deps, call, { ...asked, greeting, deleted: new Set() }));
}

async function listen(deps: PlayMessagesDeps, call: Line, asked: Listening): Promise<void> {
  const { messages, byNumber } = asked.task;
  const flow = { messages, boxes: byNumber?.boxes ?? [] };
  for (let turn = beginListening(flow); ; ) {
    const pressed = await carryOut(deps, call, { ...asked, act: turn.act });
    if (pressed === null) return;
    turn = stepListening(flow, turn.state, { key: pressed });
  }
}

/** Does what a step says, and gives the key that was pressed; null: nothing is left to be done. */
async function carryOut(deps: PlayMessagesDeps, call: Line, asked: Listening & { act: ListenAct }): Promise<Pressed> {
  const { task, act, greeting } = asked;
  switch (act.do) {
    case 'greet':
      return await keyDuring(call, [greeting], KEYS);
    case 'ask':
      return await askForNumber(deps, call, { ...asked, act });
    case 'play': {
      const message = task.messages[act.message];
      if (message === undefined || asked.deleted.has(message.id)) return '';
      const box = task.byNumber?.boxes.find(({ key }) => key === message.box);
      return await playOne(deps, call, { ...asked, message, name: act.isNamed ? (box?.name ?? '') : '' });
    }
    case 'end':
      await play(call, await deps.speak(task.end, task.voice));
      return null;
  }
}

/** Says which key leads to which number, and waits for one, which may come while it speaks. */
async function askForNumber(
  { speak }: PlayMessagesDeps,
  call: Line,
  { task, act, greeting }: Listening & { act: Extract<ListenAct, { do: 'ask' }> },
): Promise<Pressed> {
  const { voice, byNumber } = task;
  const [over, keys] = [byNumber?.over ?? '', byNumber?.[act.keys] ?? ''];
  const before = act.before === 'greeting' ? greeting : act.before === 'over' ? await speak(over, voice) : null;
  const pressed = await keyDuring(call, [...(before === null ? [] : [before]), await speak(keys, voice)], EVERY_KEY);
  return pressed === '' ? await keyAfter(call) : pressed;
}

type Played = Listening & { message: Message; name: string };

/** Plays one message until its owner goes on. */
async function playOne(deps: PlayMessagesDeps, call: Line, asked: Played): Promise<Pressed> {
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
  { callId, task, name, message: { id, caption } }: Played,
): Promise<Pressed> {
  const { voice, mailbox } = task;
  // It may come from afar: it is fetched while its caption is said.
  const fetched = messages.sound({ mailbox, id });
  const [said, choices] = await Promise.all([speak(caption, voice), speak(task.choices, voice)]);
  const keys = keysOf(task);
  const skipped = await keyDuring(call, name === '' ? [said] : [await speak(name, voice), said], keys);
  if (skipped !== '') return skipped;
  const sound = await fetched;
  if (typeof sound === 'string') return await keyDuring(call, [await speak(task[sound], voice)], keys);
  await messages.tell({ callId, id, deed: 'heard' });
  const pressed = await keyDuring(call, [sound, choices], keys);
  return pressed === '' ? await keyAfter(call) : pressed;
}

/** Says that the message is deleted, and does it unless the owner takes that back (3). */
async function remove(
  { messages, speak }: PlayMessagesDeps,
  call: Line,
  { callId, task, deleted, message: { id } }: Played,
): Promise<Pressed> {
  const during = await keyDuring(call, [await speak(task.deleted, task.voice)], keysOf(task));
  const pressed = during === '' ? await keyAfter(call) : during;
  if (pressed === '3') return pressed;
  deleted.add(id);
  await messages.tell({ callId, id, deed: 'deleted' });
  return pressed;
}

async function keyDuring(call: Line, sounds: Int16Array[], keys: string): Promise<Pressed> {
  for (const sound of sounds) {
    const played = await play(call, sound, keys);
    if (played === 'over') return null;
    if (played !== 'finished') return played.key;
  }
  return '';
}

async function keyAfter(call: Line): Promise<Pressed> {
  const key = await gatherDigits(call, { most: 1, endKeys: '', withinMs: CHOICE_MS });
  return call.signal.aborted ? null : key;
}

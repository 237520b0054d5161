import { writeMenuDial } from '@farline/contracts/menus/menu-dial';
import { beginMenu, type MenuAct, type MenuEvent, stepMenu } from '@farline/contracts/menus/menu-flow';
import type { MenuTask, TakeMessageTask } from '@farline/contracts/voicemail/attendant';
import { BEEP } from './beep.ts';
import { BUSY_TONE } from './busy-tone.ts';
import type { Line, Placed } from './line.ts';
import type { Speak } from './speak.ts';
import { answer } from './verbs/answer.ts';
import { dial } from './verbs/dial.ts';
import { EVERY_KEY, gatherDigits } from './verbs/gather-digits.ts';
import { keyOf, play } from './verbs/play.ts';
import { talk } from './verbs/talk.ts';
import { withinTime } from './within-time.ts';

export interface PlayMenuDeps {
  speak: Speak;
  /** Asks the engine for a call; `word` proves that it is for this one. */
  place: (wanted: { user: string; word: string }) => Placed;
  /** Takes a message in a call that is answered. */
  leaveMessage: (call: Line, asked: { callId: string; task: TakeMessageTask }) => Promise<void>;
  log: (sentence: string) => void;
}

type Asked = { callId: string; task: MenuTask };

/** How long a caller may be in menus, calls and messages left out: nobody holds a line by pressing keys. */
const MOST_ASKING_MS = 5 * 60_000;

/**
 * Answers with the first menu, and does what is chosen, one step after the other, until the caller is put through, has left a message, or
 * has heard how it ends. Every wait has a bound, and the call ends with the caller in each of them.
 */
export async function playMenu(deps: PlayMenuDeps, call: Line, asked: Asked): Promise<void> {
  const { task } = asked;
  // It is spoken before the answer: nobody pays for waiting.
  await spoken(deps, task, task.start);
  if (!(await answer(call))) return;
  const asking = { usedMs: 0 };
  for (let turn = beginMenu(task); ; ) {
    const event = await carryOut(deps, call, { ...asked, act: turn.act, asking });
    if (event === null) return;
    turn = stepMenu(task, turn.state, event);
  }
}

/** Does what a step says, and tells what came of it; null: nothing is left to be done. */
async function carryOut(
  deps: PlayMenuDeps,
  call: Line,
  { callId, task, act, asking }: Asked & { act: MenuAct; asking: { usedMs: number } },
): Promise<MenuEvent | null> {
  if (call.signal.aborted) return null;
  const bound = { mostMs: MOST_ASKING_MS, callId, log: deps.log };
  const saying = async (words: Int16Array) => void (await withinTime(call, bound, async () => await play(call, words)));
  switch (act.do) {
    case 'ask':
      return await withinTime(call, bound, async () => await ask(deps, call, { task, menu: act.menu, asking }));
    case 'dial':
      return await putThrough(call, deps.place({ user: writeMenuDial({ callId, ...act }), word: task.word }));
    case 'take_message':
      if (task.message === null) await saying(BUSY_TONE);
      else await deps.leaveMessage(call, { callId, task: task.message });
      return null;
    case 'say':
      await saying(await deps.speak(act.text, voiceOf(task, act.menu)));
      return null;
    case 'busy':
      await saying(BUSY_TONE);
      return null;
    case 'nothing':
      return null;
  }
}

/** Says a menu and waits for a key, which may come while it speaks. */
async function ask(
  deps: PlayMenuDeps,
  call: Line,
  { task, menu: id, asking }: { task: MenuTask; menu: string; asking: { usedMs: number } },
): Promise<MenuEvent | null> {
  if (asking.usedMs > MOST_ASKING_MS) {
    await play(call, BUSY_TONE);
    return null;
  }
  const startedAt = performance.now();
  const words = await spoken(deps, task, id);
  const played = await play(call, words.length > 0 ? words : BEEP, EVERY_KEY);
  const withinMs = (task.menus.find((menu) => menu.id === id)?.waitSeconds ?? 0) * 1000;
  const key = keyOf(played) ?? (await gatherDigits(call, { most: 1, endKeys: '', withinMs }));
  asking.usedMs += performance.now() - startedAt;
  return key === '' ? { is: 'no_key' } : { is: 'key', key };
}

/** Waits for the call that was placed; once it is taken both talk, until either hangs up or nobody is there. */
async function putThrough(call: Line, placed: Placed): Promise<MenuEvent | null> {
  // What is pressed while it rings, or into the talk, is no choice of a menu.
  const stopListening = call.onDigit(() => {});
  try {
    const dialled = await dial(call, placed);
    if (dialled === 'over') return null;
    if (dialled === 'untaken') return { is: 'untaken' };
    await talk(call, placed);
    return null;
  } finally {
    stopListening();
    void placed.hangUp().catch(() => {});
  }
}

async function spoken(deps: PlayMenuDeps, task: MenuTask, id: string): Promise<Int16Array> {
  const menu = task.menus.find((each) => each.id === id);
  return menu === undefined ? new Int16Array() : await deps.speak(menu.text, menu.voice);
}

const voiceOf = (task: MenuTask, id: string): string => task.menus.find((menu) => menu.id === id)?.voice ?? 'en-gb';

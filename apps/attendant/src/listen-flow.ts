import { ALL_BOXES_KEY } from '@farline/contracts/voicemail/attendant';

/** Messages in their order as a call goes through them, and the keys that lead to those of one number; without boxes all are played. */
export type ListenFlow = { boxes: readonly { key: string }[]; messages: readonly { box?: string | undefined }[] };

/** How far a call has come. `tries`: how often the keys were said, since there was something to choose; `asked`: in all. */
export type ListenState =
  | { is: 'greeting' }
  | { is: 'choosing'; tries: number; asked: number; hasHeard: boolean }
  | { is: 'playing'; left: readonly number[]; isAll: boolean; asked: number }
  | { is: 'over' };

/** A key; empty: none was pressed in time, or what was played is over. */
export type ListenEvent = { key: string };

/** What is to be done next. `message`: its place; `isNamed`: the number it was left on is said before it. */
export type ListenAct =
  | { do: 'greet' }
  | { do: 'ask'; before: 'greeting' | 'over' | null; keys: 'first' | 'next' }
  | { do: 'play'; message: number; isNamed: boolean }
  | { do: 'end' };

export type ListenTurn = { state: ListenState; act: ListenAct };

/** So often the keys are said to somebody who presses none of them, and in one call. */
export const ASKING_BOUNDS = { tries: 2, asked: 24 } as const;
const END_KEY = '*';

const END: ListenTurn = { state: { is: 'over' }, act: { do: 'end' } };

/** The first thing that is done with a call. */
export function beginListening({ boxes }: ListenFlow): ListenTurn {
  if (boxes.length === 0) return { state: { is: 'greeting' }, act: { do: 'greet' } };
  return ask({ tries: 1, asked: 0, hasHeard: false }, 'greeting');
}

/**
 * What is done after an event. Who presses no key that leads anywhere hears all messages, or, once they have heard some, how the call ends.
 * The messages of one number lead back to the choice; * ends the call wherever it is, and 0 leads back to the choice from a message.
 */
export function stepListening(flow: ListenFlow, state: ListenState, { key }: ListenEvent): ListenTurn {
  if (state.is === 'over' || key === END_KEY) return END;
  switch (state.is) {
    case 'greeting':
      return playAll(flow, 0);
    case 'choosing':
      return choose(flow, state, key);
    case 'playing':
      return goOn(flow, state, key);
  }
}

function choose(flow: ListenFlow, state: Extract<ListenState, { is: 'choosing' }>, key: string): ListenTurn {
  const { tries, asked, hasHeard } = state;
  if (key === ALL_BOXES_KEY) return playAll(flow, asked);
  if (flow.boxes.some((box) => box.key === key)) {
    const left = flow.messages.flatMap(({ box }, place) => (box === key ? [place] : []));
    return play(flow, { left, isAll: false, asked });
  }
  if (tries < ASKING_BOUNDS.tries) return ask({ ...state, tries: tries + 1 }, null);
  return hasHeard ? END : playAll(flow, asked);
}

function goOn(flow: ListenFlow, { left, isAll, asked }: Playing, key: string): ListenTurn {
  if (key === ALL_BOXES_KEY && flow.boxes.length > 0) return ask({ tries: 1, asked, hasHeard: true }, null);
  return play(flow, { left: left.slice(1), isAll, asked });
}

type Playing = { left: readonly number[]; isAll: boolean; asked: number };

const playAll = (flow: ListenFlow, asked: number): ListenTurn =>
  play(flow, { left: flow.messages.map((_message, place) => place), isAll: true, asked });

/** The first of those that are left; where none is, the call ends, or something else can be chosen. */
function play(flow: ListenFlow, playing: Playing): ListenTurn {
  const [message] = playing.left;
  if (message !== undefined) {
    const isNamed = playing.isAll && flow.boxes.length > 0;
    return { state: { is: 'playing', ...playing }, act: { do: 'play', message, isNamed } };
  }
  return playing.isAll ? END : ask({ tries: 1, asked: playing.asked, hasHeard: true }, 'over');
}

function ask(
  { tries, asked, hasHeard }: { tries: number; asked: number; hasHeard: boolean },
  before: 'greeting' | 'over' | null,
): ListenTurn {
  if (asked >= ASKING_BOUNDS.asked) return END;
  return {
    state: { is: 'choosing', tries, asked: asked + 1, hasHeard },
    act: { do: 'ask', before, keys: hasHeard ? 'next' : 'first' },
  };
}

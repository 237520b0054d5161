import { describe, expect, test } from 'vitest';
import { ASKING_BOUNDS, beginListening, type ListenAct, type ListenFlow, stepListening } from './listen-flow.ts';

/** Two numbers, with messages that came in turn. */
const TWO: ListenFlow = {
  boxes: [{ key: '1' }, { key: '2' }],
  messages: [{ box: '1' }, { box: '2' }, { box: '1' }],
};
const FIRST: ListenAct = { do: 'ask', before: 'greeting', keys: 'first' };
const AGAIN: ListenAct = { do: 'ask', before: null, keys: 'first' };
const OVER: ListenAct = { do: 'ask', before: 'over', keys: 'next' };
const NEXT: ListenAct = { do: 'ask', before: null, keys: 'next' };
const played = (message: number, isNamed = false): ListenAct => ({ do: 'play', message, isNamed });
const END: ListenAct = { do: 'end' };

/** What is done in a call in which these keys are pressed; empty: none is. */
function actsOf(flow: ListenFlow, keys: string[]): ListenAct[] {
  const acts: ListenAct[] = [];
  let turn = beginListening(flow);
  acts.push(turn.act);
  for (const key of keys) {
    turn = stepListening(flow, turn.state, { key });
    acts.push(turn.act);
  }
  return acts;
}

describe('whoever has messages on several numbers', () => {
  test('hears those of the number whose key they press, and then what else there is', () => {
    expect(actsOf(TWO, ['1', '', ''])).toEqual([FIRST, played(0), played(2), OVER]);
    expect(actsOf(TWO, ['2', '', '1'])).toEqual([FIRST, played(1), OVER, played(0)]);
  });

  test('hears all in their order with 0, each with its number, and then the call ends', () => {
    expect(actsOf(TWO, ['0', '', '#', '2'])).toEqual([FIRST, played(0, true), played(1, true), played(2, true), END]);
  });

  test('hears the keys once more where they press none, or one that leads nowhere, and then all messages', () => {
    expect(actsOf(TWO, ['', ''])).toEqual([FIRST, AGAIN, played(0, true)]);
    expect(actsOf(TWO, ['7', '2'])).toEqual([FIRST, AGAIN, played(1)]);
    expect(actsOf(TWO, ['7', '7'])).toEqual([FIRST, AGAIN, played(0, true)]);
  });

  test('is said goodbye where they choose nothing more once they have heard some', () => {
    expect(actsOf(TWO, ['2', '', '', ''])).toEqual([FIRST, played(1), OVER, NEXT, END]);
  });

  test('is back at the choice with 0 from any message', () => {
    expect(actsOf(TWO, ['1', '0', '2'])).toEqual([FIRST, played(0), NEXT, played(1)]);
    expect(actsOf(TWO, ['0', '0', '0'])).toEqual([FIRST, played(0, true), NEXT, played(0, true)]);
  });

  test.each([[['*']], [['1', '*']], [['1', '', '', '*']]])('ends the call with *, wherever they are: %j', (keys) => {
    expect(actsOf(TWO, keys).at(-1)).toEqual(END);
  });

  test('chooses so often in one call, and no more', () => {
    const keys = Array.from({ length: 200 }, (_, place) => (place % 2 === 0 ? '1' : '0'));
    const acts = actsOf(TWO, keys);
    expect(acts.filter((act) => act.do === 'ask')).toHaveLength(ASKING_BOUNDS.asked);
    expect(acts.at(-1)).toEqual(END);
  });

  test('hears of a number that nothing is left of that its messages are over', () => {
    expect(actsOf({ ...TWO, messages: [{ box: '1' }] }, ['2'])).toEqual([FIRST, OVER]);
  });
});

describe('whoever has messages on one number', () => {
  const one: ListenFlow = { boxes: [], messages: [{}, {}] };

  test('chooses none, and hears one after the other', () => {
    expect(actsOf(one, ['', '', '2'])).toEqual([{ do: 'greet' }, played(0), played(1), END]);
  });

  test('has no key that leads to a choice', () => {
    expect(actsOf(one, ['0', '0'])).toEqual([{ do: 'greet' }, played(0), played(1)]);
  });

  test('hears that there are none, and no more', () => {
    expect(actsOf({ boxes: [], messages: [] }, [''])).toEqual([{ do: 'greet' }, END]);
  });
});

test('nothing is done after the end, whatever is pressed late', () => {
  expect(stepListening(TWO, { is: 'over' }, { key: '1' })).toEqual({ state: { is: 'over' }, act: END });
});

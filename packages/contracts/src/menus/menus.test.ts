import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultRule, numberRuleChange } from '../numbers/number-rules.ts';
import { checkMenus } from './check-menus.ts';
import { type Menu, menu, MENU_KEYS, type MenuChoice, type MenuEnding } from './menu.ts';
import { readMenuDial, writeMenuDial } from './menu-dial.ts';
import { beginMenu, CALL_BOUNDS, flowOf, type MenuEvent, type MenuState, stepMenu } from './menu-flow.ts';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const toMenu = fc.constantFrom(...IDS).map((id) => ({ do: 'menu' as const, menu: id }));
const ending: fc.Arbitrary<MenuEnding> = fc.oneof(
  fc.constantFrom<MenuEnding>({ do: 'voicemail' }, { do: 'busy' }, { do: 'say', text: 'We are closed.' }),
  toMenu,
);
const choice: fc.Arbitrary<MenuChoice> = fc.oneof(
  ending,
  ending.map((unanswered): MenuChoice => ({ do: 'ring', browsers: true, phones: 'all', unanswered })),
  ending.map((unanswered): MenuChoice => ({ do: 'forward', to: '+442079460123', most: null, unanswered })),
);
const anyMenu = (id: string): fc.Arbitrary<Menu> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant('Office'),
    language: fc.constantFrom('en', 'zh'),
    text: fc.constant(null),
    keys: fc.uniqueArray(fc.record({ key: fc.constantFrom(...MENU_KEYS), name: fc.constant('Sales'), then: choice }), {
      minLength: 1,
      maxLength: 12,
      selector: ({ key }) => key,
    }),
    tries: fc.integer({ min: 1, max: 3 }),
    waitSeconds: fc.constant(6),
    otherwise: choice,
  });
const anyMenus = fc.integer({ min: 1, max: 5 }).chain((count) => fc.tuple(...IDS.slice(0, count).map(anyMenu)));
const anyEvent: fc.Arbitrary<MenuEvent> = fc.oneof(
  fc.constantFrom(...MENU_KEYS, 'A', 'D').map((key): MenuEvent => ({ is: 'key', key })),
  fc.constantFrom<MenuEvent>({ is: 'no_key' }, { is: 'untaken' }),
);

const ruleWith = (menus: Menu[]) => ({
  ...defaultRule('UTC'),
  open: { do: 'menu' as const, menu: menus[0]?.id ?? 'a' },
  menus,
});
const issuesOf = (menus: Menu[]) => checkMenus(ruleWith(menus)).map(({ path, message }) => [path.join('.'), message]);
const aMenu = (over: Partial<Menu> = {}): Menu => ({
  id: 'a',
  name: 'Office',
  language: 'en',
  text: 'Press 1.',
  tries: 2,
  waitSeconds: 6,
  keys: [{ key: '1', name: 'Sales', then: { do: 'ring', browsers: true, phones: 'all', unanswered: { do: 'busy' } } }],
  otherwise: { do: 'voicemail' },
  ...over,
});
const RING_IN_VAIN: MenuEvent = { is: 'untaken' };

/** What comes of a call in which these events happen, each once what was asked before is done. */
function runs(menus: Menu[], events: Iterable<MenuEvent>) {
  const flow = flowOf(menus, menus[0]?.id ?? '');
  let turn = beginMenu(flow);
  const acts = [turn.act];
  for (const event of events) {
    if (turn.state.is === 'over') break;
    turn = stepMenu(flow, turn.state, event);
    acts.push(turn.act);
  }
  return { acts, state: turn.state };
}

/** What fits the state of a call: a key or none where one is asked for, no answer where somebody is called. */
const fits = (state: MenuState, event: MenuEvent) => (state.is === 'asking') === (event.is !== 'untaken');

describe('menus that are valid', () => {
  test('end, whatever is pressed and whoever answers, after a bounded number of prompts and calls', () => {
    fc.assert(
      fc.property(anyMenus, fc.array(anyEvent, { minLength: 200, maxLength: 200 }), (menus, events) => {
        const flow = flowOf(menus, 'a');
        let turn = beginMenu(flow);
        let [asked, dialled] = [0, 0];
        for (const event of events) {
          asked += turn.act.do === 'ask' ? 1 : 0;
          dialled += turn.act.do === 'dial' ? 1 : 0;
          if (turn.state.is === 'over') break;
          const fitting = fits(turn.state, event)
            ? event
            : turn.state.is === 'asking'
              ? { is: 'no_key' as const }
              : RING_IN_VAIN;
          turn = stepMenu(flow, turn.state, fitting);
        }
        expect(turn.state.is).toBe('over');
        expect(asked).toBeLessThanOrEqual(CALL_BOUNDS.said);
        expect(dialled).toBeLessThanOrEqual(CALL_BOUNDS.dialled);
      }),
    );
  });

  test('end by themselves where nobody presses a key, and do so by what they say and not by a bound', () => {
    fc.assert(
      fc.property(anyMenus, (menus) => {
        fc.pre(checkMenus(ruleWith(menus)).length === 0);
        const silence = Array.from({ length: 40 }, (): MenuEvent => ({ is: 'no_key' }));
        const { acts, state } = runs(
          menus,
          silence.flatMap((none) => [none, RING_IN_VAIN]),
        );
        expect(state.is).toBe('over');
        const said = new Set(acts.flatMap((act) => (act.do === 'ask' ? [act.menu] : [])));
        const most = menus.filter(({ id }) => said.has(id)).reduce((sum, { tries }) => sum + tries, 0);
        expect(acts.filter((act) => act.do === 'ask').length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 300 },
    );
  });

  test('are not moved by what does not fit: a key while somebody is called, no answer while a menu is said', () => {
    const dialling = runs([aMenu()], [{ is: 'key', key: '1' }]).state;
    expect(dialling.is).toBe('dialling');
    for (const event of [{ is: 'key', key: '1' }, { is: 'no_key' }] as const) {
      expect(stepMenu(flowOf([aMenu()], 'a'), dialling, event)).toEqual({ state: dialling, act: { do: 'nothing' } });
    }
    const asking = runs([aMenu()], []).state;
    expect(stepMenu(flowOf([aMenu()], 'a'), asking, RING_IN_VAIN)).toEqual({ state: asking, act: { do: 'nothing' } });
  });
});

describe('a caller', () => {
  test.each<[string, MenuEvent[], unknown]>([
    ['who presses nothing hears it again', [{ is: 'no_key' }], { do: 'ask', menu: 'a' }],
    ['who presses a key that leads nowhere hears it again', [{ is: 'key', key: '9' }], { do: 'ask', menu: 'a' }],
    [
      'who does so for the last time gets what was chosen',
      [{ is: 'no_key' }, { is: 'no_key' }],
      { do: 'take_message' },
    ],
    ['who presses a key gets whom it calls', [{ is: 'key', key: '1' }], { do: 'dial', menu: 'a', by: '1' }],
    ['gets what follows where nobody answers', [{ is: 'key', key: '1' }, { is: 'untaken' }], { do: 'busy' }],
  ])('%s', (_name, events, act) => {
    expect(runs([aMenu()], events).acts.at(-1)).toEqual(act);
  });

  test('who calls again and again from a menu does so three times', () => {
    const back: MenuChoice = { do: 'ring', browsers: true, phones: 'all', unanswered: { do: 'menu', menu: 'a' } };
    const menus = [aMenu({ keys: [{ key: '1', name: 'Sales', then: back }] })];
    const pressing = Array.from({ length: 20 }, (): MenuEvent[] => [{ is: 'key', key: '1' }, RING_IN_VAIN]).flat();
    const { acts, state } = runs(menus, pressing);
    expect(acts.filter((act) => act.do === 'dial')).toHaveLength(3);
    expect(state).toEqual({ is: 'over' });
    expect(acts.at(-1)).toEqual({ do: 'busy' });
  });
});

describe('menus that lead nowhere are found before they are saved', () => {
  test.each<[string, Menu[], [string, string][]]>([
    ['nothing is wrong', [aMenu()], []],
    [
      'a key to no menu',
      [aMenu({ keys: [{ key: '1', name: 'More', then: { do: 'menu', menu: 'x' } }] })],
      [['menus.0.keys.0.then.menu', 'Choose a menu']],
    ],
    [
      'nobody answers, and no menu is there',
      [aMenu({ otherwise: { do: 'forward', to: '+442079460123', most: null, unanswered: { do: 'menu', menu: 'x' } } })],
      [['menus.0.otherwise.unanswered.menu', 'Choose a menu']],
    ],
    [
      'nothing rings',
      [aMenu({ otherwise: { do: 'ring', browsers: false, phones: [], unanswered: { do: 'busy' } } })],
      [['menus.0.otherwise', 'Choose what is to ring']],
    ],
    [
      'one key twice',
      [aMenu({ keys: ['1', '1'].map((key) => ({ key: key as '1', name: 'Sales', then: { do: 'busy' } })) })],
      [['menus.0.keys.1.key', 'A key is used twice']],
    ],
    [
      'a menu that says itself for ever',
      [aMenu({ otherwise: { do: 'menu', menu: 'a' } })],
      [['menus.0.otherwise', 'A caller who presses nothing would go round these menus forever. Let one of them end.']],
    ],
    ['one name for two menus', [aMenu(), aMenu()], [['menus', 'Two menus have the same id']]],
  ])('%s', (_name, menus, issues) => {
    expect(issuesOf(menus)).toEqual(issues);
  });

  test('two menus that lead to one another without a key have no end; by a key they may', () => {
    const [one, other] = [aMenu({ otherwise: { do: 'menu', menu: 'b' } }), aMenu({ id: 'b' })];
    expect(issuesOf([one, other])).toEqual([]);
    expect(issuesOf([one, { ...other, otherwise: { do: 'menu', menu: 'a' } }]).map(([path]) => path)).toEqual([
      'menus.0.otherwise',
      'menus.1.otherwise',
    ]);
    expect(issuesOf([aMenu({ keys: [{ key: '9', name: 'Again', then: { do: 'menu', menu: 'a' } }] })])).toEqual([]);
  });

  test('menus that say more than a call can carry are refused', () => {
    const text = '请'.repeat(300);
    const menus = IDS.map((id) => aMenu({ id, text, otherwise: { do: 'say', text } }));
    expect(issuesOf(menus)).toEqual([['menus', 'Together these menus are too long. Shorten what they say.']]);
  });

  test('a step to a menu that is not there is refused, and the whole rule with it', () => {
    const change = (rule: unknown) => numberRuleChange.safeParse({ version: 0, rule });
    expect(change(ruleWith([aMenu()])).success).toBe(true);
    const refused = change({ ...ruleWith([]), open: { do: 'menu', menu: 'gone' } });
    expect(refused.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['rule.open.menu', 'Choose a menu'],
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no key', { keys: [] }, 'Add a key'],
    ['no name', { name: ' ' }, 'Give the menu a name'],
    ['four times', { tries: 4 }, 'Say it 1 to 3 times'],
    ['a minute', { waitSeconds: 60 }, 'Wait 3 to 15 seconds for a key'],
    ['a text of two lines', { text: 'One\ntwo' }, 'Write it in one line'],
    ['one character that is spoken as many', { text: '\ufdfa'.repeat(20) }, 'At most 300 characters'],
  ])('%s: its field says so', (_name, over, message) => {
    const read = menu.safeParse({ ...aMenu(), ...over });
    expect(read.error?.issues.map((issue) => issue.message)).toContain(message);
  });
});

describe('what the attendant asks the engine for', () => {
  const callId = '0198c6b4-7a34-7cc1-9a55-0123456789ab';
  test('is read as it was written, for each key, and is no telephone number', () => {
    for (const by of [...MENU_KEYS, 'otherwise'] as const) {
      const written = writeMenuDial({ callId, menu: 'm1', by });
      expect(written).toMatch(/^[A-Za-z0-9-]{1,40}$/);
      expect(readMenuDial(written)).toEqual({ callId, menu: 'm1', by });
    }
  });

  test.each(['', '+442079460123', '442079460123', `${callId}-m1-1`, `${'a'.repeat(32)}-m1-x`])('%s is none', (user) => {
    expect(readMenuDial(user)).toBeNull();
  });
});

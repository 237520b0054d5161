import { MENU_KEYS, MENU_LIMITS, type Menu, type MenuChoice, type MenuEnding } from '@farline/contracts/menus/menu';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import type { RuleDraft } from './rule-draft.ts';
import { NO_TELEPHONE } from './rule-forward.tsx';

export type MenuKeyLine = Menu['keys'][number];

/** A menu as it begins: in a language, with one key that rings everything. */
export function newMenu(menus: readonly Menu[], language: Menu['language']): Menu {
  const ids = new Set(menus.map(({ id }) => id));
  let count = menus.length + 1;
  while (ids.has(`m${count}`)) count += 1;
  return {
    id: `m${count}`,
    name: numberRulesText.say('menuNumber', { number: count }),
    language,
    text: null,
    tries: MENU_LIMITS.tries.usual,
    waitSeconds: MENU_LIMITS.waitSeconds.usual,
    keys: [{ key: '1', name: '', then: FIRST_CHOICE.ring }],
    otherwise: { do: 'voicemail' },
  };
}

/** A key that is free yet; null: none is. */
export function nextKey(keys: readonly MenuKeyLine[]): MenuKeyLine | null {
  const free = MENU_KEYS.find((key) => !keys.some((line) => line.key === key));
  return free === undefined ? null : { key: free, name: '', then: FIRST_CHOICE.ring };
}

const BUSY: MenuEnding = { do: 'busy' };
/** Each choice as it begins. */
export const FIRST_CHOICE: Record<MenuChoice['do'], MenuChoice> = {
  ring: { do: 'ring', browsers: true, phones: 'all', unanswered: { do: 'voicemail' } },
  forward: { ...NO_TELEPHONE, unanswered: BUSY },
  voicemail: { do: 'voicemail' },
  menu: { do: 'menu', menu: '' },
  say: { do: 'say', text: '' },
  busy: BUSY,
};
export const FIRST_ENDING: Record<MenuEnding['do'], MenuEnding> = {
  voicemail: { do: 'voicemail' },
  menu: { do: 'menu', menu: '' },
  say: { do: 'say', text: '' },
  busy: BUSY,
};

/** The rule with a menu taken away: what led there is to be chosen anew. */
export function withoutMenu(menus: readonly Menu[], gone: string): Menu[] {
  const ending = (step: MenuEnding): MenuEnding => (step.do === 'menu' && step.menu === gone ? BUSY : step);
  const choice = (step: MenuChoice): MenuChoice => {
    if (step.do === 'menu') return step.menu === gone ? BUSY : step;
    return 'unanswered' in step ? { ...step, unanswered: ending(step.unanswered) } : step;
  };
  return menus
    .filter(({ id }) => id !== gone)
    .map((menu) => ({
      ...menu,
      keys: menu.keys.map((line) => ({ ...line, then: choice(line.then) })),
      otherwise: choice(menu.otherwise),
    }));
}

/** The draft where each step that leads to a menu names one: the first, or a new one where there is none. */
export function withMenus(draft: RuleDraft): RuleDraft {
  const steps = [draft.open, draft.closed, draft.unanswered];
  if (!steps.some((step) => step.do === 'menu' && step.menu === '')) return draft;
  const menus = draft.menus.length > 0 ? draft.menus : [newMenu([], draft.voicemail.language)];
  const menu = menus[0]?.id ?? '';
  const named = <Step extends { do: string }>(step: Step): Step =>
    step.do === 'menu' && 'menu' in step && step.menu === '' ? { ...step, menu } : step;
  return {
    ...draft,
    menus,
    open: named(draft.open),
    closed: named(draft.closed),
    unanswered: named(draft.unanswered),
  };
}

/** What callers can hear of menus: those that no step and no key leads to are left out. */
export const usesMenus = ({ open, closed, unanswered }: RuleDraft): boolean =>
  [open, closed, unanswered].some((step) => step.do === 'menu');

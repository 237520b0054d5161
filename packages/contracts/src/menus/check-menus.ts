import { NOTHING_CHOSEN, ringsNothing } from '../numbers/number-forwarding.ts';
import { type Menu, MENU_LIMITS, type MenuChoice } from './menu.ts';

/** What is wrong with menus: where, and a sentence for whoever writes them. */
export type MenuIssue = { path: (string | number)[]; message: string };

type Step = { do: string; menu?: string };
type Rule = { open: Step; closed: Step; unanswered: Step; menus: Menu[] };

/**
 * What keeps menus from being used: a step or a key that leads to no menu, or to nothing that rings, a key that leads to two things, menus that lead to one another
 * for ever when nobody presses a key, and more of them than a call can carry. Empty: nothing.
 */
export function checkMenus({ open, closed, unanswered, menus }: Rule): MenuIssue[] {
  const ids = new Set(menus.map(({ id }) => id));
  const steps = Object.entries({ open, closed, unanswered }).map(([name, step]) => ({ path: [name], step }));
  return [
    ...steps.flatMap(({ path, step }) => missing(ids, step, path)),
    ...(ids.size === menus.length ? [] : [{ path: ['menus'], message: 'Two menus have the same id' }]),
    ...menus.flatMap((menu, place) => [
      ...problemsOf(ids, menu, ['menus', place]),
      ...keysTwice(menu, ['menus', place]),
      ...(hasNoEnd(menus, menu) ? [{ path: ['menus', place, 'otherwise'], message: NO_END }] : []),
    ]),
    ...(bytesOf(menus) > MENU_LIMITS.bytes ? [{ path: ['menus'], message: TOO_MUCH }] : []),
  ];
}

const NO_END = 'A caller who presses nothing would go round these menus forever. Let one of them end.';
const TOO_MUCH = 'Together these menus are too long. Shorten what they say.';

function missing(ids: ReadonlySet<string>, step: Step, path: MenuIssue['path']): MenuIssue[] {
  const isMissing = step.do === 'menu' && !ids.has(step.menu ?? '');
  return isMissing ? [{ path: [...path, 'menu'], message: 'Choose a menu' }] : [];
}

function problemsOf(ids: ReadonlySet<string>, { keys, otherwise }: Menu, path: MenuIssue['path']): MenuIssue[] {
  const choices = [
    ...keys.map(({ then }, place) => ({ choice: then, at: [...path, 'keys', place, 'then'] })),
    { choice: otherwise, at: [...path, 'otherwise'] },
  ];
  return choices.flatMap(({ choice, at }) => [
    ...(choice.do === 'ring' && ringsNothing(choice) ? [{ path: at, message: NOTHING_CHOSEN }] : []),
    ...missing(ids, choice, at),
    ...('unanswered' in choice ? missing(ids, choice.unanswered, [...at, 'unanswered']) : []),
  ]);
}

function keysTwice({ keys }: Menu, path: MenuIssue['path']): MenuIssue[] {
  return keys.flatMap(({ key }, place) =>
    keys.findIndex((other) => other.key === key) === place
      ? []
      : [{ path: [...path, 'keys', place, 'key'], message: 'A key is used twice' }],
  );
}

/** Whether a caller who presses nothing comes back to a menu that they were in. */
function hasNoEnd(menus: Menu[], from: Menu): boolean {
  const seen = new Set<string>();
  let at: Menu | undefined = from;
  while (at !== undefined) {
    if (seen.has(at.id)) return true;
    seen.add(at.id);
    const next = menuAfter(at.otherwise);
    at = menus.find(({ id }) => id === next);
  }
  return false;
}

/** The menu that a choice comes to, at once or when nobody takes the call; null: to none. */
function menuAfter(choice: MenuChoice): string | null {
  const last = 'unanswered' in choice ? choice.unanswered : choice;
  return last.do === 'menu' ? last.menu : null;
}

const bytesOf = (menus: Menu[]) => new TextEncoder().encode(JSON.stringify(menus)).length;

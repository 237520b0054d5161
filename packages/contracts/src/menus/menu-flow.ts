import type { Menu, MenuChoice, MenuEnding, MenuKey } from './menu.ts';

/** A choice as far as the steps of a menu go: whom it calls is somebody else's. */
export type FlowChoice = MenuEnding | { do: 'dial'; unanswered: MenuEnding };
/** Menus as a call goes through them. */
export type MenuFlow = {
  /** The id of the first. */
  start: string;
  menus: { id: string; tries: number; keys: { key: MenuKey; then: FlowChoice }[]; otherwise: FlowChoice }[];
};

/** How far a call has come. `tries`: how often this menu was said, since the call came to it; `said`, `dialled`: in all. */
export type MenuState =
  | { is: 'asking'; menu: string; tries: number; said: number; dialled: number }
  | { is: 'dialling'; menu: string; unanswered: MenuEnding; said: number; dialled: number }
  | { is: 'over' };

/** What happened: a key was pressed; none was, in time; who was called did not take the call. */
export type MenuEvent = { is: 'key'; key: string } | { is: 'no_key' } | { is: 'untaken' };

/** What is to be done next. `dial`: whom the key of that menu leads to, or its `otherwise`; `say`: then hang up. */
export type MenuAct =
  | { do: 'ask'; menu: string }
  | { do: 'dial'; menu: string; by: MenuKey | 'otherwise' }
  | { do: 'take_message' }
  | { do: 'say'; menu: string; text: string }
  | { do: 'busy' }
  | { do: 'nothing' };

export type MenuTurn = { state: MenuState; act: MenuAct };

/** However menus lead to one another, one call hears so many of them, and calls so many times. */
export const CALL_BOUNDS = { said: 12, dialled: 3 } as const;

const OVER: MenuState = { is: 'over' };
const nothing = (state: MenuState): MenuTurn => ({ state, act: { do: 'nothing' } });
const ends = (act: MenuAct): MenuTurn => ({ state: OVER, act });

/** The first thing that is done with a call. */
export function beginMenu(flow: MenuFlow): MenuTurn {
  return enter(flow, { menu: flow.start, said: 0, dialled: 0 });
}

/**
 * What is done after an event, whatever its order: one that does not fit changes nothing. Each call ends: by what a menu says, by a menu
 * that is missing, or at the bounds of a call, which all sound busy.
 */
export function stepMenu(flow: MenuFlow, state: MenuState, event: MenuEvent): MenuTurn {
  if (state.is === 'over') return nothing(state);
  if (state.is === 'dialling') {
    return event.is === 'untaken' ? follow(flow, state, { by: 'otherwise', choice: state.unanswered }) : nothing(state);
  }
  if (event.is === 'untaken') return nothing(state);
  const menu = flow.menus.find(({ id }) => id === state.menu);
  if (menu === undefined) return ends({ do: 'busy' });
  const chosen = event.is === 'key' ? menu.keys.find(({ key }) => key === event.key) : undefined;
  if (chosen !== undefined) return follow(flow, state, { by: chosen.key, choice: chosen.then });
  if (state.tries < menu.tries) return ask({ ...state, tries: state.tries + 1 });
  return follow(flow, state, { by: 'otherwise', choice: menu.otherwise });
}

type Position = { menu: string; said: number; dialled: number };

function follow(
  flow: MenuFlow,
  at: Position,
  { by, choice }: { by: MenuKey | 'otherwise'; choice: FlowChoice },
): MenuTurn {
  const { menu, said, dialled } = at;
  switch (choice.do) {
    case 'menu':
      return enter(flow, { menu: choice.menu, said, dialled });
    case 'voicemail':
      return ends({ do: 'take_message' });
    case 'say':
      return ends({ do: 'say', menu, text: choice.text });
    case 'busy':
      return ends({ do: 'busy' });
    case 'dial':
      if (dialled >= CALL_BOUNDS.dialled) return follow(flow, at, { by, choice: choice.unanswered });
      return {
        state: { is: 'dialling', menu, unanswered: choice.unanswered, said, dialled: dialled + 1 },
        act: { do: 'dial', menu, by },
      };
  }
}

function enter(flow: MenuFlow, { menu, said, dialled }: Position): MenuTurn {
  if (!flow.menus.some(({ id }) => id === menu)) return ends({ do: 'busy' });
  return ask({ is: 'asking', menu, tries: 1, said, dialled });
}

function ask(state: Extract<MenuState, { is: 'asking' }>): MenuTurn {
  if (state.said >= CALL_BOUNDS.said) return ends({ do: 'busy' });
  return { state: { ...state, said: state.said + 1 }, act: { do: 'ask', menu: state.menu } };
}

/** The menus of a rule from one of them on. */
export function flowOf(menus: readonly Menu[], start: string): MenuFlow {
  return {
    start,
    menus: menus.map(({ id, tries, keys, otherwise }) => ({
      id,
      tries,
      keys: keys.map(({ key, then }) => ({ key, then: flowChoice(then) })),
      otherwise: flowChoice(otherwise),
    })),
  };
}

/** A choice without whom it calls. */
export function flowChoice(choice: MenuChoice): FlowChoice {
  return choice.do === 'ring' || choice.do === 'forward' ? { do: 'dial', unanswered: choice.unanswered } : choice;
}

import { MENU_KEYS, type MenuKey } from './menu.ts';

/** What the attendant has placed for a caller: whom the key of a menu leads to, or what it does otherwise. */
export type MenuDial = { callId: string; menu: string; by: MenuKey | 'otherwise' };

const WRITTEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-([a-z0-9]{1,4})-([0-9sho])$/;
/** Keys that would have to be escaped in an address. */
const LETTERS: Partial<Record<MenuDial['by'], string>> = { '*': 's', '#': 'h', otherwise: 'o' };

/** A choice as the user of the address that the attendant calls at the engine. */
export function writeMenuDial({ callId, menu, by }: MenuDial): string {
  return `${callId.replaceAll('-', '')}-${menu}-${LETTERS[by] ?? by}`;
}

/** The choice that such an address stands for; null for any other. */
export function readMenuDial(user: string): MenuDial | null {
  const [, first, second, third, fourth, fifth, menu, letter] = WRITTEN.exec(user) ?? [];
  const by = ([...MENU_KEYS, 'otherwise'] as const).find((each) => (LETTERS[each] ?? each) === letter);
  if (menu === undefined || by === undefined) return null;
  return { callId: [first, second, third, fourth, fifth].join('-'), menu, by };
}

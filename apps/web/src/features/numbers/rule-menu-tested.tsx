import type { Menu, MenuChoice } from '@farline/contracts/menus/menu';
import { showNumber } from '../../lib/format/phone-number.ts';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';

/** What each key of a menu does, and what happens without one. */
export function MenuTested({ menu, menus }: { menu: Menu | undefined; menus: readonly Menu[] }) {
  const t = numberRulesText.useText();
  if (menu === undefined) return null;
  return (
    <ul className="mt-1 grid gap-1">
      {menu.keys.map(({ key, name, then }) => (
        <li key={key}>{t('testedKey', { key, name, what: inWords(then, menus) })}</li>
      ))}
      <li>{t('testedNoKey', { count: menu.tries, what: inWords(menu.otherwise, menus) })}</li>
    </ul>
  );
}

function inWords(choice: MenuChoice, menus: readonly Menu[]): string {
  const t = numberRulesText.say;
  switch (choice.do) {
    case 'forward':
      return t('testedForward', { number: showNumber(choice.to) });
    case 'menu':
      return t('testedMenu', { name: menus.find(({ id }) => id === choice.menu)?.name ?? '' });
    case 'say':
      return t('testedSay', { text: choice.text });
    case 'ring':
    case 'voicemail':
    case 'busy':
      return t(`choice_${choice.do}`);
  }
}

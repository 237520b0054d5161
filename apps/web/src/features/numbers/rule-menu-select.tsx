import type { Menu } from '@farline/contracts/menus/menu';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Select } from '../../ui/select.tsx';

/** Which menu comes. */
export function MenuSelect({
  menu,
  menus,
  error,
  onChange,
}: {
  menu: string;
  menus: readonly Menu[];
  error?: string | undefined;
  onChange: (menu: string) => void;
}) {
  const t = numberRulesText.useText();
  return (
    <Select label={t('whichMenu')} error={error} value={menu} onChange={({ target }) => onChange(target.value)}>
      {menus.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

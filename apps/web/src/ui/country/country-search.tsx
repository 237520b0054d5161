import { type RefObject, useEffect, useState } from 'react';
import type { CountryOption } from '../../lib/countries/find-countries.ts';
import { savesData } from '../../lib/page/saves-data.ts';
import { whenQuiet } from '../../lib/page/when-quiet.ts';
import { later } from '../later/later.tsx';

const CountryList = later(async () => (await import('./country-list.tsx')).CountryList, {
  missing: 'floating',
  close: ({ onClose }) => onClose(),
});

interface CountrySearchProps {
  field: RefObject<HTMLSelectElement | null>;
  label: string;
  countries: readonly CountryOption[];
  onChoose: (code: string) => void;
}

/**
 * Makes a `<select>` of countries searchable where there is a mouse and a keyboard: pressed or typed into, it opens a list that
 * finds a country by any of its names. Touched, it opens the telephone's own list; what it has and means stays that of a `<select>`.
 */
export function CountrySearch({ field, label, countries, onChoose }: CountrySearchProps) {
  // What the search begins with; null: the list is closed.
  const [begun, begin] = useState<string | null>(null);
  useEffect(() => {
    const select = field.current;
    if (select === null || !isAtDesk()) return;
    const stopWaiting = whenQuiet(() => void (savesData() || CountryList.load().catch(() => undefined)));
    const open = (event: Event, text: string | null): void => {
      if (text === null) return;
      event.preventDefault();
      begin(text);
    };
    const press = (event: MouseEvent): void => open(event, event.button === 0 ? '' : null);
    const type = (event: KeyboardEvent): void => open(event, searchOf(event));
    select.addEventListener('mousedown', press);
    select.addEventListener('keydown', type);
    select.setAttribute('data-searchable', '');
    return () => {
      stopWaiting();
      select.removeEventListener('mousedown', press);
      select.removeEventListener('keydown', type);
    };
  }, [field]);
  if (begun === null) return null;
  return (
    <CountryList
      field={field}
      label={label}
      countries={countries}
      begun={begun}
      onChoose={onChoose}
      onClose={() => begin(null)}
    />
  );
}

/** Not where a finger touches the screen: the lists of telephones are better there. */
const isAtDesk = (): boolean => matchMedia('(pointer: fine)').matches;

/** What a key on the closed list begins a search with; null: it is none of its keys. */
function searchOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (ctrlKey || metaKey) return null;
  if (key === 'Enter' || key === ' ' || key === 'ArrowDown' || key === 'ArrowUp') return '';
  return key.length === 1 && !altKey ? key : null;
}

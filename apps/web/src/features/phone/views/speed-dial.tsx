import { Star } from 'lucide-react';
import { nameOrNumber } from '../../../lib/calls/use-names.ts';
import { phoneText } from '../../../texts/phone.ts';
import { cx } from '../../../ui/cx.ts';
import { openPhone } from '../phone-store.ts';
import { nameAndNumber, useKnownPeople } from './use-known-people.ts';

const MOST = 4;

interface SpeedDialProps {
  onChoose?: (number: string) => void;
  /** Somebody who is left out. */
  butNot?: string | null;
}

/** Favourite contacts, and in the places that are left whoever was spoken to last: one press away. Nothing where there is nobody. */
export function SpeedDial({ onChoose = openPhone, butNot = null }: SpeedDialProps) {
  const t = phoneText.useText();
  const { favourites, recents } = useKnownPeople();
  const people = [...favourites, ...recents].filter(({ number }) => number !== butNot).slice(0, MOST);
  if (people.length === 0) return null;
  return (
    <ul aria-label={t('speedDial')} className="mb-2 grid grid-cols-2 gap-1.5" data-testid="speed-dial">
      {people.map(({ number, name }) => (
        <li key={number} className="min-w-0">
          <button
            type="button"
            title={nameAndNumber({ name, number })}
            onClick={() => onChoose(number)}
            className="flex min-h-10 w-full items-center gap-2 rounded-control bg-soft px-2 text-note font-medium transition-colors hover:bg-press"
          >
            {favourites.some((favourite) => favourite.number === number) && (
              <Star aria-hidden className="size-4 shrink-0 fill-marigold text-marigold" />
            )}
            <bdi className={cx('truncate', name === null && 'phone-number')}>{nameOrNumber(name, number)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

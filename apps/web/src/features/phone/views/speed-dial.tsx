import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { isService } from '../../../lib/calls/is-service.ts';
import { otherSide } from '../../../lib/calls/other-side.ts';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { contactNamesQuery, queryClient, recentCallsQuery } from '../../../lib/session/queries.ts';
import { phoneText } from '../../../texts/phone.ts';
import { cx } from '../../../ui/cx.ts';
import { openPhone } from '../phone-store.ts';

const MOST = 4;

/** Favourite contacts, and in the places that are left whoever was spoken to last: one press away. Nothing where there is nobody. */
export function SpeedDial({ onChoose = openPhone }: { onChoose?: (number: string) => void }) {
  const t = phoneText.useText();
  const favourites = useFavourites();
  const recents = useRecents(favourites).slice(0, MOST - favourites.length);
  if (favourites.length + recents.length === 0) return null;
  return (
    <ul aria-label={t('speedDial')} className="mb-2 grid grid-cols-2 gap-1.5" data-testid="speed-dial">
      {[...favourites, ...recents].map(({ number, name }, index) => (
        <li key={number} className="min-w-0">
          <button
            type="button"
            title={name === null ? showNumber(number) : `${name} ${showNumber(number)}`}
            onClick={() => onChoose(number)}
            className="flex min-h-10 w-full items-center gap-2 rounded-control bg-soft px-2 text-note font-medium transition-colors hover:bg-press"
          >
            {index < favourites.length && <Star aria-hidden className="size-4 shrink-0 fill-marigold text-marigold" />}
            <bdi className={cx('truncate', name === null && 'phone-number')}>{nameOrNumber(name, number)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Known {
  number: string;
  name: string | null;
}

function useFavourites(): readonly Known[] {
  const { data } = useQuery(contactNamesQuery, queryClient);
  return data?.filter((contact) => contact.isFavourite).slice(0, MOST) ?? [];
}

/** Whom the latest calls were with, each once; our own services and callers who show no number are left out. */
function useRecents(others: readonly Known[]): readonly Known[] {
  const nameOf = useNames();
  // The list that the dashboard shows, which is asked for once.
  const { data } = useQuery(recentCallsQuery, queryClient);
  const numbers = data?.calls.filter(({ destination }) => !isService(destination)).map(otherSide) ?? [];
  const known = new Set(others.map(({ number }) => number));
  return [...new Set(numbers)].flatMap((number) =>
    number === null || known.has(number) ? [] : [{ number, name: nameOf(number) }],
  );
}

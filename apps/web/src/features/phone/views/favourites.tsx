import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { contactNamesQuery, queryClient } from '../../../lib/session/queries.ts';
import { phoneText } from '../../../texts/phone.ts';
import { openPhone } from '../phone-store.ts';

const MOST = 4;

/** Favourite contacts, one press away; nothing where there are none. */
export function Favourites({ onChoose = openPhone }: { onChoose?: (number: string) => void }) {
  const t = phoneText.useText();
  const { data } = useQuery(contactNamesQuery, queryClient);
  const favourites = data?.filter((contact) => contact.isFavourite).slice(0, MOST) ?? [];
  if (favourites.length === 0) return null;
  return (
    <ul aria-label={t('favourites')} className="mb-2 grid grid-cols-2 gap-1.5" data-testid="favourites">
      {favourites.map(({ number, name }) => (
        <li key={number}>
          <button
            type="button"
            title={showNumber(number)}
            onClick={() => onChoose(number)}
            className="flex min-h-10 w-full items-center gap-2 rounded-control bg-soft px-3 text-note font-medium transition-colors hover:bg-press"
          >
            <Star aria-hidden className="size-4 shrink-0 fill-marigold text-marigold" />
            <span className="truncate">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

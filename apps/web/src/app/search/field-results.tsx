import type { Country } from '@farline/contracts/rates';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useFieldSearch } from '../../features/phone/field-search.ts';
import { openPhone } from '../../features/phone/phone-store.ts';
import { isShortNumber } from '../../features/phone/views/use-quote.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { wrongLength } from '../../lib/format/number-length.ts';
import { phoneText } from '../../texts/phone.ts';
import { searchText } from '../../texts/search.ts';
import { Skeleton } from '../../ui/card.tsx';
import { type Entry, fieldEntries } from './find-entries.ts';
import { Options, type SearchedWhole, WRONG_LENGTHS } from './results.tsx';
import { useChoice } from './use-choice.ts';
import { useEntries } from './use-entries.ts';

/**
 * The search, below the phone's field: people, and for what is no number the countries with their prices and what can be done, too. Whoever is chosen
 * comes into the field, as a country's calling code does; a command is done.
 */
export function FieldResults({ typed }: { typed: string }) {
  const id = useId();
  const navigate = useNavigate();
  const { entries: found, read } = useEntries(typed);
  const entries = fieldEntries(found, typed);
  const { current, currentId, press, mean } = useChoice(id, typed, entries, {
    choose,
    write: ({ person }) => void navigate(threadPath(person.number)),
  });
  useField(`${id}-list`, currentId, press);
  return (
    <div className="-mx-2" data-testid="people-found">
      <Options id={id} entries={entries} current={current} onMeant={mean} onChoose={choose} isCompact />
      {entries.length === 0 && <Nothing typed={typed} read={read} />}
    </div>
  );
}

function choose(entry: Entry<Country>): void {
  if (entry.is === 'person') openPhone(entry.person.number);
  else if (entry.is === 'country') openPhone(`+${entry.country.callingCode}`);
  else {
    openPhone('');
    entry.command.act();
  }
}

/** Nothing is called that, as far as it could be read; or it is a number, of the wrong length. */
export function Nothing({ typed, read }: { typed: string; read: SearchedWhole }) {
  const t = phoneText.useText();
  const inSearch = searchText.useText();
  const wrong = wrongLength(typed, homeCountry());
  if (isShortNumber(typed)) return null; // What it is comes with its price, or with why it can't be called.
  if (read === 'under-way') return <Skeleton className="late mx-2 h-5 w-44" />;
  return (
    <p role="status" className="px-2 text-note text-muted">
      {wrong === null ? t(read === 'in-part' ? 'contactsUnread' : 'nobodyFound') : inSearch(WRONG_LENGTHS[wrong])}
    </p>
  );
}

/** Gives the phone's field its keys and what it says of the list below it, for as long as that is there. */
function useField(listId: string, currentId: string | undefined, press: ReturnType<typeof useChoice>['press']): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  const pressLatest = useCallback<typeof press>((event) => latest.current(event), []);
  useEffect(() => {
    useFieldSearch.setState({ list: { id: listId, currentId, press: pressLatest } });
    return () => useFieldSearch.setState({ list: null });
  }, [listId, currentId, pressLatest]);
}

import type { Country } from '@farline/contracts/rates';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callAtOnce } from '../../features/phone/index.ts';
import { useQuote } from '../../features/phone/views/use-quote.ts';
import { useLatestNumbers } from '../../lib/calls/use-latest-numbers.ts';
import { countryName, formatRateShort, localTimeIn } from '../../lib/format/format.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { localCountries } from '../../lib/format/local-countries.ts';
import { readNumber } from '../../lib/format/phone-number.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { contactNamesQuery, countriesQuery, isOutOfReach, queryClient } from '../../lib/session/queries.ts';
import { phoneText } from '../../texts/phone.ts';
import { searchText } from '../../texts/search.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Entry, findEntries } from './find-entries.ts';
import { Results, type SearchedWhole } from './results.tsx';
import { textKeys } from './search-key-names.ts';
import { useCommands } from './use-commands.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };

/** One box for everything: people, numbers, past calls, countries with their prices, pages, and what can be done. Enter calls or does it. */
export function SearchDialog({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) {
  const t = searchText.useText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // Nothing is meant until something is typed or moved to: Enter alone would call whoever was called last.
  const [wanted, setAt] = useState(-1);
  const { entries, read } = useEntries(typed, onSignOut);
  const at = Math.min(wanted, entries.length - 1);
  const current = entries[at];
  const currentId = current === undefined ? undefined : `${id}-${current.id}`;
  useInView(currentId);

  const { choose, write } = useActs(onClose);
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) setAt(Math.max(0, Math.min(entries.length - 1, at + step)));
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    else if (current !== undefined && !event.repeat) {
      if ((event.ctrlKey || event.metaKey) && current.is === 'person') write(current);
      else choose(current);
    }
    event.preventDefault();
  };
  return (
    <Dialog title={t('title')} open onOpenChange={onClose} begin={field} data-testid="search">
      <input
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={currentId}
        aria-autocomplete="list"
        aria-label={t('placeholder')}
        placeholder={t('placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(target.value.trim() === '' ? -1 : 0);
        }}
        onKeyDown={press}
        className="min-h-12 w-full rounded-control border border-edge bg-raised px-3.5 text-body rtl:text-right"
      />
      <Results
        id={id}
        entries={entries}
        current={current}
        typed={typed}
        read={read}
        onMeant={(entry) => setAt(entries.indexOf(entry))}
        onChoose={choose}
      />
      <Hint current={current} />
    </Dialog>
  );
}

/** Keeps the one that Enter means where it can be seen. */
function useInView(id: string | undefined): void {
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}

function useActs(onClose: () => void) {
  const navigate = useNavigate();
  return {
    choose(entry: Entry): void {
      onClose();
      if (entry.is === 'person') callAtOnce(entry.person.number);
      else if (entry.is === 'country') void navigate(`/pricing/${entry.country.code.toLowerCase()}`);
      else entry.command.act();
    },
    write({ person }: Extract<Entry, { is: 'person' }>): void {
      onClose();
      void navigate(threadPath(person.number));
    },
  };
}

function useEntries(typed: string, onSignOut: () => void): { entries: Entry<Country>[]; read: SearchedWhole } {
  const contacts = useQuery(contactNamesQuery, queryClient);
  const countries = useQuery(countriesQuery, queryClient);
  const commands = useCommands(onSignOut);
  const { latest, ...ofLatest } = useLatestNumbers();
  const local = useMemo(() => localCountries(countries.data ?? []), [countries.data]);
  const read = readNumber(typed, homeCountry());
  const entries = findEntries(typed, { contacts: contacts.data ?? [], latest, read, countries: local, commands });
  const unread = [contacts, countries].filter(({ data }) => data === undefined);
  const isFailed = ofLatest.isFailed || unread.some(isOutOfReach);
  return { entries, read: isFailed ? 'in-part' : ofLatest.isUnderWay || unread.length > 0 ? 'under-way' : 'whole' };
}

/** What Enter does with the person who is chosen: where they are, what time it is there, and what a minute costs. */
function Hint({ current }: { current: Entry<Country> | undefined }) {
  const number = current?.is === 'person' ? current.person.number : '';
  const t = searchText.useText();
  const phone = phoneText.useText();
  const { read, price } = useQuote(number);
  const countryCode = read.is === 'number' ? read.countryCode : null;
  const time = countryCode === null ? null : localTimeIn(countryCode);
  const facts = [
    countryCode === null ? null : countryName(countryCode),
    time === null ? null : t('localTime', { time }),
    price === null ? null : phone('perMinute', { price: formatRateShort(price.terms.perMinute) }),
  ].filter((fact) => fact !== null);
  return (
    <div className="mt-3 flex min-h-6 flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-note text-muted">
      <p className="figures" data-testid="search-facts">
        {facts.join(' · ')}
      </p>
      {number !== '' && (
        <p className="max-sm:hidden">
          <kbd className="font-sans font-semibold">Enter</kbd> {t('call')} ·{' '}
          <kbd className="font-sans font-semibold">{textKeys()}</kbd> {t('text')}
        </p>
      )}
    </div>
  );
}

import type { CallFilters, CallStatus } from '@farline/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format/format.ts';
import { localCountries } from '../../lib/format/local-countries.ts';
import { countriesQuery, queryClient } from '../../lib/session/queries.ts';
import { callsText } from '../../texts/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { CountrySearch } from '../../ui/country/country-search.tsx';
import { firstSearchText, hearAddress, SEARCH_TEXT_MAX, toSearch } from './search-text.ts';

const STATUSES: readonly CallStatus[] = ['completed', 'failed', 'cancelled'];
const TYPING_PAUSE_MS = 300;

interface FilterBarProps {
  filters: CallFilters;
  onChange: (filters: CallFilters) => void;
}

/** Narrows the list down: by number or name in one line, and behind a button by ending, country and days. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const t = callsText.useText();
  const { q = '', ...others } = filters;
  const count = Object.values(others).filter((value) => value !== undefined).length;
  const [isOpen, setOpen] = useState(count > 0);
  const set = (change: Change): void => {
    const next = { ...filters, ...change };
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== '')));
  };
  return (
    <div role="search" aria-label={t('filter')} className="mb-5 grid gap-3">
      <div className="flex items-end gap-2">
        <SearchField value={q} onSearch={(wanted) => set({ q: wanted })} />
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-controls="call-filters"
          className="min-h-12 whitespace-nowrap"
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden className="size-4.5" />
          {count === 0 ? t('filters') : t('filtersOn', { number: formatCount(count) })}
        </Button>
      </div>
      <div id="call-filters" hidden={!isOpen}>
        {isOpen && <Fields filters={others} set={set} />}
      </div>
      {(q !== '' || count > 0) && (
        <Button look="link" className="justify-self-start" onClick={() => onChange({})}>
          {t('filterClear')}
        </Button>
      )}
    </div>
  );
}

type Change = { [Key in keyof CallFilters]?: CallFilters[Key] | undefined };

function Fields({ filters, set }: { filters: Omit<CallFilters, 'q'>; set: (change: Change) => void }) {
  const t = callsText.useText();
  const countries = useQuery(countriesQuery, queryClient);
  const all = { code: '', name: t('filterAll'), callingCode: '' };
  const options = [all, ...localCountries(countries.data ?? [])];
  const choose = (code: string): void => set({ countryCode: code === '' ? undefined : code });
  const field = useRef<HTMLSelectElement>(null);
  return (
    <div className="grid items-end gap-3 @md:grid-cols-2 @3xl:grid-cols-4">
      <Select
        label={t('filterStatus')}
        value={filters.status ?? ''}
        onChange={({ target }) => set({ status: STATUSES.find((status) => status === target.value) })}
      >
        <option value="">{t('filterAll')}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`status_${status}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t('filterCountry')}
        value={filters.countryCode ?? ''}
        onChange={({ target }) => choose(target.value)}
        ref={field}
      >
        {options.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <CountrySearch field={field} label={t('filterCountry')} countries={options} onChoose={choose} />
      <Field
        label={t('filterFrom')}
        type="date"
        value={filters.from ?? ''}
        onChange={({ target }) => set({ from: target.value })}
      />
      <Field
        label={t('filterTo')}
        type="date"
        value={filters.to ?? ''}
        onChange={({ target }) => set({ to: target.value })}
      />
    </div>
  );
}

/** Searches a moment after the typing stops. */
export function SearchField({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const t = callsText.useText();
  const [kept, setText] = useState(() => firstSearchText(value));
  const text = hearAddress(kept, value);
  if (text !== kept) setText(text);
  const wanted = toSearch(text);
  useEffect(() => {
    if (wanted === null) return;
    const timer = setTimeout(() => {
      setText((now) => ({ ...now, asked: wanted }));
      onSearch(wanted);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, onSearch]);
  return (
    <Field
      label={t('filterSearch')}
      className="min-w-0 flex-1"
      type="search"
      maxLength={SEARCH_TEXT_MAX}
      value={text.typed}
      onChange={({ target }) => setText((now) => ({ ...now, typed: target.value }))}
    />
  );
}

import type { CallFilters, CallStatus } from '@farline/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { localCountries } from '../../lib/format/local-countries.ts';
import { countriesQuery, queryClient } from '../../lib/session/queries.ts';
import { callsText } from '../../texts/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { firstSearchText, hearAddress, SEARCH_TEXT_MAX, toSearch } from './search-text.ts';

const STATUSES: readonly CallStatus[] = ['completed', 'failed', 'cancelled'];
const TYPING_PAUSE_MS = 300;

interface FilterBarProps {
  filters: CallFilters;
  onChange: (filters: CallFilters) => void;
}

/** Narrows the list down: by number or name, ending, country, days. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const t = callsText.useText();
  const countries = useQuery(countriesQuery, queryClient);
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const set = (change: { [Key in keyof CallFilters]?: CallFilters[Key] | undefined }): void => {
    const next = { ...filters, ...change };
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== '')));
  };
  return (
    <div
      role="search"
      aria-label={t('filter')}
      className="mb-5 grid items-end gap-3 @md:grid-cols-2 @3xl:grid-cols-[1.5fr_1fr_1fr_1fr_1fr]"
    >
      <SearchField value={filters.q ?? ''} onSearch={(q) => set({ q })} />
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
        onChange={({ target }) => set({ countryCode: target.value === '' ? undefined : target.value })}
      >
        <option value="">{t('filterAll')}</option>
        {localCountries(countries.data ?? []).map((country) => (
          <option key={country.code} value={country.code}>
            {country.name}
          </option>
        ))}
      </Select>
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
      {isNarrowed && (
        <Button look="link" className="justify-self-start" onClick={() => onChange({})}>
          {t('filterClear')}
        </Button>
      )}
    </div>
  );
}

/** Searches a moment after the typing stops. */
function SearchField({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
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
      type="search"
      maxLength={SEARCH_TEXT_MAX}
      value={text.typed}
      onChange={({ target }) => setText((now) => ({ ...now, typed: target.value }))}
    />
  );
}

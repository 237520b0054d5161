import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { useRef } from 'react';
import { countryName } from '../../lib/format/format.ts';
import { CountrySearch } from './country-search.tsx';
import { useLanguage } from '../../lib/language/i18n.ts';
import { authText } from '../../texts/auth.ts';
import { Select } from '../select.tsx';

interface CountrySelectProps {
  value: string;
  onChoose: (country: string) => void;
}

/** The country whose numbers are meant when one is typed without its code. */
export function CountrySelect({ value, onChoose }: CountrySelectProps) {
  const t = authText.useText();
  const language = useLanguage();
  const countries = getCountries()
    .map((code) => ({ code, name: countryName(code), callingCode: getCountryCallingCode(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
  const label = t('phoneCountry');
  const field = useRef<HTMLSelectElement>(null);
  return (
    <div>
      <Select
        label={label}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        ref={field}
      >
        {countries.map(({ code, name, callingCode }) => (
          <option key={code} value={code}>
            {`${name} +${callingCode}`}
          </option>
        ))}
      </Select>
      <CountrySearch field={field} label={label} countries={countries} onChoose={onChoose} />
    </div>
  );
}

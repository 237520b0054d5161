import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { useRef } from 'react';
import type { CountryOption } from '../../lib/countries/find-countries.ts';
import { countryName } from '../../lib/format/format.ts';
import { CountrySearch } from './country-search.tsx';
import { useLanguage } from '../../lib/language/i18n.ts';
import { authText } from '../../texts/auth.ts';
import { Flag } from '../flag.tsx';
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
  const chosen = countries.find(({ code }) => code === value);
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
        face={chosen && <Face {...chosen} />}
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

/** The flag and the code stand there whole: of a long name as much as there is room for. */
function Face({ code, name, callingCode }: CountryOption) {
  return (
    <>
      <Flag countryCode={code} />
      <span data-abridged className="min-w-0 flex-1 truncate">
        {name}
      </span>
      <span dir="ltr" className="figures text-muted">{`+${callingCode}`}</span>
    </>
  );
}

import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { CountrySearch } from '../../../ui/country/country-search.tsx';
import { api } from '../../../lib/api/api-client.ts';
import type { CountryOption } from '../../../lib/countries/find-countries.ts';
import { countryName } from '../../../lib/format/format.ts';
import { homeCountry } from '../../../lib/format/home-country.ts';
import { useLanguage } from '../../../lib/language/i18n.ts';
import { replaceUser } from '../../../lib/session/session.ts';
import { phoneText } from '../../../texts/phone.ts';
import { notifyFailure } from '../../../ui/notify-failure.ts';
import { failureOf } from '../../../ui/failure-box.tsx';

/** The flag in the number field: pressed, it lets somebody choose where numbers without a code belong, from now on and on every page. */
export function HomeChoice({ flag }: { flag: ReactNode }) {
  const t = phoneText.useText();
  const home = homeCountry() ?? '';
  // Two hundred names are made when somebody looks for one of them.
  const [isOpened, setOpened] = useState(false);
  const choose = async (country: string): Promise<void> => {
    try {
      replaceUser((await api('PATCH /auth/profile', { body: { country } })).user);
    } catch (error) {
      await notifyFailure(failureOf(error, t('homeFailed')));
    }
  };
  const countries = useCountries(isOpened, home);
  const label = t('homeLabel');
  const field = useRef<HTMLSelectElement>(null);
  return (
    <span className="absolute inset-y-1.5 start-1.5 grid w-10 place-items-center rounded-small focus-within:outline-2 focus-within:outline-accent hover:bg-soft">
      {flag}
      <select
        aria-label={label}
        title={label}
        value={home}
        onPointerDown={() => setOpened(true)}
        onFocus={() => setOpened(true)}
        onChange={({ target }) => void choose(target.value)}
        ref={field}
        data-testid="home-country"
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      >
        {countries.map(({ code, name, callingCode }) => (
          <option key={code} value={code} className="bg-raised text-text">
            {callingCode === '' ? name : `${name} +${callingCode}`}
          </option>
        ))}
      </select>
      <CountrySearch field={field} label={label} countries={countries} onChoose={(code) => void choose(code)} />
    </span>
  );
}

/** All countries once they are asked for; until then the present one. */
function useCountries(isWanted: boolean, home: string): readonly CountryOption[] {
  const language = useLanguage();
  return useMemo(
    () =>
      isWanted
        ? getCountries()
            .map((code) => ({ code, name: countryName(code), callingCode: getCountryCallingCode(code) }))
            .sort((a, b) => a.name.localeCompare(b.name, language))
        : [{ code: home, name: home, callingCode: '' }],
    [isWanted, home, language],
  );
}

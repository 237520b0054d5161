import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
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
  return (
    <span className="absolute inset-y-1.5 start-1.5 grid w-10 place-items-center rounded-small focus-within:outline-2 focus-within:outline-accent hover:bg-soft">
      {flag}
      <select
        aria-label={t('homeLabel')}
        title={t('homeLabel')}
        value={home}
        onPointerDown={() => setOpened(true)}
        onFocus={() => setOpened(true)}
        onChange={({ target }) => void choose(target.value)}
        data-testid="home-country"
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      >
        {isOpened ? <Countries /> : <option value={home}>{home}</option>}
      </select>
    </span>
  );
}

function Countries() {
  const language = useLanguage();
  return getCountries()
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
    .map(({ code, name }) => (
      <option key={code} value={code} className="bg-raised text-text">
        {`${name} +${getCountryCallingCode(code)}`}
      </option>
    ));
}

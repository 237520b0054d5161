import type { Country } from '@farline/contracts/rates';
import { useCountries } from '../../lib/api/use-countries.ts';
import { countryName, formatRateShort } from '../../lib/format/format.ts';
import { countryAbroad, homeCountry } from '../../lib/format/home-country.ts';
import { authText } from '../../texts/auth.ts';
import { Flag } from '../../ui/flag.tsx';

/** What a minute costs to the country that the landing page begins with for this reader; nothing where that cannot be told. */
export function HomeRate() {
  const t = authText.useText();
  const countries = useCountries();
  const priced = countries.is === 'here' ? countries.value.filter((country) => priceOf(country) !== null) : [];
  const code = countryAbroad(priced, homeCountry());
  const country = priced.find((one) => one.code === code);
  const price = country === undefined ? null : priceOf(country);
  if (country === undefined || price === null) return null;
  return (
    <div className="appearing absolute end-8 bottom-8 max-w-[50%] text-end" data-testid="home-rate">
      <p className="font-medium">
        <Flag countryCode={country.code} className="me-2.5 align-[-0.2em]" />
        {t(country.mobilePerMinute === null ? 'rateFixed' : 'rateMobile', { country: countryName(country.code) })}
      </p>
      <p className="display figures mt-1 text-title font-semibold">
        {t('ratePrice', { price: formatRateShort(price) })}
      </p>
      <p className="mt-3 text-note text-balance">{t('rateNote')}</p>
    </div>
  );
}

function priceOf({ mobilePerMinute, fixedPerMinute }: Country): Country['mobilePerMinute'] {
  return mobilePerMinute ?? fixedPerMinute;
}

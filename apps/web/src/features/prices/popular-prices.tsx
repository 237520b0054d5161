import type { Country } from '@farline/contracts/rates';
import { Link } from 'react-router';
import { countryName, formatRateShort } from '../../lib/format/format.ts';
import { useLanguage } from '../../lib/language/i18n.ts';
import { pricingText } from '../../texts/pricing.ts';
import { Flag } from '../../ui/flag.tsx';

/** Where most people who live abroad come from: the ten largest of the United Nations’ International Migrant Stock 2019. */
const MOST_CALLED_HOME = ['AF', 'BD', 'CN', 'IN', 'MX', 'PH', 'PK', 'RU', 'SY', 'UA'] as const;

/** Ten countries with their price to a mobile, before anything is searched for. `countries` is undefined while they are asked for. */
export function PopularPrices({ countries }: { countries: readonly Country[] | undefined }) {
  const t = pricingText.useText();
  const language = useLanguage();
  const priced = new Map(
    countries?.flatMap(({ code, mobilePerMinute }) => (mobilePerMinute === null ? [] : [[code, mobilePerMinute]])),
  );
  const shown = MOST_CALLED_HOME.filter((code) => countries === undefined || priced.has(code))
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="popular-title" data-testid="popular-prices">
      <h2 id="popular-title" className="text-title font-semibold">
        {t('popularTitle')}
      </h2>
      <p className="mt-1 text-note text-muted">{t('popularLead')}</p>
      <ul className="mt-4 grid grid-cols-2 gap-2.5 @[46rem]:grid-cols-5">
        {shown.map(({ code, name }) => {
          const price = priced.get(code);
          return (
            <li key={code} className="grid grid-cols-1">
              <Link
                to={`/pricing/${code.toLowerCase()}`}
                className="grid content-between gap-1.5 rounded-control border border-line p-3 transition-colors hover:border-accent hover:bg-softer"
              >
                <span className="flex items-start gap-2">
                  <Flag countryCode={code} className="mt-1" />
                  <span className="min-w-0 font-medium wrap-anywhere hyphens-auto">{name}</span>
                </span>
                {/* As high before the price is there. */}
                <span className="figures min-h-5 text-note text-muted">
                  {price !== undefined && t('popularPrice', { price: formatRateShort(price) })}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

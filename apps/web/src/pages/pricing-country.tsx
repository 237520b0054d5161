import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { CountryRates } from '../features/prices/country-rates.tsx';
import { countryName, localTimeIn } from '../lib/format/format.ts';
import { queryClient, ratesQuery } from '../lib/session/queries.ts';
import { useSession } from '../lib/session/session.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { pricingText } from '../texts/pricing.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { Failed } from '../ui/failed.tsx';
import { Flag } from '../ui/flag.tsx';

/** Regions that have a code and a name, and are no country. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** The country's code in the place of an old one, or of one that people write for it, as UK for GB; null where no country has it. */
function countryOf(code: string): string | null {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.has(code) || countryName(code) === code) return null;
  return new Intl.Locale(`und-${code}`).region ?? code;
}

/** /pricing/ng: one country, to be shared. */
export function Page() {
  const t = pricingText.useText();
  const { code = '' } = useParams();
  const countryCode = countryOf(code.toUpperCase());
  const isKnown = countryCode !== null;
  const title = isKnown ? t('countryTitle', { country: countryName(countryCode) }) : t('unknownCountry');
  usePageTitle(title);
  const isSignedIn = useSession((session) => session.status === 'signed-in');
  const rates = useQuery({ ...ratesQuery(countryCode ?? ''), enabled: isKnown }, queryClient);
  const there = isKnown ? localTimeIn(countryCode) : null;
  const isNothing = !isKnown || rates.data?.rates.length === 0;
  return (
    <div className="mx-auto max-w-3xl px-5 py-10 sm:px-8 sm:py-14">
      <Button asChild look="link" className="text-note">
        <Link to="/pricing">
          <ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />
          {t('allCountries')}
        </Link>
      </Button>
      <h1 className="mt-5 flex items-center gap-4 text-display font-semibold">
        <Flag countryCode={countryCode} className="h-7 w-10.5" />
        {title}
      </h1>
      {there !== null && <p className="figures mt-2 text-muted">{t('timeThere', { time: there })}</p>}
      {isNothing && <p className="mt-8 text-muted">{isKnown ? t('nothingPriced') : t('noCountryHasCode', { code })}</p>}
      {rates.isLoading && <Skeleton className="mt-8 h-64 w-full rounded-card" />}
      {rates.isError && (
        <div className="mt-8">
          <Failed error={rates.error} fallback={t('failed')} safe="" onTryAgain={() => void rates.refetch()} />
        </div>
      )}
      {rates.isSuccess && !isNothing && (
        <CountryRates rates={rates.data.rates} messageRates={rates.data.messageRates} />
      )}
      {!isSignedIn && !isNothing && (
        <Button asChild size="large" className="mt-8">
          <Link to="/register">{t('getStarted')}</Link>
        </Button>
      )}
    </div>
  );
}

import type { Country } from '@farline/contracts/rates';
import { Phone } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Comparisons } from '../features/prices/comparisons.tsx';
import { NumberPrice } from '../features/prices/number-price.tsx';
import { PriceArc } from '../features/prices/price-arc.tsx';
import { SampleCall } from '../features/prices/sample-call.tsx';
import { CommonQuestions } from '../features/questions/common-questions.tsx';
import { formatCount } from '../lib/format/format.ts';
import { countryAbroad, homeCountry } from '../lib/format/home-country.ts';
import { localCountries } from '../lib/format/local-countries.ts';
import { useIsSomebody } from '../lib/session/session.ts';
import { useCountries } from '../lib/api/use-countries.ts';
import { useNear } from '../lib/page/use-near.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { landing } from '../texts/landing.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { later } from '../ui/later/later.tsx';

const OfferedPlans = later(async () => (await import('../features/plans/offered-plans.tsx')).OfferedPlans, {
  meanwhile: PlansToCome,
});
/** Once somebody presses for it. */
const EchoTest = later(async () => (await import('../features/phone/live-test/echo-test.tsx')).EchoTest);
const OperatorLine = later(async () => (await import('../features/operator/operator-line.tsx')).OperatorLine, {
  missing: 'nothing',
});

/** / */
export function Page() {
  const t = landing.useText();
  usePageTitle(t('pageTitle'));
  const countries = useCountries();
  const [chosen, choose] = useState<string | null>(null);
  const priced = countries.is === 'here' ? localCountries(countries.value.filter(isPriced)) : [];
  const code = chosen ?? countryAbroad(priced, homeCountry());
  return (
    <>
      <section className="mx-auto grid max-w-6xl items-center gap-12 px-5 pb-14 pt-10 sm:px-8 sm:pt-16 @6xl:grid-cols-[1fr_minmax(0,30rem)] @6xl:gap-16 @6xl:pb-24">
        <div>
          <h1 className="text-hero font-semibold tracking-[-0.025em]">
            <span className="block">{t('titleFirst')}</span>
            <span className="block">{t('titleSecond')}</span>
          </h1>
          <p className="prose-width mt-6 text-lead text-muted">{t('lead')}</p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <GetStarted />
            <Button asChild look="quiet" size="large">
              <Link to="/pricing">{t('viewPricing')}</Link>
            </Button>
          </div>
          <p className="prose-width mt-4 text-note text-muted">{t('noCard')}</p>
        </div>
        <HeroPhone>
          {code !== undefined && <PriceArc countries={priced} code={code} onChoose={choose} />}
          {countries.is === 'waiting' && <Skeleton className="h-[28.5rem] w-full rounded-card @xl:h-[26rem]" />}
          {countries.is === 'failed' && <p className="text-muted">{t('pricesMissing')}</p>}
        </HeroPhone>
      </section>

      {countries.is !== 'failed' && <SampleCall country={priced.find((one) => one.code === code)} />}
      <Features countryCount={countries.is === 'here' ? priced.length : null} />
      <Comparisons />
      <Below />
      <Closing />
    </>
  );
}

/** The phone as it is, before there is an account: a country or a number with its price, and a call to the echo, which is heard in its place. */
function HeroPhone({ children }: { children: ReactNode }) {
  const t = landing.useText();
  const [isHeard, setHeard] = useState(false);
  if (isHeard) {
    return (
      <div className="grid w-full min-w-0 max-w-120 gap-3 justify-self-center">
        <EchoTest id="hear-it-now" startsAtOnce />
        <Button look="plain" className="justify-self-start" onClick={() => setHeard(false)}>
          {t('backToPrices')}
        </Button>
      </div>
    );
  }
  return (
    <section
      aria-label={t('phone')}
      data-testid="hero-phone"
      className="w-full min-w-0 max-w-120 justify-self-center rounded-card bg-raised px-5 pb-5 pt-4 shadow-float sm:px-7 sm:pb-7"
    >
      {children}
      <NumberPrice />
      <HearNow onHear={() => setHeard(true)} />
    </section>
  );
}

/** Calls the echo, in the place where a phone has its Call button. */
function HearNow({ onHear }: { onHear: () => void }) {
  const t = landing.useText();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const wasPressed = dataset['hear'] === 'asked';
    // From here on it is heard here, and public/before-paint.js remembers it no more.
    dataset['hear'] = 'alive';
    link.current?.removeAttribute('aria-disabled');
    if (wasPressed) link.current?.click();
  }, []);
  const hearHere = (event: MouseEvent): void => {
    event.preventDefault();
    onHear();
  };
  return (
    <>
      <Button asChild look="call" size="large" className="w-full">
        {/* Without a script it leads to the page of the test. */}
        <Link ref={link} to="/webrtc-test#live-test" onClick={hearHere} data-hear="">
          <Phone aria-hidden className="size-5 fill-current" />
          {t('hearNow')}
        </Link>
      </Button>
      <p className="mt-3 text-center text-note text-muted">{t('hearNote')}</p>
    </>
  );
}

function isPriced(country: Country): boolean {
  return country.mobilePerMinute !== null || country.fixedPerMinute !== null;
}

function GetStarted() {
  const t = landing.useText();
  const isSomebody = useIsSomebody();
  return (
    <Button asChild size="large">
      {isSomebody ? <Link to="/dashboard">{t('goToDashboard')}</Link> : <Link to="/register">{t('getStarted')}</Link>}
    </Button>
  );
}

function Features({ countryCount }: { countryCount: number | null }) {
  const t = landing.useText();
  const countriesTitle =
    countryCount === null
      ? t('countriesTitleUnknown')
      : t('countriesTitle', { count: countryCount }).replace(String(countryCount), formatCount(countryCount));
  const features = [
    [countriesTitle, t('countriesBody')],
    [t('payTitle'), t('payBody')],
    [t('explainTitle'), t('explainBody')],
    [t('trialTitle'), t('trialBody')],
    [t('encryptedTitle'), t('encryptedBody')],
  ] as const;
  return (
    <section className="mx-auto max-w-6xl px-5 py-14 sm:px-8 sm:py-20">
      <h2 className="text-display font-semibold">{t('featuresTitle')}</h2>
      <dl className="mt-8">
        {features.map(([title, body]) => (
          <div
            key={title}
            className="grid gap-x-10 gap-y-1.5 border-t border-line py-6 @3xl:grid-cols-[minmax(0,22rem)_1fr]"
          >
            <dt className="text-lead font-semibold">{title}</dt>
            <dd className="prose-width text-muted">{body}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What is read further down: loaded when somebody comes near it. */
function Below() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  return (
    <>
      <div ref={place} className="bg-soft">
        {/* As high as the plans are, so that nothing moves when they come. */}
        <div className="mx-auto min-h-[73.5rem] max-w-6xl px-5 py-14 sm:px-8 sm:py-20 @[46rem]:min-h-[50.5rem] @5xl:min-h-[43.75rem]">
          {isNear ? <OfferedPlans isLarge /> : <PlansToCome />}
        </div>
      </div>
      <CommonQuestions />
      {isNear && <OperatorLine />}
    </>
  );
}

function PlansToCome() {
  return <Skeleton className="h-[60rem] rounded-card @[46rem]:h-96" />;
}

function Closing() {
  const t = landing.useText();
  const isSomebody = useIsSomebody();
  if (isSomebody) return null;
  return (
    <section className="mx-auto max-w-6xl px-5 pb-10 sm:px-8">
      <div className="relative overflow-hidden rounded-card bg-panel px-6 py-12 text-on-panel sm:px-12 sm:py-16">
        <svg
          viewBox="0 0 400 300"
          fill="none"
          aria-hidden
          className="absolute -end-10 -top-6 hidden h-[130%] @2xl:block"
        >
          <path
            d="M40 300C40 90 330 40 330 180"
            stroke="currentColor"
            strokeWidth="22"
            strokeLinecap="round"
            opacity="0.18"
          />
          <circle cx="330" cy="196" r="30" fill="var(--marigold)" />
        </svg>
        <h2 className="relative max-w-xl text-display font-semibold">{t('closingTitle')}</h2>
        <p className="relative mt-3 max-w-md">{t('closingBody')}</p>
        <Button asChild look="inverse" size="large" className="relative mt-7">
          <Link to="/register">{t('signUp')}</Link>
        </Button>
      </div>
    </section>
  );
}

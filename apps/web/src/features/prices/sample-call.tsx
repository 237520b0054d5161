import type { Country, Rate, RateTerms } from '@farline/contracts/rates';
import { type ReactNode, useRef } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { countryName, formatPrice, formatRateShort } from '../../lib/format/format.ts';
import { priceSoFar } from '../../lib/calls/price-so-far.ts';
import { useAnswer } from '../../lib/api/use-answer.ts';
import { useNear } from '../../lib/page/use-near.ts';
import { landing } from '../../texts/landing.ts';
import { Skeleton } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { later } from '../../ui/later/later.tsx';

const SAMPLE_SECONDS = 204;

const CallPicture = later(async () => (await import('./picture/call-picture.tsx')).CallPicture, {
  meanwhile: PictureToCome,
  missing: 'nothing',
});

/** What the place is kept with until there is a country, and its rate: as long as most are, and the same in the document as in the page. */
const NO_COUNTRY = 'GB';
const NO_FIGURES = { perMinute: '$0.000', price: '$0.0000', first: 1, next: 1 };
type Figures = typeof NO_FIGURES;

/** One call as it looks in the phone and on its receipt, and told in three steps, at the real rate of the chosen country. */
export function SampleCall({ country }: { country: Country | undefined }) {
  const t = landing.useText();
  const code = country?.code ?? '';
  const rates = useAnswer(code, askTerms);
  const answered = rates.is === 'here' && rates.value.of === code ? rates.value : undefined;
  const terms = answered?.terms;
  const isThere = country !== undefined && terms !== undefined;
  if (country !== undefined && !isThere && (rates.is === 'failed' || answered !== undefined)) return null;
  const name = countryName(country?.code ?? NO_COUNTRY);
  return (
    <div className="bg-soft">
      <section className="mx-auto max-w-6xl px-5 py-14 sm:px-8 sm:py-20">
        <h2 className="text-display font-semibold">{t('receiptTitle')}</h2>
        <p className={cx('prose-width mt-3 text-lead text-muted', country === undefined && 'invisible')}>
          {t('receiptLead', { country: name })}
        </p>
        <Picture country={country} terms={terms} />
        <div className={cx('mt-12', !isThere && 'invisible')}>
          <Steps country={name} figures={terms === undefined ? NO_FIGURES : figuresOf(terms)} />
        </div>
      </section>
    </div>
  );
}

/** Loaded when somebody comes near it; its place is as high as it is, so that nothing moves when it comes. */
function Picture({ country, terms }: { country: Country | undefined; terms: RateTerms | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  return (
    <div ref={place} className="mt-10 min-h-[81rem] @lg:min-h-[73.75rem] @4xl:min-h-[38.75rem]">
      {isNear && country !== undefined && terms !== undefined ? (
        <CallPicture country={country} terms={terms} seconds={SAMPLE_SECONDS} />
      ) : (
        <PictureToCome />
      )}
    </div>
  );
}

function PictureToCome() {
  return (
    <div className="grid gap-8 @4xl:grid-cols-[21.25rem_1fr] @4xl:gap-12">
      <Skeleton className="h-130 w-full max-w-85 justify-self-center rounded-card" />
      <Skeleton className="h-150 rounded-card @4xl:h-130" />
    </div>
  );
}

/** What a mobile's minute costs there, else whatever is priced; nothing while there is no country. */
async function askTerms(countryCode: string): Promise<{ of: string; terms?: Rate | undefined }> {
  if (countryCode === '') return { of: '' };
  const { rates } = await api('GET /rates', { query: { countryCode } });
  return { of: countryCode, terms: rates.find((rate) => rate.kind === 'mobile') ?? rates[0] };
}

function figuresOf(terms: RateTerms): Figures {
  return {
    perMinute: formatRateShort(terms.perMinute),
    price: formatPrice(priceSoFar(terms, SAMPLE_SECONDS)),
    first: terms.firstSeconds,
    next: terms.nextSeconds,
  };
}

function Steps({ country, figures: { perMinute, price, first, next } }: { country: string; figures: Figures }) {
  const t = landing.useText();
  return (
    <ol className="grid gap-8 @3xl:grid-cols-3 @3xl:gap-0">
      <Step when={t('before')} line={t('beforeLine', { country })} note={t('beforeNote')}>
        {t('beforePrice', { price: perMinute })}
      </Step>
      <Step when={t('during')} line={t('duringLine')} note={t('duringNote')}>
        {t('duringPrice', { price })}
      </Step>
      <Step
        when={t('after')}
        line={t('afterLine')}
        note={t(first === next ? 'afterNoteEven' : 'afterNote', { first, next })}
      >
        {t('afterPrice', { price })}
      </Step>
    </ol>
  );
}

function Step({ when, line, note, children }: { when: string; line: string; note: string; children: ReactNode }) {
  return (
    <li className="relative border-s-4 border-accent-line ps-5 @3xl:border-s-0 @3xl:border-t-4 @3xl:ps-0 @3xl:pe-8 @3xl:pt-6">
      <span
        aria-hidden
        className="absolute -start-[10px] top-0 size-4 rounded-full bg-accent @3xl:-top-[10px] @3xl:start-0"
      />
      <p className="text-note font-semibold text-accent">{when}</p>
      <p className="mt-1 font-medium">{line}</p>
      <p className="display figures mt-1 text-title font-semibold">{children}</p>
      <p className="mt-3 max-w-sm text-note text-muted">{note}</p>
    </li>
  );
}

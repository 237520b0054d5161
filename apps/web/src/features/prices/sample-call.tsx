import type { Rate } from '@farline/contracts/rates';
import type { ReactNode } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { countryName, formatPrice, formatRateShort } from '../../lib/format/format.ts';
import { priceSoFar } from '../../lib/calls/price-so-far.ts';
import { useAnswer } from '../../lib/api/use-answer.ts';
import { landing } from '../../texts/landing.ts';

const SAMPLE_SECONDS = 204;

/** One call told in three steps, at the real rate of the chosen country. */
export function SampleCall({ code }: { code: string }) {
  const t = landing.useText();
  const rates = useAnswer(code, askRates);
  const terms =
    rates.is === 'here' ? (rates.value.find((rate) => rate.kind === 'mobile') ?? rates.value[0]) : undefined;
  if (terms === undefined) return null;
  const country = countryName(code);
  return (
    <section className="mx-auto max-w-6xl px-5 py-14 sm:px-8 sm:py-20">
      <h2 className="text-display font-semibold">{t('receiptTitle')}</h2>
      <p className="prose-width mt-3 text-lead text-muted">{t('receiptLead', { country })}</p>
      <ol className="mt-10 grid gap-8 @3xl:grid-cols-3 @3xl:gap-0">
        <Step when={t('before')} line={t('beforeLine', { country })} note={t('beforeNote')}>
          {t('beforePrice', { price: formatRateShort(terms.perMinute) })}
        </Step>
        <Step when={t('during')} line={t('duringLine')} note={t('duringNote')}>
          {t('duringPrice', { price: formatPrice(priceSoFar(terms, SAMPLE_SECONDS)) })}
        </Step>
        <Step
          when={t('after')}
          line={t('afterLine')}
          note={t(terms.firstSeconds === terms.nextSeconds ? 'afterNoteEven' : 'afterNote', {
            first: terms.firstSeconds,
            next: terms.nextSeconds,
          })}
        >
          {t('afterPrice', { price: formatPrice(priceSoFar(terms, SAMPLE_SECONDS)) })}
        </Step>
      </ol>
    </section>
  );
}

async function askRates(countryCode: string): Promise<readonly Rate[]> {
  return (await api('GET /rates', { query: { countryCode } })).rates;
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

import type { Rate, SegmentRate } from '@farline/contracts/rates';
import { Lock } from 'lucide-react';
import { formatPrice } from '../../lib/format/format.ts';
import { priceSoFar } from '../../lib/calls/price-so-far.ts';
import { termsInWords } from '../../lib/calls/terms-in-words.ts';
import { callsText } from '../../texts/calls.ts';
import { isolate } from '../../lib/language/i18n.ts';
import { pricingText } from '../../texts/pricing.ts';
import { Amount } from '../../ui/amount.tsx';

const TEN_MINUTES = 600;
const SHOWN_PREFIXES = 8;

interface CountryRatesProps {
  rates: readonly Rate[];
  messageRates: readonly SegmentRate[];
}

/** Every kind of number of one country: its price, its steps, what ten minutes cost; and what a part of a text costs. */
export function CountryRates({ rates, messageRates }: CountryRatesProps) {
  const t = pricingText.useText();
  const kindOf = callsText.useText();
  return (
    <ul className="mt-6">
      {asPeopleKnowThem(rates).map((rate) => (
        <li key={rate.id} className="grid gap-x-8 gap-y-1 border-t border-line py-5 @xl:grid-cols-[1fr_auto]">
          <div className="min-w-0">
            <h2 className="font-sans text-lead font-semibold tracking-normal first-letter:uppercase">
              {rate.isBoth ? t('bothKinds') : kindOf(`kind_${rate.kind}`)}
            </h2>
            <p className="text-note text-muted">{termsInWords(rate)}</p>
            <details className="mt-1 text-note text-muted">
              <summary className="inline-flex min-h-9 cursor-pointer items-center">{t('prefixes')}</summary>
              <p className="figures">{prefixesOf(rate)}</p>
            </details>
            {!rate.open && (
              <p className="mt-1 flex items-center gap-1.5 text-note font-medium text-attention">
                <Lock aria-hidden className="size-4" />
                {t('closed')}
              </p>
            )}
          </div>
          <div className="figures @xl:text-end">
            <p className="display text-title font-semibold">
              <Amount of={rate.perMinute} as="rate" />
              <span className="ms-1 font-sans text-note font-normal tracking-normal text-muted">{t('aMinute')}</span>
            </p>
            <p className="text-note text-muted">
              {t('tenMinutes', { price: formatPrice(priceSoFar(rate, TEN_MINUTES)) })}
            </p>
          </div>
        </li>
      ))}
      {messageRates.map((rate) => (
        <MessageRate key={rate.id} rate={rate} />
      ))}
    </ul>
  );
}

/**
 * A North American number does not tell whether it is a mobile's: where both cost the same there, or one alone is priced, they
 * are one line.
 */
function asPeopleKnowThem(rates: readonly Rate[]): (Rate & { isBoth: boolean })[] {
  const [fixed, mobile] = [rates.find(({ kind }) => kind === 'fixed'), rates.find(({ kind }) => kind === 'mobile')];
  const isShared = fixed?.prefixes.every((prefix) => prefix.startsWith('1')) === true;
  const isBoth = isShared && (mobile === undefined || isSamePrice(fixed, mobile));
  const listed = isBoth ? rates.filter((rate) => rate !== mobile) : rates;
  return listed.map((rate) => ({ ...rate, isBoth: isBoth && rate === fixed }));
}

const isSamePrice = (one: Rate, other: Rate): boolean =>
  one.perMinute.amount === other.perMinute.amount &&
  one.firstSeconds === other.firstSeconds &&
  one.nextSeconds === other.nextSeconds &&
  one.connectionFee.amount === other.connectionFee.amount;

function MessageRate({ rate: { prefix, perSegment } }: { rate: SegmentRate }) {
  const t = pricingText.useText();
  return (
    <li className="grid gap-x-8 gap-y-1 border-t border-line py-5 @xl:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <h2 className="font-sans text-lead font-semibold tracking-normal">{t('textMessages')}</h2>
        <p className="text-note text-muted">
          {prefix === '' ? t('textParts') : t('textFrom', { prefix: isolate(`+${prefix}`) })}
        </p>
      </div>
      <p className="figures display text-title font-semibold @xl:text-end">
        <Amount of={perSegment} as="rate" />
        <span className="ms-1 font-sans text-note font-normal tracking-normal text-muted">{t('aPart')}</span>
      </p>
    </li>
  );
}

function prefixesOf({ prefixes }: Rate): string {
  const shown = prefixes.slice(0, SHOWN_PREFIXES).map((prefix) => isolate(`+${prefix}`));
  const more = prefixes.length - shown.length;
  return shown.join('  ') + (more > 0 ? `  ${pricingText.say('morePrefixes', { count: more })}` : '');
}

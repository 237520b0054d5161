import type { Country } from '@farline/contracts/rates';
import { ArrowUp } from 'lucide-react';
import { memo, startTransition, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatRateShort } from '../../lib/format/format.ts';
import { isolate } from '../../lib/language/i18n.ts';
import { pricingText } from '../../texts/pricing.ts';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/flag.tsx';
import { AlignedRate } from './aligned-rate.tsx';
import type { PriceOrder } from './price-order.ts';

interface PriceTableProps {
  countries: readonly Country[];
  order: PriceOrder;
  onOrder: (order: PriceOrder) => void;
}

/** So many rows at a time: a slow telephone stays quick while a long table grows. */
const ROWS_AT_ONCE = 30;

/** Countries with their usual prices of a minute and of a text; each leads to its own page. On a narrow page a text stands below the name. */
export function PriceTable({ countries, order, onOrder }: PriceTableProps) {
  const t = pricingText.useText();
  const shown = useGrowing(countries.length);
  const head = (wanted: PriceOrder, word: string, clothes: string) => (
    <th aria-sort={order === wanted ? 'ascending' : 'none'} className={cx('py-1 font-medium', clothes)}>
      <button
        type="button"
        onClick={() => onOrder(wanted)}
        className={cx(
          'inline-flex min-h-9 items-center gap-1 rounded-small hover:text-text',
          clothes.includes('text-end') && 'flex-row-reverse',
          order === wanted && 'text-text',
        )}
      >
        {word}
        <ArrowUp aria-hidden className={cx('size-3.5', order !== wanted && 'invisible max-sm:hidden')} />
      </button>
    </th>
  );
  return (
    <table className="w-full text-start">
      <thead className="text-note text-muted">
        <tr>
          {head('country', t('country'), 'text-start')}
          <th className="hidden py-1 text-start font-medium sm:table-cell">{t('code')}</th>
          {head('fixed', t('fixed'), 'text-end')}
          {head('mobile', t('mobile'), 'ps-2.5 text-end sm:ps-4')}
          {head('text', t('text'), 'hidden ps-4 text-end sm:table-cell')}
        </tr>
      </thead>
      <tbody>
        {countries.slice(0, shown).map((country) => (
          <PriceRow key={country.code} country={country} />
        ))}
      </tbody>
    </table>
  );
}

/** How much of a list of this length is shown: more with each pause of the browser, until it is all there. */
function useGrowing(length: number): number {
  const [shown, show] = useState(ROWS_AT_ONCE);
  useEffect(() => {
    if (shown >= length) return;
    const timer = setTimeout(() => startTransition(() => show(shown + ROWS_AT_ONCE)));
    return () => clearTimeout(timer);
  }, [shown, length]);
  return shown;
}

const PriceRow = memo(function PriceRow({ country }: { country: Country }) {
  const t = pricingText.useText();
  const { messagePerSegment: text } = country;
  return (
    <tr className="border-t border-line transition-colors hover:bg-softer">
      <th scope="row" className="text-start font-medium">
        <Link
          to={`/pricing/${country.code.toLowerCase()}`}
          className="flex items-center gap-2 rounded-small py-3 sm:gap-3"
        >
          <Flag countryCode={country.code} />
          <span className="min-w-0">
            <span className="underline decoration-accent-line decoration-2 underline-offset-4">{country.name}</span>
            {text !== null && (
              <span className="figures block text-note font-normal text-muted sm:hidden">
                {t('textShort', { price: formatRateShort(text) })}
              </span>
            )}
          </span>
        </Link>
      </th>
      <td className="figures hidden py-3 text-muted sm:table-cell">{isolate(codeOf(country))}</td>
      <PriceCell price={country.fixedPerMinute} />
      <PriceCell price={country.mobilePerMinute} />
      <PriceCell price={text} clothes="hidden sm:table-cell" />
    </tr>
  );
});

/** `+44`, or `+1 264` where the calling code is shared. */
function codeOf({ callingCode, areaCodes: [area] }: Country): string {
  return area === undefined ? `+${callingCode}` : `+${callingCode} ${area}`;
}

function PriceCell({ price, clothes }: { price: Country['fixedPerMinute']; clothes?: string }) {
  const t = pricingText.useText();
  return (
    <td className={cx('figures py-3 ps-2.5 text-end sm:ps-4', clothes)}>
      {price === null ? <span className="text-note text-muted">{t('none')}</span> : <AlignedRate of={price} />}
    </td>
  );
}

import type { Money } from '@farline/contracts/money';
import { formatPrice, formatRate, formatRateShort } from '../../lib/format/format.ts';

/** A rate in a column of them: no more decimals than matter, and room for those of the others, so that the points stand below one another. */
export function AlignedRate({ of }: { of: Money }) {
  const short = formatRateShort(of);
  const missing = formatRate(of).length - short.length;
  return (
    <span dir="ltr" className="figures whitespace-nowrap" title={formatPrice(of)}>
      {short}
      {missing > 0 && (
        <span aria-hidden className="invisible">
          {'0'.repeat(missing)}
        </span>
      )}
    </span>
  );
}

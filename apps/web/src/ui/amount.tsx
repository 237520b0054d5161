import type { Money } from '@farline/contracts/money';
import type { ComponentProps } from 'react';
import { formatBalance, formatPrice, formatRateShort, formatSum } from '../lib/format/format.ts';
import { cx } from './cx.ts';

const SHOWN = {
  /** Cents, always. */
  balance: formatBalance,
  /** Below one unit more finely than in cents. */
  sum: formatSum,
  /** What a minute or a part costs, by itself. */
  rate: formatRateShort,
  /** To the last digit: what anyone can redo, and what a ledger or a receipt says. */
  exact: formatPrice,
};

interface AmountProps extends ComponentProps<'span'> {
  of: Money;
  as: keyof typeof SHOWN;
}

/** Money by itself, as its role asks; to the last digit when it is pointed at. */
export function Amount({ of, as, className, ...rest }: AmountProps) {
  return (
    <span title={formatPrice(of)} className={cx('figures', className)} {...rest}>
      {SHOWN[as](of)}
    </span>
  );
}

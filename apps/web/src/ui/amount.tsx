import type { Money } from '@farline/contracts/money';
import type { ComponentProps } from 'react';
import { formatBalance, formatPrice, formatSum } from '../lib/format/format.ts';
import { cx } from './cx.ts';

interface AmountProps extends ComponentProps<'span'> {
  of: Money;
  /** A balance has cents, always; a sum below one unit is told more finely. */
  as: 'balance' | 'sum';
}

/** Money at a glance; to the last digit when it is pointed at. */
export function Amount({ of, as, className, ...rest }: AmountProps) {
  return (
    <span title={formatPrice(of)} className={cx('figures', className)} {...rest}>
      {as === 'balance' ? formatBalance(of) : formatSum(of)}
    </span>
  );
}

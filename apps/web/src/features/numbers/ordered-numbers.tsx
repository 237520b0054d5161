import type { OrderedNumber } from '@farline/contracts/numbers/numbers';
import { countryName, formatPrice } from '../../lib/format/format.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { sumOf } from '../../lib/format/sum-of.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TYPE_WORDS } from './number-facts.ts';

/** A number that was ordered and is not there yet, or could not be had. */
export function OrderedNumberCard({ order }: { order: OrderedNumber }) {
  const t = numbersText.useText();
  const shown = showNumber(order.number);
  if (order.state === 'failed') {
    return (
      <Notice kind="warning" title={t('orderFailedTitle', { number: shown })} data-testid="failed-order">
        {whyFailed(order)}
      </Notice>
    );
  }
  return (
    <Card as="div" data-testid="pending-order">
      <p className="flex items-center gap-2.5 text-lead font-semibold">
        <Flag countryCode={order.country} />
        <bdi dir="ltr" className="figures whitespace-nowrap">
          {shown}
        </bdi>
      </p>
      <p className="mt-1 text-note text-muted">{[countryName(order.country), t(TYPE_WORDS[order.type])].join(' · ')}</p>
      <p className="mt-2">{t('orderPending', { price: formatPrice(sumOf(order.monthly, order.setup)) })}</p>
    </Card>
  );
}

/** Why a number could not be had, and that it cost nothing. */
export const whyFailed = ({ reason }: OrderedNumber): string =>
  numbersText.say(`orderFailed_${reason ?? 'unavailable'}`);

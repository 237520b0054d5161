import type { PriceLine } from '@farline/contracts/call-detail';
import { formatPrice, formatRateShort } from '../../lib/format/format.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { callDetailText } from '../../texts/calls/call-detail.ts';
import { cx } from '../../ui/cx.ts';

/** How the price comes about, so that anyone can redo the sum. */
export function PriceLines({ lines }: { lines: readonly PriceLine[] }) {
  return (
    <dl className="figures grid gap-y-1 text-note">
      {lines.map((line) => {
        const [name, value] = wordsOf(line);
        const isTotal = line.line === 'total';
        return (
          <div
            key={line.line}
            className={cx('flex justify-between gap-4', isTotal && 'mt-1 border-t border-line pt-2 font-semibold')}
          >
            <dt className={isTotal ? undefined : 'text-muted'}>{name}</dt>
            <dd>{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function wordsOf(line: PriceLine): [string, string] {
  const t = callDetailText.say;
  switch (line.line) {
    case 'answered':
      return [t('line_answered'), t('seconds', { seconds: line.seconds })];
    case 'included':
      return [t('line_included', { group: translateSentence(line.group) }), t('seconds', { seconds: line.seconds })];
    case 'forgiven':
      return [t(`forgiven_${line.because}`), t('seconds', { seconds: line.seconds })];
    case 'paid':
      return [t('line_paid'), t('seconds', { seconds: line.seconds })];
    case 'minimum':
      return [t('line_minimum'), t('seconds', { seconds: line.seconds })];
    case 'first_increment':
      return [t('line_first_increment', { seconds: line.seconds }), t('seconds', { seconds: line.totalSeconds })];
    case 'next_increments':
      return [
        t('line_next_increments', { count: line.count, seconds: line.seconds }),
        t('seconds', { seconds: line.totalSeconds }),
      ];
    case 'time':
      return [
        t(line.isRoundedUp ? 'line_timeRounded' : 'line_time', {
          billed: line.billedSeconds,
          rate: formatRateShort(line.perMinute),
        }),
        formatPrice(line.amount),
      ];
    case 'connection':
      return [t('line_connection'), formatPrice(line.amount)];
    case 'total':
      return [t('line_total'), formatPrice(line.amount)];
  }
}

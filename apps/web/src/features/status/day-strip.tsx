import type { StatusReply } from '@farline/contracts/status';
import { formatShare } from '../../lib/format/format.ts';
import { formatDay } from '../../lib/format/format-time.ts';
import { cx } from '../../ui/cx.ts';
import { statusText } from '../../texts/status.ts';

type Days = StatusReply['components'][number]['days'];

/** A day with less than this stands out: a few minutes of it are seen in no height. */
const GOOD_DAY = 0.999;

/** A bar for each day, as high as the share of it that answered, and in another colour where it was not nearly all; the worst day is told in words. */
export function DayStrip({ name, days }: { name: string; days: Days }) {
  const t = statusText.useText();
  const summary = summaryOf(days);
  return (
    <>
      <div role="img" aria-label={t('days', { name, summary })} className="mt-3 flex h-9 items-end gap-[3px]">
        {days.map(({ day, availability: { share } }) => (
          <span
            key={day}
            title={t('dayTitle', { day: formatDay(day), share: shareWord(share) })}
            className="relative h-full max-w-5 flex-1 overflow-hidden rounded-[3px] bg-press"
          >
            {share !== null && share > 0 && (
              <span
                className={cx('absolute inset-x-0 bottom-0', share < GOOD_DAY ? 'bg-marigold' : 'bg-accent')}
                style={{ height: `${Math.max(4, share * 100)}%` }}
              />
            )}
          </span>
        ))}
      </div>
      <p aria-hidden className="mt-2 text-note text-muted">
        {summary}
      </p>
    </>
  );
}

/** A share with as many decimals as matter: 100 % only where nothing was missed. */
export function shareWord(share: number | null): string {
  return share === null ? statusText.say('noFigure') : formatShare(share, share >= 0.99 ? 3 : 1);
}

function summaryOf(days: Days): string {
  const measured = days.flatMap(({ day, availability: { share } }) => (share === null ? [] : [{ day, share }]));
  const [first, ...rest] = measured.toSorted((one, other) => one.share - other.share);
  if (first === undefined) return statusText.say('daysNone');
  const highest = rest.at(-1) ?? first;
  if (highest.share === first.share) return statusText.say('daysSame', { share: shareWord(first.share) });
  return statusText.say('daysLowest', { share: shareWord(first.share), day: formatDay(first.day) });
}

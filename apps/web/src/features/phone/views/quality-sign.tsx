import { phoneText } from '../../../texts/phone.ts';
import { cx } from '../../../ui/cx.ts';
import type { QualityBars } from '../line/call-quality.ts';

const HEIGHTS = ['h-1.5', 'h-2.5', 'h-3.5', 'h-[1.125rem]'] as const;
const WORDS = { 0: 'quality0', 1: 'quality1', 2: 'quality2', 3: 'quality3', 4: 'quality4' } as const;

/** Four bars for the connection, with the word that they stand for. */
export function QualitySign({ bars }: { bars: QualityBars | null }) {
  const t = phoneText.useText();
  const word = bars === null ? t('qualityUnknown') : t(WORDS[bars]);
  return (
    <span
      role="img"
      aria-label={t('quality', { word })}
      title={t('quality', { word })}
      data-testid="quality"
      data-bars={bars ?? ''}
      className="inline-flex items-end gap-[3px]"
    >
      {HEIGHTS.map((height, bar) => (
        <span key={height} className={cx('w-[5px] rounded-[2px]', height, colourOf(bars, bar))} />
      ))}
    </span>
  );
}

function colourOf(bars: QualityBars | null, bar: number): string {
  if (bars === null || bar >= bars) return 'bg-press';
  if (bars >= 3) return 'bg-call';
  return bars === 2 ? 'bg-marigold' : 'bg-stop';
}

import { Globe } from 'lucide-react';
import { cx } from './cx.ts';

/** A country's flag; a globe where no country is known. Decoration: the name always stands beside it. */
export function Flag({ countryCode, className }: { countryCode: string | null; className?: string }) {
  const box = cx('inline-block h-4 w-6 shrink-0 rounded-[3px]', className);
  if (countryCode === null) return <Globe aria-hidden className={cx(box, 'p-px text-muted')} />;
  return (
    <img
      src={`/flags/${countryCode}.svg`}
      alt=""
      width={24}
      height={16}
      loading="lazy"
      decoding="async"
      className={cx(box, 'object-cover shadow-[0_0_0_1px_var(--line)]')}
    />
  );
}

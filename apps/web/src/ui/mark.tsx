import type { CSSProperties } from 'react';
import { cx } from './cx.ts';

const ARC = 'M7 22.5C7 9.5 26 5.5 26 17.5';

/** The mark: near and far, joined by one arc. One colour, the text's. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 3 32 32" fill="none" aria-hidden className={cx('size-8 shrink-0', className)}>
      <path d={ARC} stroke="currentColor" strokeWidth="3.4" strokeLinecap="round" />
      <circle cx="7" cy="23.5" r="5.5" fill="currentColor" />
      <circle cx="26" cy="20.5" r="3.6" fill="currentColor" />
    </svg>
  );
}

/** The mark as loading figure: a dot travels the arc. Invisible for the first 300 ms. */
export function Loading({ label, className }: { label: string; className?: string }) {
  return (
    <div role="status" className={cx('late grid place-items-center gap-3 text-accent', className)}>
      <svg viewBox="0 0 32 32" fill="none" aria-hidden className="size-14">
        <path d={ARC} stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" opacity="0.28" />
        <circle cx="7" cy="23.5" r="5.5" fill="currentColor" />
        <circle cx="26" cy="20.5" r="3.6" fill="currentColor" />
        <circle r="2.6" fill="currentColor" className="travelling" style={{ '--arc': `"${ARC}"` } as CSSProperties} />
      </svg>
      <span className="sr-only">{label}</span>
    </div>
  );
}

/** The name beside the mark; where there is no room for the whole name, the mark alone: the name wraps out of sight. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span
      className={cx(
        'display inline-flex h-8 min-w-0 flex-wrap items-center gap-x-1.5 overflow-hidden text-title leading-8 font-bold',
        className,
      )}
    >
      <Mark className="text-accent" />
      Farline
    </span>
  );
}

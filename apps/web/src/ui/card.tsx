import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** A surface one soft step above the ground. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={cx('rounded-card bg-raised p-5 sm:p-6', className)} {...rest} />;
}

/** The grey shape of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('block animate-[breathe_1.6s_ease-in-out_infinite] rounded-small bg-press', className)}
    />
  );
}

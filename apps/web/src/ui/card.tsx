import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

const TONES = {
  raised: 'bg-raised',
  soft: 'bg-softer',
  panel: 'bg-panel text-on-panel',
} as const;

const ROOM = { wide: 'p-5 sm:p-6', list: 'px-5 py-2 sm:px-6', tight: 'p-4 sm:p-5' } as const;

interface CardProps extends Omit<ComponentProps<'section'>, 'ref'> {
  tone?: keyof typeof TONES;
  room?: keyof typeof ROOM;
  /** A plain box where the surroundings allow no section. */
  as?: 'section' | 'div';
}

/** A surface one soft step above the ground. */
export function Card({ tone = 'raised', room = 'wide', as: Tag = 'section', className, ...rest }: CardProps) {
  return <Tag className={cx('rounded-card', TONES[tone], ROOM[room], className)} {...rest} />;
}

/** The grey shape of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'block animate-[breathe_1.6s_ease-in-out_infinite] bg-press',
        // Of two roundings the sheet decides, not their order here.
        className?.includes('rounded-') !== true && 'rounded-small',
        className,
      )}
    />
  );
}

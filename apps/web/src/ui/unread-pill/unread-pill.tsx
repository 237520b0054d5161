import type { ComponentProps } from 'react';

interface UnreadPillProps extends ComponentProps<'span'> {
  count: number;
}

/** How many are unread or new; as its child the same in words, read out, where its surroundings don't say them. */
export function UnreadPill({ count, className = 'bg-accent', children, ...rest }: UnreadPillProps) {
  return (
    <span
      className={`figures min-w-5 rounded-full px-1.5 text-center text-[0.6875rem] font-semibold leading-5 text-on-accent ${className}`}
      {...rest}
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{children}</span>
    </span>
  );
}

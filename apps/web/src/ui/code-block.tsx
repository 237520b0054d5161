import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Text from a machine, as it came. It scrolls by itself, also by keyboard. */
export function CodeBlock({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <pre
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      className={cx('max-h-72 overflow-auto p-3.5 text-note', className)}
    >
      {children}
    </pre>
  );
}

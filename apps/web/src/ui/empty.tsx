import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

/** An empty list: says so in one sentence and leads to the first useful act. */
export function Empty({
  title,
  level: Heading = 'h3',
  children,
  action,
}: {
  title: string;
  /** h2 where no heading stands between it and the page's own. */
  level?: 'h2' | 'h3';
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-softer p-6 sm:p-8">
      <Mark className="size-9 text-accent" />
      <Heading className="text-lead font-semibold">{title}</Heading>
      {children !== undefined && <p className="prose-width text-muted">{children}</p>}
      {action}
    </div>
  );
}

import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

/** An empty list: says so in one sentence and leads to the first useful act. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-softer p-6 sm:p-8">
      <Mark className="size-9 text-accent" />
      <h3 className="text-lead font-semibold">{title}</h3>
      {children !== undefined && <p className="prose-width text-muted">{children}</p>}
      {action}
    </div>
  );
}

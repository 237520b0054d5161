import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

interface RuleNodeProps {
  title: string;
  icon: LucideIcon;
  children: ReactNode;
  'data-testid'?: string;
}

/** One place that a call comes through, with the way to it from above. */
export function RuleNode({ title, icon: Icon, children, ...rest }: RuleNodeProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <Way />
      <Card aria-labelledby={id} {...rest}>
        <h2 id={id} className="mb-4 flex items-center gap-2.5 text-lead font-semibold">
          <Icon aria-hidden className="size-5 shrink-0 text-accent" />
          {title}
        </h2>
        <div className="grid grid-cols-1 gap-4">{children}</div>
      </Card>
    </div>
  );
}

/** The line that leads from one place to the next. */
export function Way() {
  return (
    <svg aria-hidden viewBox="0 0 12 28" className="mx-auto my-1 h-7 w-3 text-muted" fill="none" stroke="currentColor">
      <path d="M6 0v26M1.5 21.5 6 26l4.5-4.5" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

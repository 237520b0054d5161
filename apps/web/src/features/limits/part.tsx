import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

interface PartProps {
  title: string;
  lead?: string;
  children: ReactNode;
  'data-testid'?: string;
}

/** One subject of the limits: its name, what it is for, and what can be done. */
export function Part({ title, lead, children, ...rest }: PartProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} {...rest}>
      <h2 id={titleId} className="text-title font-semibold">
        {title}
      </h2>
      {lead !== undefined && <p className="prose-width mt-1.5 text-muted">{lead}</p>}
      <div className="mt-5">{children}</div>
    </Card>
  );
}

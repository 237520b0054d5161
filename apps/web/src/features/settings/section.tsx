import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

/** One subject of the settings: its name, what it is for, and what can be done. */
export function Section({
  title,
  lead,
  children,
  ...rest
}: {
  title: string;
  lead?: string;
  children: ReactNode;
  'data-testid'?: string;
}) {
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

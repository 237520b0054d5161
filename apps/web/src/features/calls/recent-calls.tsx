import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { queryClient, recentCallsQuery } from '../../lib/session/queries.ts';
import { SPECIFIED } from '../../lib/specification-constants.ts';
import { dashboardText } from '../../texts/dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { later } from '../../ui/later/later.tsx';
import { HistoryFailed, ListSkeleton, NoCalls } from './list-states.tsx';
import { CallList } from './call-list.tsx';

const CallDetail = later(async () => (await import('./call-detail.tsx')).CallDetail);
const SHOWN = SPECIFIED.dashboardRecentCalls;

interface RecentCallsProps {
  onCall: (number: string) => void;
  /** Whether a list of none leads to a first call; else that stands elsewhere on the page. */
  leadsOn: boolean;
  /** What makes a contact of a number. */
  addContact: (number: string) => ReactNode;
}

/** The latest calls. */
export function RecentCalls({ onCall, leadsOn, addContact }: RecentCallsProps) {
  const t = dashboardText.useText();
  const [selectedId, select] = useState<string | null>(null);
  const history = useQuery(recentCallsQuery, queryClient);
  return (
    <section aria-labelledby="recent-calls">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="recent-calls" className="text-title font-semibold">
          {t('recentCalls')}
        </h2>
        <Button asChild look="link">
          <Link to="/calls?view=all">{t('viewAll')}</Link>
        </Button>
      </div>
      {history.isPending && <ListSkeleton lines={SHOWN} />}
      {history.isError && <HistoryFailed error={history.error} onTryAgain={() => void history.refetch()} />}
      {history.data?.calls.length === 0 && <NoCalls onCall={leadsOn ? onCall : null} />}
      {history.data !== undefined && history.data.calls.length > 0 && (
        <Card room="list" className="@container">
          <CallList
            calls={history.data.calls}
            selectedId={selectedId}
            onSelect={select}
            onCall={onCall}
            renderDetail={(call) => <CallDetail call={call} onCallAgain={onCall} addContact={addContact} />}
          />
        </Card>
      )}
    </section>
  );
}

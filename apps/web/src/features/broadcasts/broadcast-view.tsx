import type { BroadcastDetail } from '@farline/contracts/messages/broadcasts';
import { useQuery } from '@tanstack/react-query';
import { Pause } from 'lucide-react';
import { queryClient } from '../../lib/session/queries.ts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SaveFile } from '../../ui/save-file.tsx';
import { BroadcastBadge } from './broadcast-badge.tsx';
import { BroadcastForm } from './broadcast-form.tsx';
import { broadcastQuery, putBroadcast } from './broadcasts-queries.ts';
import { CostCard } from './cost-card.tsx';
import { EndButton, RemoveButton } from './final-acts.tsx';
import { LeftOutNote, RecipientRows } from './recipient-rows.tsx';
import { RecipientsCard } from './recipients-card.tsx';
import { pausedSentence, recipientWord } from './recipient-words.ts';
import { useBroadcastForm } from './use-broadcast-form.ts';
import { type RunActs, useRunActs } from './use-run-acts.ts';

/** One broadcast: a draft is written, gets its recipients and is started; then stands here what becomes of it. */
export function BroadcastView({ id }: { id: string }) {
  const t = broadcastsText.useText();
  const { data: broadcast, error, refetch } = useQuery(broadcastQuery(id), queryClient);
  const acts = useRunActs(id);
  if (broadcast === undefined) {
    return error === null ? (
      <Skeleton className="h-60 w-full" />
    ) : (
      <Failed error={error} fallback={t('oneFailed')} safe={t('nothingLost')} onTryAgain={() => void refetch()} />
    );
  }
  return (
    <div className="grid gap-5" data-testid="broadcast" data-status={broadcast.status}>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="min-w-0 text-display font-semibold [overflow-wrap:anywhere]">
          <bdi>{broadcast.name}</bdi>
        </h1>
        <BroadcastBadge status={broadcast.status} />
      </div>
      {broadcast.status === 'draft' ? (
        <Draft key={id} broadcast={broadcast} acts={acts} />
      ) : (
        <Report broadcast={broadcast} acts={acts} />
      )}
    </div>
  );
}

/** What is saved is what is sent: while anything else is written, it is not started. */
function Draft({ broadcast, acts }: { broadcast: BroadcastDetail; acts: RunActs }) {
  const form = useBroadcastForm({ broadcast, onSaved: putBroadcast });
  return (
    <>
      <BroadcastForm broadcast={broadcast} form={form} />
      <RecipientsCard broadcast={broadcast} />
      {broadcast.recipients > 0 && <CostCard broadcast={broadcast} acts={acts} isSaved={form.isSaved} />}
      <RemoveButton id={broadcast.id} isDraft />
    </>
  );
}

/** How far it is, what it cost, and what can be done about it. */
function Report({ broadcast, acts }: { broadcast: BroadcastDetail; acts: RunActs }) {
  const t = broadcastsText.useText();
  const { id, status } = broadcast;
  const isUnderWay = status === 'running' || status === 'paused';
  return (
    <>
      {status === 'paused' && (
        <Notice kind="warning" title={t('pausedTitle')} data-testid="paused-for">
          {pausedSentence(broadcast)}
        </Notice>
      )}
      <ProgressCard broadcast={broadcast} />
      {status === 'paused' && <CostCard broadcast={broadcast} acts={acts} isSaved />}
      {acts.failure !== null && status !== 'paused' && <Notice kind="error">{acts.failure}</Notice>}
      <div className="flex flex-wrap gap-2">
        {status === 'running' && (
          <Button disabled={acts.isBusy} onClick={acts.pause}>
            <Pause aria-hidden className="size-4.5" />
            {t('pause')}
          </Button>
        )}
        {isUnderWay && <EndButton id={id} isBusy={acts.isBusy} />}
        <SaveFile path={`/messages/broadcasts/${id}/report.csv`} name={t('reportName')} label={t('saveReport')} />
        {!isUnderWay && <RemoveButton id={id} isDraft={false} />}
      </div>
      <Card aria-labelledby="broadcast-recipients">
        <h2 id="broadcast-recipients" className="text-title font-semibold">
          {t('stepRecipients')}
        </h2>
        <LeftOutNote broadcast={broadcast} />
        <RecipientRows broadcast={broadcast} />
      </Card>
    </>
  );
}

const SHOWN = ['waiting', 'queued', 'sent', 'delivered', 'undelivered', 'failed', 'unknown'] as const;

function ProgressCard({ broadcast: { counts, recipients, spent } }: { broadcast: BroadcastDetail }) {
  const t = broadcastsText.useText();
  const all = recipients - counts.left_out;
  const done = all - counts.waiting;
  return (
    <Card aria-labelledby="broadcast-progress">
      <h2 id="broadcast-progress" className="text-title font-semibold">
        {t('progress', { done, all })}
      </h2>
      <progress
        aria-labelledby="broadcast-progress"
        className="mt-3 h-2.5 w-full overflow-hidden rounded-full accent-accent"
        max={Math.max(all, 1)}
        value={done}
      />
      <dl className="figures mt-4 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
        {SHOWN.filter((status) => counts[status] > 0).map((status) => (
          <div key={status} data-count={status}>
            <dt className="text-note text-muted">{recipientWord(status)}</dt>
            <dd className="text-lead font-semibold">{counts[status]}</dd>
          </div>
        ))}
        <div>
          <dt className="text-note text-muted">{t('spent')}</dt>
          <dd className="text-lead font-semibold" data-testid="broadcast-spent">
            <Amount of={spent} as="sum" />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

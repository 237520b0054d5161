import type { BroadcastDetail } from '@farline/contracts/messages/broadcasts';
import { parseDecimal } from '@farline/contracts/micros';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount, formatPrice } from '../../lib/format/format.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { RunActs } from './use-run-acts.ts';

interface CostCardProps {
  broadcast: BroadcastDetail;
  acts: RunActs;
  /** Whether it is saved as it is written. */
  isSaved: boolean;
}

/** What it costs to send to all who wait, and the button that does. */
export function CostCard({ broadcast, acts, isSaved }: CostCardProps) {
  const t = broadcastsText.useText();
  const { counts, segments, includedSegments, cost, quietNow } = broadcast;
  return (
    <Card aria-labelledby="broadcast-cost">
      <h2 id="broadcast-cost" className="text-title font-semibold">
        {t(broadcast.status === 'draft' ? 'stepCost' : 'restCost')}
      </h2>
      <dl className="figures mt-3 grid gap-y-1.5">
        <Fact name={t('people')} value={String(counts.waiting)} />
        <Fact name={t('allParts')} value={String(segments)} />
        {includedSegments > 0 && <Fact name={t('includedParts')} value={String(includedSegments)} />}
        <div className="flex justify-between gap-4 border-t border-line pt-1.5 text-lead font-semibold">
          <dt>{t('total')}</dt>
          <dd data-testid="broadcast-cost">
            <Amount of={cost} as="exact" />
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-note text-muted">{t('costHint')}</p>
      <ShortOf broadcast={broadcast} />
      {quietNow > 0 && (
        <Notice kind="warning" className="mt-3">
          <span data-testid="quiet-now">{t('quietNow', { count: formatCount(quietNow) })}</span>
        </Notice>
      )}
      {counts.waiting > 0 && <p className="mt-2 text-note text-muted">{t('quietUnknown')}</p>}
      {acts.failure !== null && (
        <Notice kind="error" className="mt-3">
          {acts.failure}
        </Notice>
      )}
      {!isSaved && (
        <Notice kind="warning" className="mt-3">
          {t('saveFirst')}
        </Notice>
      )}
      <Button
        className="mt-4"
        disabled={acts.isBusy || !isSaved || counts.waiting === 0}
        onClick={() => acts.start(cost)}
      >
        <Send aria-hidden className="size-4.5 rtl:-scale-x-100" />
        {broadcast.status === 'draft' ? t('start', { count: counts.waiting }) : t('resume')}
      </Button>
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The balance does not cover all of it: it would pause on the way. */
function ShortOf({ broadcast: { cost, isPractice } }: { broadcast: BroadcastDetail }) {
  const t = broadcastsText.useText();
  const usage = useQuery(usageQuery, queryClient).data;
  if (usage === undefined) return null;
  const micros = (amount: string): bigint => parseDecimal(amount) ?? 0n;
  const { available } = usage.wallet;
  const most =
    isPractice && micros(usage.trialCredit.amount) > micros(available.amount) ? usage.trialCredit : available;
  if (micros(most.amount) >= micros(cost.amount)) return null;
  return (
    <Notice
      kind="warning"
      className="mt-3"
      action={
        <Button asChild size="small">
          <Link to="/billing">{t('addFunds')}</Link>
        </Button>
      }
    >
      {t('shortOf', { available: formatPrice(most) })}
    </Notice>
  );
}

import type { SubscriptionView } from '@farline/contracts/plans';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatPrice } from '../../lib/format/format.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { plansText } from '../../texts/plans.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { later } from '../../ui/later/later.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AllowanceList } from './allowance-list.tsx';
import { subscriptionQuery } from './plan-queries.ts';
import { dayOfPlan } from './plan-words.ts';
import { type AddFundsButton, ChangePlan } from './change-plan.tsx';
import { PlansSideBySide } from './plans-side-by-side.tsx';

const BASIC = 'basic';

const PlanAdvisor = later(async () => (await import('./plan-advisor.tsx')).PlanAdvisor, {
  meanwhile: () => <Skeleton className="h-128 rounded-card" />,
});

/** The account's plan: what it costs, what is left of it, what comes next, and the others beside it. */
export function PlanCard({ AddFunds }: { AddFunds: AddFundsButton }) {
  const t = plansText.useText();
  const billing = billingText.useText();
  // In the address: who pays for it on another page comes back to it.
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('change');
  const setWanted = (planId: string | null): void =>
    setSearch(
      (now) => {
        if (planId === null) now.delete('change');
        else now.set('change', planId);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  const subscription = useQuery(subscriptionQuery, queryClient);
  if (subscription.isError && subscription.data === undefined) {
    return (
      <Failed
        error={subscription.error}
        fallback={billing('planFailed')}
        safe={billing('notTouched')}
        onTryAgain={() => void subscription.refetch()}
      />
    );
  }
  const plan = subscription.data;
  if (plan === undefined) return <Skeleton className="h-64 rounded-card" />;
  const isPresent = (planId: string) => planId === plan.planId && plan.next === null && plan.pastDue === null;
  return (
    <div className="grid gap-8">
      <Present plan={plan} onWant={setWanted} />
      <PlansSideBySide
        within="part"
        action={({ id, name }) => {
          if (isPresent(id)) return <p className="font-medium text-muted">{t('yourPlan')}</p>;
          if (id === plan.next?.planId) return null;
          const words = id === plan.planId ? t('keep', { name }) : t('changeTo', { name });
          return (
            <Button look="quiet" onClick={() => setWanted(id)} data-testid={`choose-${id}`}>
              {words}
            </Button>
          );
        }}
      />
      <PlanAdvisor />
      {wanted !== null && <ChangePlan planId={wanted} AddFunds={AddFunds} onClose={() => setWanted(null)} />}
    </div>
  );
}

function Present({ plan, onWant }: { plan: SubscriptionView; onWant: (planId: string) => void }) {
  const t = plansText.useText();
  const billing = billingText.useText();
  const { planId, name, pricePerMonth, startedAt, pastDue, next } = plan;
  const price = formatPrice(pricePerMonth);
  return (
    <Card aria-label={billing('planTitle')} data-testid="plan">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-title font-semibold">{name}</h2>
        <p className="font-medium">{planId === BASIC ? t('free') : t('monthly', { price })}</p>
      </div>
      <p className="mt-1 text-note text-muted">
        {t('activeSince', { when: dayOfPlan(startedAt) })} {renewalOf(plan)}
      </p>
      {pastDue !== null && (
        <div className="mt-4">
          <Notice kind="warning" title={t('unpaidTitle')}>
            {t('unpaidBody', { price: formatPrice(pastDue.amount), when: dayOfPlan(pastDue.until) })}
          </Notice>
        </div>
      )}
      <div className="mt-4">
        <AllowanceList allowances={plan.allowances} />
      </div>
      {planId !== BASIC && (
        <div className="mt-5 flex flex-wrap gap-3">
          {pastDue !== null && <Button onClick={() => onWant(next?.planId ?? planId)}>{t('payNow')}</Button>}
          {next !== null && (
            <Button look="quiet" onClick={() => onWant(planId)}>
              {t('keep', { name })}
            </Button>
          )}
          {next?.planId !== BASIC && (
            <Button look="quiet" onClick={() => onWant(BASIC)} data-testid="end-plan">
              {t('endPlan', { name })}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function renewalOf({ planId, renewsAt, next, pastDue, pricePerMonth }: SubscriptionView): string {
  const t = plansText.say;
  // The day of the change or renewal is over: the warning says what is not paid.
  if (pastDue !== null) return '';
  if (next !== null) {
    return next.planId === BASIC
      ? t('nextBasic', { when: dayOfPlan(next.startsAt) })
      : t('nextPlan', { when: dayOfPlan(next.startsAt), name: next.name, price: formatPrice(next.pricePerMonth) });
  }
  if (planId === BASIC) return t('noEnd');
  return renewsAt === null ? '' : t('renews', { price: formatPrice(pricePerMonth), when: dayOfPlan(renewsAt) });
}

import type { Plan } from '@farline/contracts/plans';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { countryName, formatPrice } from '../../lib/format/format.ts';
import { translateSentence, useLanguage } from '../../lib/language/i18n.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { plansText } from '../../texts/plans.ts';
import { Card, Skeleton } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Failed } from '../../ui/failed.tsx';
import { plansQuery } from './plan-queries.ts';
import { PlanIncludes } from './plan-includes.tsx';

interface PlansProps {
  action?: (plan: Plan) => ReactNode;
  /** For whoever has no account yet, whom an operator's samples do not concern. */
  isOffer?: boolean;
  /** With the heading of a page's section. */
  isLarge?: boolean;
  /** The container whose width decides: the page with its margins, or a part of it. */
  within: 'page' | 'part';
}

/**
 * Every plan beside the others: what it costs and includes. `action` is what stands under each. It is as wide as the page's own container
 * lets it be: within one of its own Chromium (156) left what came later without a box when a slow telephone scrolled to it early.
 */
export function PlansSideBySide({ action, isOffer = false, isLarge = false, within }: PlansProps) {
  const t = plansText.useText();
  const plans = useQuery(plansQuery, queryClient);
  // Made in small pieces, for slow telephones.
  const listed = useDeferredValue(plans.data);
  return (
    <section aria-labelledby="plans-title" data-testid="plans">
      <h2 id="plans-title" className={cx('font-semibold', isLarge ? 'text-display' : 'text-title')}>
        {t('compareTitle')}
      </h2>
      <p className={cx('prose-width text-muted', isLarge ? 'mb-6 mt-3' : 'mb-4 mt-1')}>{t('compareLead')}</p>
      {listed === undefined && !plans.isError && <Skeleton className="h-64 w-full rounded-card" />}
      {plans.isError && (
        <Failed error={plans.error} fallback={t('readFailed')} safe="" onTryAgain={() => void plans.refetch()} />
      )}
      <ul className={cx('grid gap-4', within === 'page' ? '@[46rem]:grid-cols-3' : '@2xl:grid-cols-3')}>
        {listed?.map((plan) => (
          <li key={plan.id} className="grid">
            <OnePlan plan={isOffer ? { ...plan, isSample: false } : plan} action={action?.(plan)} />
          </li>
        ))}
      </ul>
      {listed !== undefined && <Countries plans={listed} />}
    </section>
  );
}

/** Which countries each group of destinations is. */
function Countries({ plans }: { plans: readonly Plan[] }) {
  const t = plansText.useText();
  const language = useLanguage();
  const groups = new Map(plans.flatMap(({ included }) => included.map((group) => [group.group, group])));
  if (groups.size === 0) return null;
  const list = new Intl.ListFormat(language, { type: 'unit' });
  return (
    <details className="mt-4 text-note text-muted">
      <summary className="inline-flex min-h-9 cursor-pointer items-center font-medium text-text">
        {t('countriesTitle')}
      </summary>
      <dl className="mt-2 grid gap-2">
        {[...groups.values()].map(({ group, title, countryCodes }) => (
          <div key={group}>
            <dt className="font-medium text-text">{translateSentence(title)}</dt>
            <dd>
              {list.format(countryCodes.map(countryName).toSorted((one, other) => one.localeCompare(other, language)))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function OnePlan({ plan, action }: { plan: Plan; action: ReactNode }) {
  const t = plansText.useText();
  const isFree = Number(plan.pricePerMonth.amount) === 0;
  return (
    <Card as="div" className="flex flex-col" data-testid={`plan-${plan.id}`}>
      <h3 className="flex items-baseline justify-between gap-3 text-title font-semibold">
        {plan.name}
        {plan.isSample && <span className="text-note font-normal text-muted">{t('sample')}</span>}
      </h3>
      <p className="figures mb-4 mt-1 font-medium">
        {isFree ? t('free') : t('monthly', { price: formatPrice(plan.pricePerMonth) })}
      </p>
      <PlanIncludes plan={plan} />
      {action !== undefined && action !== null && <div className="mt-auto pt-5">{action}</div>}
    </Card>
  );
}

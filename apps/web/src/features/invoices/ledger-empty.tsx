import type { User } from '@farline/contracts/auth';
import type { BillingGroup } from '@farline/contracts/billing';
import { useQuery } from '@tanstack/react-query';
import type { Reply } from '../../lib/api/api-routes.ts';
import { onlyPractises } from '../../lib/calls/only-practises.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { Empty } from '../../ui/empty.tsx';

/** In the place of lines: what else to look at, and where the calls are of whoever only practises. */
export function LedgerEmpty({ user, group }: { user: User; group: BillingGroup | null }) {
  const t = billingText.useText();
  const usage = useQuery(usageQuery, queryClient);
  if (group !== null) return <Empty title={t('historyNoneOfGroup')}>{t('historyNoneOfGroupBody')}</Empty>;
  return (
    <Empty title={t('historyEmptyTitle')}>
      {t(isUnlisted(user, usage.data) ? 'historyOnlyPractice' : 'historyEmptyBody')}
    </Empty>
  );
}

/** Whether a call of theirs would be no line here: practice isn't, unless money pays for it once the practice credit is used up. */
function isUnlisted(user: User, usage: Reply<'GET /billing/usage'> | undefined): boolean {
  if (!onlyPractises(user, usage)) return false;
  return usage === undefined || Number(usage.trialCredit.amount) > 0 || Number(usage.wallet.available.amount) <= 0;
}

import { useQuery } from '@tanstack/react-query';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { Notice } from '../../ui/notice.tsx';

const WHY = { mailbox: 'noPracticeMailbox', device: 'noPracticeDevice', card: 'noPracticeCard' } as const;

/** Why an account has no practice credit, where another has had it; `isWithoutMoney`: only as long as it has no money either. */
export function NoPractice({ isWithoutMoney = false }: { isWithoutMoney?: boolean }) {
  const t = billingText.useText();
  const { data } = useQuery(usageQuery, queryClient);
  const why = data?.trialWithheldFor ?? null;
  if (data === undefined || why === null) return null;
  if (isWithoutMoney && Number(data.wallet.balance.amount) > 0) return null;
  return (
    <Notice kind="info" title={t('noPractice')} data-testid="no-practice">
      <p>{t(WHY[why])}</p>
    </Notice>
  );
}

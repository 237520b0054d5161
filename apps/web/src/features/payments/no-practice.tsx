import { useQuery } from '@tanstack/react-query';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { later } from '../../ui/later/later.tsx';

const NoPracticeNotice = later(async () => (await import('./no-practice-notice.tsx')).NoPracticeNotice);

/** Why an account has no practice credit, where another has had it; `isWithoutMoney`: only as long as it has no money either. */
export function NoPractice({ isWithoutMoney = false }: { isWithoutMoney?: boolean }) {
  const { data } = useQuery(usageQuery, queryClient);
  const why = data?.trialWithheldFor ?? null;
  if (data === undefined || why === null) return null;
  if (isWithoutMoney && Number(data.wallet.balance.amount) > 0) return null;
  return <NoPracticeNotice why={why} />;
}

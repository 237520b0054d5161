import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { Link } from 'react-router';
import { Bell } from '../features/notices/index.ts';
import { formatBalance, formatPrice } from '../lib/format/format.ts';
import { isOutOfReach, queryClient, usageQuery } from '../lib/session/queries.ts';
import { shell } from '../texts/shell.ts';
import { Amount } from '../ui/amount.tsx';
import { Skeleton } from '../ui/card.tsx';
import { LiveSign } from './live-sign.tsx';

/** What the top bar says of the account: whether live updates flow, the balance, the notices. */
export function AccountSigns() {
  return (
    <>
      <LiveSign />
      <Balance />
      <Bell />
    </>
  );
}

const PILL =
  'figures inline-flex h-9 items-center whitespace-nowrap rounded-full bg-accent-soft px-3.5 max-sm:px-2.5 font-semibold text-accent-strong transition-colors hover:bg-accent-line';

/**
 * The balance, always in sight and pushed live; of somebody who has no money yet the practice credit, with its sign. Hovering
 * shows it exactly.
 */
function Balance() {
  const t = shell.useText();
  const usage = useQuery(usageQuery, queryClient);
  const { data } = usage;
  if (data === undefined && !isOutOfReach(usage)) return <Skeleton className="h-9 w-20" />;
  if (data === undefined) {
    return (
      <Link to="/dashboard" aria-label={`${t('balance')}: ${t('notKnown')}`} title={t('notKnown')} className={PILL}>
        –
      </Link>
    );
  }
  const { balance, held } = data.wallet;
  const isSomethingHeld = Number(held.amount) > 0;
  const exact = formatPrice(balance) + (isSomethingHeld ? `. ${t('balanceHeld', { held: formatPrice(held) })}` : '');
  const { trialCredit } = data;
  const isPractice = Number(trialCredit.amount) > 0 && Number(balance.amount) === 0;
  const shown = isPractice ? trialCredit : balance;
  return (
    <Link
      to="/dashboard"
      title={isPractice ? `${t('practiceCredit')} ${formatPrice(trialCredit)}` : exact}
      aria-label={`${t(isPractice ? 'practiceCredit' : 'balance')} ${formatBalance(shown)}`}
      data-testid="balance"
      data-amount={balance.amount}
      data-practice={trialCredit.amount}
      className={PILL}
    >
      {isPractice && <FlaskConical aria-hidden className="me-1.5 size-4" />}
      <Amount of={shown} as="balance" title={undefined} />
    </Link>
  );
}

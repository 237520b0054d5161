import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Bell } from '../features/notices/index.ts';
import { formatBalance, formatPrice } from '../lib/format.ts';
import { queryClient, usageQuery } from '../lib/queries.ts';
import { shell } from '../texts/shell.ts';
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

/** The balance, always in sight and pushed live. Hovering shows it exactly. */
function Balance() {
  const t = shell.useText();
  const { data } = useQuery(usageQuery, queryClient);
  if (data === undefined) return <span className="h-9 w-20" />;
  const { balance, held } = data.wallet;
  const isSomethingHeld = Number(held.amount) > 0;
  const exact = formatPrice(balance) + (isSomethingHeld ? `. ${t('balanceHeld', { held: formatPrice(held) })}` : '');
  return (
    <Link
      to="/dashboard"
      title={exact}
      aria-label={`${t('balance')} ${formatBalance(balance)}`}
      data-testid="balance"
      data-amount={balance.amount}
      className="figures inline-flex h-9 items-center whitespace-nowrap rounded-full bg-accent-soft px-3.5 max-sm:px-2.5 font-semibold text-accent-strong transition-colors hover:bg-accent-line"
    >
      {formatBalance(balance)}
    </Link>
  );
}

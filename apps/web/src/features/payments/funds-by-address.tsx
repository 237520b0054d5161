import { useLocation, useNavigate } from 'react-router';
import { FundsDialog } from './add-funds.tsx';

/** What adds to the balance, opened by the address `#add-funds`, which the installed app's shortcut leads to; once closed, the address is without it. */
export function FundsByAddress() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  if (hash !== '#add-funds') return null;
  return <FundsDialog onClose={() => void navigate({ pathname, search }, { replace: true })} />;
}

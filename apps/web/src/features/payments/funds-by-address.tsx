import { useLocation, useNavigate } from 'react-router';
import { later } from '../../ui/later/later.tsx';

const FundsDialog = later(async () => (await import('./funds-dialog.tsx')).FundsDialog, {
  missing: 'floating',
  close: ({ onClose }) => onClose(),
});

/** What adds to the balance, opened by the address `#add-funds`, which the installed app's shortcut leads to; once closed, the address is without it. */
export function FundsByAddress() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  if (hash !== '#add-funds') return null;
  return <FundsDialog onClose={() => void navigate({ pathname, search }, { replace: true })} />;
}

import type { User } from '@farline/contracts/auth';
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '../lib/session/session.ts';
import { shell } from '../texts/shell.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { AccountSigns } from './account-signs.tsx';

/** What stands at the end of the top bar for whoever is signed in. */
export function SignedInBar({ user }: { user: User }) {
  const t = shell.useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => {
    setLeaving(true);
    void navigate('/');
  };
  // Not before the page is left: it would send whoever is no longer signed in to sign in again.
  useEffect(() => {
    if (isLeaving && pathname === '/') void signOut();
  }, [isLeaving, pathname]);
  return (
    <>
      <AccountSigns />
      <span className="hidden max-w-52 truncate font-medium md:block">
        {user.firstName} {user.lastName}
      </span>
      <Button look="plain" size="small" className="max-sm:hidden" onClick={leave}>
        {t('signOut')}
      </Button>
      <IconButton label={t('signOut')} className="sm:hidden" onClick={leave}>
        <LogOut aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
    </>
  );
}

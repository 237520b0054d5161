import type { User } from '@farline/contracts/auth';
import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { signOut } from '../lib/session.ts';
import { shell } from '../texts/shell.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { AccountSigns } from './account-signs.tsx';

/** What stands at the end of the top bar for whoever is signed in. */
export function SignedInBar({ user }: { user: User }) {
  const t = shell.useText();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await navigate('/');
    await signOut();
  };
  return (
    <>
      <AccountSigns />
      <span className="hidden max-w-52 truncate font-medium md:block">
        {user.firstName} {user.lastName}
      </span>
      <Button look="plain" size="small" className="max-sm:hidden" onClick={() => void leave()}>
        {t('signOut')}
      </Button>
      <IconButton label={t('signOut')} className="sm:hidden" onClick={() => void leave()}>
        <LogOut aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
    </>
  );
}

import type { User } from '@farline/contracts/auth';
import { shell } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { AccountSigns } from './account-signs.tsx';
import { useSignOut } from './use-sign-out.ts';

/** What stands at the end of the top bar for whoever is signed in. On a telephone the menu has the name and the way out. */
export function SignedInBar({ user }: { user: User }) {
  const t = shell.useText();
  const leave = useSignOut();
  return (
    <>
      <AccountSigns />
      <span title={`${user.firstName} ${user.lastName}`} className="hidden max-w-52 font-medium md:flex">
        <bdi className="truncate">
          {user.firstName} {user.lastName}
        </bdi>
      </span>
      <Button look="plain" size="small" className="max-sm:hidden" onClick={leave}>
        {t('signOut')}
      </Button>
    </>
  );
}

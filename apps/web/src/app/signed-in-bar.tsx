import type { User } from '@farline/contracts/auth';
import { PhoneInTopBar } from '../features/phone/index.ts';
import { shell } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { AccountSigns } from './account-signs.tsx';
import { useSignOut } from './use-sign-out.ts';

/** What stands at the end of the top bar for whoever is signed in. Where the menu is drawn over the page, it has the name and the way out. */
export function SignedInBar({ user }: { user: User }) {
  const t = shell.useText();
  const leave = useSignOut();
  return (
    <>
      <AccountSigns />
      <span title={`${user.firstName} ${user.lastName}`} className="flex max-w-52 min-w-0 font-medium max-lg:hidden">
        <bdi className="truncate">
          {user.firstName} {user.lastName}
        </bdi>
      </span>
      <Button look="plain" size="small" className="shrink-0 max-lg:hidden" onClick={leave}>
        {t('signOut')}
      </Button>
      <PhoneInTopBar />
    </>
  );
}

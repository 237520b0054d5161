import { Link } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { plansText } from '../../texts/plans.ts';
import { Button } from '../../ui/button.tsx';
import { PlansSideBySide } from './plans-side-by-side.tsx';

/** Every plan with the way to it, but for the one that somebody has. */
export function OfferedPlans({ isLarge = false }: { isLarge?: boolean }) {
  const t = plansText.useText();
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const own = isSignedIn ? session.user.subscription : null;
  return (
    <PlansSideBySide
      within="page"
      isOffer={!isSignedIn}
      isLarge={isLarge}
      action={({ id, name }) =>
        id === own ? (
          <p className="font-medium text-muted">{t('yourPlan')}</p>
        ) : (
          <Button asChild look="quiet">
            <Link to={isSignedIn ? '/billing/plan' : '/register'}>
              {t(isSignedIn ? 'changeTo' : 'startWith', { name })}
            </Link>
          </Button>
        )
      }
    />
  );
}

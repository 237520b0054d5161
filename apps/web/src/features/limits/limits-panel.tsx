import type { SpendingLimits } from '@farline/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/session/queries.ts';
import { limitsText } from '../../texts/limits.ts';
import { sharedText } from '../../texts/shared.ts';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { LiftPart } from './lift-part.tsx';
import { LimitsForm } from './limits-form.tsx';
import { limitsQuery } from './limits-query.ts';
import { MeterPart } from './meter-part.tsx';
import { OpenPart } from './open-part.tsx';
import { Part } from './part.tsx';

/** The spending limits: the meter, a stop to be lifted, expensive destinations, and the figures of account and sign-in. */
export function LimitsPanel({ onCall }: { onCall: (number: string) => void }) {
  const t = limitsText.useText();
  const shared = sharedText.useText();
  const limits = useQuery(limitsQuery, queryClient);
  if (limits.isPending) {
    return (
      <Card>
        <Skeleton className="h-64 w-full rounded-control" />
      </Card>
    );
  }
  if (limits.data === undefined) {
    return (
      <Card>
        <Failed
          error={limits.error}
          fallback={t('readFailed')}
          safe={shared('nothingChanged')}
          onTryAgain={() => void limits.refetch()}
        />
      </Card>
    );
  }
  return <Parts limits={limits.data} onCall={onCall} />;
}

function Parts({ limits, onCall }: { limits: SpendingLimits; onCall: (number: string) => void }) {
  const t = limitsText.useText();
  return (
    <>
      <MeterPart limits={limits} />
      <LiftPart limits={limits} />
      <OpenPart opened={limits.opened} onCall={onCall} />
      <Part title={t('accountTitle')} lead={t('accountLead')} data-testid="limits-account">
        <LimitsForm owner="account" own={limits.account} />
      </Part>
      <Part title={t('signInTitle')} lead={t('signInLead')} data-testid="limits-sign-in">
        <LimitsForm owner="sign_in" own={limits.signIn} />
      </Part>
    </>
  );
}

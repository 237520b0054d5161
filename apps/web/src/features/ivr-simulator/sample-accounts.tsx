import type { Money } from '@farline/contracts/money';
import { CreditCard, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { ivrText } from '../../texts/ivr-simulator.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { SAMPLE_ACCOUNTS } from './sample-lines.ts';

/** The two made-up accounts. */
export function SampleAccounts() {
  const t = ivrText.useText();
  const { pin, callerId } = SAMPLE_ACCOUNTS;
  return (
    <Card aria-label={t('accountsTitle')}>
      <h2 className="text-title font-semibold">{t('accountsTitle')}</h2>
      <ul className="mt-4 grid gap-4">
        <Account
          icon={<CreditCard aria-hidden className="size-5" />}
          name={t('accountPin')}
          label={t('accountPinLabel')}
          mark={pin.pin}
          balance={pin.balance}
        />
        <Account
          icon={<UserRound aria-hidden className="size-5" />}
          name={t('accountCallerId')}
          label={t('accountCallerIdLabel')}
          mark={callerId.number}
          balance={callerId.balance}
        />
      </ul>
      <p className="mt-4 text-note text-muted">{t('accountsNote')}</p>
    </Card>
  );
}

interface AccountProps {
  icon: ReactNode;
  name: string;
  /** What the mark is. */
  label: string;
  /** What the line knows the account by. */
  mark: string;
  balance: Money;
}

function Account({ icon, name, label, mark, balance }: AccountProps) {
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-3">
      <span className="grid size-10 place-items-center rounded-control bg-accent-soft text-accent-strong">{icon}</span>
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="block text-note text-muted">
          {label} <span className="phone-number">{mark}</span>
        </span>
      </span>
      <Amount of={balance} as="balance" className="text-lead font-semibold" />
    </li>
  );
}

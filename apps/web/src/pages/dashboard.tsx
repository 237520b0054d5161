import { ECHO_TEST } from '@farline/contracts/service-numbers';
import type { User } from '@farline/contracts/auth';
import { useQuery } from '@tanstack/react-query';
import { AudioLines, ChartColumn, MessageSquare, Phone, Wallet } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { AddFunds } from '../features/payments/add-funds.tsx';
import { NoPractice } from '../features/payments/no-practice.tsx';
import { RecentCalls } from '../features/calls/recent-calls.tsx';
import { Figures } from '../features/overview/figures.tsx';
import { FirstStepsCard } from '../features/overview/first-steps-card.tsx';
import { useFirstSteps } from '../features/overview/use-first-steps.ts';
import { callAtOnce, openPhone } from '../features/phone/index.ts';
import { queryClient, usageQuery } from '../lib/session/queries.ts';
import { useSession } from '../lib/session/session.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { dashboardText } from '../texts/dashboard.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { later } from '../ui/later/later.tsx';

const ConfirmEmail = later(async () => (await import('../features/confirm-email/confirm-email.tsx')).ConfirmEmail, {
  // It has its place from the beginning, so that nothing moves when it comes.
  meanwhile: () => <div className="min-h-75 max-sm:min-h-105" />,
  waits: true,
});
const AddNumber = later(async () => (await import('../features/contacts/add-number.tsx')).AddNumber);
const AllowanceList = later(async () => (await import('../features/plans/allowance-list.tsx')).AllowanceList);

/** /dashboard */
export function Page() {
  const t = dashboardText.useText();
  usePageTitle(t('pageTitle'));
  const session = useSession();
  return session.status === 'signed-in' && <Dashboard user={session.user} />;
}

function Dashboard({ user }: { user: User }) {
  const t = dashboardText.useText();
  const [greeting] = useState(() => greetingAt(new Date().getHours()));
  const { steps, dismiss } = useFirstSteps(user);
  return (
    <div className="mx-auto grid max-w-5xl gap-8 px-5 py-8 sm:px-8 [&>*]:min-w-0">
      <h1 className="text-display font-semibold">{t(greeting, { name: user.firstName })}</h1>
      {(!user.emailConfirmed || user.pendingEmail !== null) && <ConfirmEmail user={user} />}
      {steps !== null && (
        <FirstStepsCard
          steps={steps}
          isTrial={user.accountState === 'trial'}
          onCall={callAtOnce}
          onPhone={() => openPhone()}
          addingFunds={(button) => <AddFunds>{button}</AddFunds>}
          onDismiss={dismiss}
        />
      )}
      <NoPractice isWithoutMoney />
      <Figures />
      <QuickActions />
      <RecentCalls
        onCall={callAtOnce}
        leadsOn={steps === null}
        addContact={(number) => <AddNumber number={number} />}
      />
      <Plan name={user.subscription} />
    </div>
  );
}

function QuickActions() {
  const t = dashboardText.useText();
  return (
    <section
      aria-label={t('quickActions')}
      className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3 max-sm:*:px-2! sm:flex sm:flex-wrap"
    >
      <Button onClick={() => openPhone()}>
        <Phone aria-hidden className="size-5" />
        {t('makeCall')}
      </Button>
      <Button asChild look="quiet">
        <Link to="/messages?new">
          <MessageSquare aria-hidden className="size-5" />
          {t('sendText')}
        </Link>
      </Button>
      <AddFunds>
        <Button look="quiet">
          <Wallet aria-hidden className="size-5" />
          {t('addFunds')}
        </Button>
      </AddFunds>
      <Button asChild look="quiet">
        <Link to="/analytics">
          <ChartColumn aria-hidden className="size-5" />
          {t('viewAnalytics')}
        </Link>
      </Button>
      <Button look="quiet" onClick={() => openPhone(ECHO_TEST)} title={t('echoTestNote')}>
        <AudioLines aria-hidden className="size-5" />
        {t('echoTest')}
      </Button>
    </section>
  );
}

function Plan({ name }: { name: string }) {
  const t = dashboardText.useText();
  const usage = useQuery(usageQuery, queryClient);
  const isPaid = name !== '' && name !== 'basic';
  const shown = name === '' ? 'Basic' : name.charAt(0).toUpperCase() + name.slice(1);
  return (
    <Card tone="soft">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-title font-semibold">{t('planTitle', { name: shown })}</h2>
        <Button asChild look="link">
          <Link to="/billing/plan">{t('comparePlans')}</Link>
        </Button>
      </div>
      <p className="prose-width mt-1.5 text-muted">{t(isPaid ? 'planBodyPaid' : 'planBody')}</p>
      {usage.data !== undefined && usage.data.usage.allowances.length > 0 && (
        <div className="mt-4">
          <AllowanceList allowances={usage.data.usage.allowances} />
        </div>
      )}
    </Card>
  );
}

function greetingAt(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 4 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

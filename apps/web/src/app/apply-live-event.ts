import type { usageReply } from '@farline/contracts/billing';
import type { LiveEvent } from '@farline/contracts/live';
import type { z } from 'zod';
import { forgetSums } from '../lib/live/forget-sums.ts';
import { callDetailQuery, queryClient, statsQuery, usageQuery } from '../lib/session/queries.ts';
import { refreshUser, useSession } from '../lib/session/session.ts';

type Usage = z.infer<typeof usageReply>;

const LIMITS = ['limits', 'all'];
/** What the number in the phone would cost, how long one can talk, and whether it may be called at all. */
const QUOTE = ['quote'];
/** The same of a message. */
const PREVIEW = ['messages', 'preview'];
/** The people of the inbox: a contact with several numbers is one of them. */
const THREADS = ['messages', 'threads'];
/** Whom the account may write as. */
const SENDERS = ['messages', 'senders'];

/**
 * Keeps the cached answers true to a pushed event, whichever page is open: what it carries is put in its place, what it
 * touches is asked for again, at once where it is on the screen and otherwise when it is next shown.
 */
export function applyLiveEvent(event: LiveEvent): void {
  switch (event.type) {
    case 'wallet.changed':
      applyWallet(event.wallet);
      return;
    case 'trial_credit.changed':
      putUsage((usage) => ({ ...usage, trialCredit: event.trialCredit }));
      // When nothing is left, it may have lapsed: the usage says why.
      forget(QUOTE, PREVIEW, ...(Number(event.trialCredit.amount) === 0 ? [usageQuery.queryKey] : []));
      return;
    case 'plan.changed':
      forget(billing('subscription'), billing('plan-quote'), usageQuery.queryKey, QUOTE, PREVIEW);
      void refreshUser();
      return;
    case 'number.changed':
      forget(['numbers'], ['voicemails'], SENDERS);
      void refreshUser();
      return;
    case 'user.changed':
      // With a confirmed address it is decided whether there is practice credit, and by the time zone when a day begins.
      forget(usageQuery.queryKey, SENDERS, statsQuery.queryKey, ['insight'], billing('history'), LIMITS);
      forget(['settings', 'factors']);
      void refreshUser();
      return;
    case 'allowance.changed':
      return forget(billing('subscription'), usageQuery.queryKey, QUOTE, PREVIEW);
    case 'call.changed':
      forgetCall(event.call);
      return;
    case 'message.changed':
    case 'thread.changed':
      applyLater(event);
      return;
    case 'broadcast.changed':
      return forget(['broadcasts']);
    case 'templates.changed':
      return forget(['messages', 'templates']);
    case 'notice.changed':
      return forget(['notices']);
    case 'invoices.changed':
      // A payment's line in the ledger leads to its receipt.
      return forget(billing('invoices'), billing('history'));
    case 'payments.changed':
      return forget(...['payments', 'refunds', 'auto-top-up', 'payment-methods'].map(billing), LIMITS);
    case 'limits.changed':
      return forget(['limits'], QUOTE, PREVIEW);
    case 'voicemail.changed':
      return forget(['voicemails']);
    case 'contacts.changed':
      return forget(['contacts'], THREADS);
  }
}

function applyWallet(wallet: Extract<LiveEvent, { type: 'wallet.changed' }>['wallet']): void {
  putUsage((usage) => ({ ...usage, balance: Number(wallet.balance.amount), wallet }));
  // What calls hold and cost counts against the limits, and what is there decides whether a plan is covered.
  forget(LIMITS, PREVIEW, ...['history', 'payments', 'refunds', 'auto-top-up', 'add-funds', 'plan-quote'].map(billing));
}

function forgetCall({ id, answeredAt, endedAt }: Extract<LiveEvent, { type: 'call.changed' }>['call']): void {
  forget(['calls', 'history'], callDetailQuery(id).queryKey, LIMITS);
  if (endedAt !== null) {
    forget(statsQuery.queryKey, usageQuery.queryKey);
    forgetSums('calls');
    return;
  }
  // A call counts from its beginning; what is told of it while it goes on changes no figure.
  if (answeredAt === null) forget(statsQuery.queryKey, usageQuery.queryKey);
}

/** An answer that is under way may be older than what was pushed: it is not waited for, but asked for again. */
function putUsage(change: (usage: Usage) => Usage): void {
  const { queryKey } = usageQuery;
  const isUnderWay = queryClient.isFetching({ queryKey }) > 0;
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (usage) => (usage === undefined ? usage : change(usage)));
  if (isUnderWay) forget(queryKey);
}

/** The inbox's own script: events are applied in their order, since it is had once and for all. */
function applyLater(event: Extract<LiveEvent, { type: 'message.changed' | 'thread.changed' }>): void {
  const whose = userIdNow();
  import('../features/messages/apply-message-event.ts').then(
    ({ applyMessageEvent }) => {
      if (whose === userIdNow()) applyMessageEvent(event);
    },
    () => forget(['messages']),
  );
}

function userIdNow(): string | null {
  const session = useSession.getState();
  return session.status === 'signed-in' ? session.user.id : null;
}

const billing = (part: string) => ['billing', part];

function forget(...keys: (readonly unknown[])[]): void {
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}

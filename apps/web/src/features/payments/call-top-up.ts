import type { PaymentView } from '@farline/contracts/billing';
import type { Money } from '@farline/contracts/money';
import { QueryObserver } from '@tanstack/react-query';
import { create } from 'zustand';
import { isRefused } from '../../lib/api/is-refused.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { billingText } from '../../texts/billing.ts';
import { type Failure, failureOf } from '../../ui/failure-box.tsx';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { addedBy, addToBalance } from './add-to-balance.ts';
import { offerToGoOn } from './pay-tab.ts';
import { forgetPayments, paymentQuery } from './payment-queries.ts';

/** How more money for a call stands. */
export type CallTopUp =
  | { is: 'rest' | 'busy' }
  | { is: 'there' | 'under-way'; amount: Money }
  | { is: 'to-pay'; amount: Money; payUrl: string }
  | { is: 'failed'; failure: Failure };

/** A call that has so much more goes on, and its warning goes away; in a long one it comes back, and more can be added again. */
const THERE_FOR_MS = 30_000;

const REST: CallTopUp = { is: 'rest' };

/** By the call: it outlives what shows it, which a keypad replaces and a page closes. */
const useTopUps = create<{ byCall: Readonly<Record<string, CallTopUp>> }>(() => ({ byCall: {} }));
/** The calls whose top-up stands on the screen. */
const shown = new Set<string>();
const followed = new Set<() => void>();

useSession.subscribe(({ status }) => {
  if (status !== 'signed-out') return;
  for (const stop of followed) stop();
  followed.clear();
  useTopUps.setState({ byCall: {} });
});

export const useCallTopUp = (callId: string): CallTopUp => useTopUps(({ byCall }) => byCall[callId] ?? REST);

export const callTopUp = (callId: string): CallTopUp => useTopUps.getState().byCall[callId] ?? REST;

/** What becomes of it is shown in its place until the function that this gives is called, and told in a toast otherwise. */
export function showCallTopUp(callId: string): () => void {
  shown.add(callId);
  return () => shown.delete(callId);
}

/** Nothing more is asked for while this money is on its way. */
export const isUnderWay = ({ is }: CallTopUp): boolean => is !== 'rest' && is !== 'failed';

/** Adds to the balance for a call. */
export async function topUpCall(callId: string, { amount }: Money, paymentMethodId: string): Promise<void> {
  if (isUnderWay(callTopUp(callId))) return;
  put(callId, { is: 'busy' });
  try {
    const added = await addToBalance({ amount: Number(amount), paymentMethodId });
    if (added.is === 'refused') return await end(callId, { is: 'failed', failure: { sentence: added.sentence } });
    if (added.is !== 'there') follow(callId, added.id);
    await end(callId, added);
  } catch (error) {
    const isSure = isRefused(error);
    // Without an answer it may have been paid all the same: pressed again it is paid once, and the list of payments shows it.
    if (!isSure) forgetPayments();
    const { say } = billingText;
    const failure = isSure ? failureOf(error, say('fundsFailed')) : { sentence: say('fundsUnsure') };
    await end(callId, { is: 'failed', failure });
  }
}

/** Asks about a payment until it has an end, whatever is on the screen. */
function follow(callId: string, id: string): void {
  const observer = new QueryObserver(queryClient, paymentQuery(id));
  const stop = observer.subscribe(({ data }) => {
    if (data === undefined) return;
    if (data.state === 'waiting' || data.state === 'processing') return put(callId, stateOf(data));
    stop();
    followed.delete(stop);
    forgetPayments();
    void end(callId, stateOf(data));
  });
  followed.add(stop);
}

function stateOf(payment: PaymentView): CallTopUp {
  const added = addedBy(payment);
  return added.is === 'refused' ? { is: 'failed', failure: { sentence: added.sentence } } : added;
}

function put(callId: string, state: CallTopUp): void {
  useTopUps.setState(({ byCall }) => ({ byCall: { ...byCall, [callId]: state } }));
}

/** Puts what came of a press, or of its payment, and tells it where nothing shows it. */
async function end(callId: string, state: CallTopUp): Promise<void> {
  put(callId, state);
  if (state.is === 'there') {
    setTimeout(() => callTopUp(callId) === state && put(callId, REST), THERE_FOR_MS);
  }
  if (!shown.has(callId)) await tell(state);
}

async function tell(state: CallTopUp): Promise<void> {
  switch (state.is) {
    case 'rest':
    case 'busy':
      return;
    case 'failed':
      return await notifyFailure(state.failure);
    case 'to-pay':
      return await offerToGoOn(state.amount, state.payUrl);
    case 'there':
    case 'under-way':
      return await notify({ type: state.is === 'there' ? 'success' : 'info', message: sentenceOfAdded(state) });
  }
}

export function sentenceOfAdded({ is, amount }: { is: 'there' | 'under-way'; amount: Money }): string {
  return billingText.say(is === 'there' ? 'paymentSucceeded' : 'paymentProcessing', { amount: formatPrice(amount) });
}

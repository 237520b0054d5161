import type { Money } from '@farline/contracts/money';
import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { notify } from '../../lib/page/notify.ts';
import { billingText } from '../../texts/billing.ts';

/** Where the payment provider's page opens. */
export interface PayTab {
  /** Leads to the page: `here` this tab leaves for it, `beside` a tab of its own shows it, `blocked` the browser allowed none. */
  go: (url: string) => 'here' | 'beside' | 'blocked';
  /** Nothing is to be paid there after all. */
  drop: () => void;
}

/**
 * To be called within the click: browsers allow a tab then and no later. Who leaves this tab ends its call, so while one runs
 * the page gets a tab of its own; without a call it takes this one.
 */
export function openPayTab(): PayTab {
  return payTabIn(isCalling() ? window.open('', '_blank') : null);
}

function payTabIn(tab: Window | null): PayTab {
  // Browsers give it a copy of this tab's: once back from the provider it would take the call for its own.
  tab?.sessionStorage.clear();
  return {
    go: (url) => {
      if (tab !== null && !tab.closed) {
        tab.opener = null; // The provider's page has no say in ours.
        tab.location.replace(url);
        return 'beside';
      }
      if (isCalling()) return 'blocked';
      window.location.assign(url);
      return 'here';
    },
    drop: () => tab?.close(),
  };
}

/** For what is mostly paid without any page, such as by a saved card. */
export const NO_TAB: PayTab = payTabIn(null);

/** The same for a page that is known already. */
export function goToPay(url: string): void {
  if (isCalling()) window.open(url, '_blank', 'noopener');
  else window.location.assign(url);
}

/** Tells of a payment that waits on the provider's page, with the way there: what showed it is closed. */
export async function offerToGoOn(amount: Money, payUrl: string): Promise<void> {
  const t = billingText.say;
  const press = (): void => goToPay(payUrl);
  const message = t('paymentWaiting', { amount: formatPrice(amount) });
  await notify({ type: 'warning', message, durationMs: 0, action: { label: t('paymentGoOn'), press } });
}

const isCalling = (): boolean => useCallInProgress.getState().isRunning;

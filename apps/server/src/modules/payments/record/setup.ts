import type { MethodSetupView, SetupAtProvider } from '@farline/contracts';

/** A method that somebody set out to add on the provider's page, and how far it has come. */
export type Setup = {
  id: string;
  accountId: string;
  userId: string;
  provider: string;
  providerId: string | null;
  pageUrl: string | null;
  state: 'starting' | 'waiting' | 'succeeded' | 'failed' | 'cancelled';
  decline: string | null;
  /** The method that came of it. */
  methodId: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

const HOW_FAR: Record<Setup['state'], number> = { starting: 0, waiting: 1, failed: 2, cancelled: 2, succeeded: 3 };

/** The setup after an update of the provider, which may come twice, late or out of order: itself when it says nothing new. */
export function applySetupUpdate(setup: Setup, update: SetupAtProvider, at: Date): Setup {
  const state = update.state === 'open' ? 'waiting' : update.state;
  const isFurther = HOW_FAR[state] > HOW_FAR[setup.state];
  const isSame = HOW_FAR[state] === HOW_FAR[setup.state];
  if (!isFurther && !(isSame && update.decline !== setup.decline)) return setup;
  return {
    ...setup,
    state: isFurther ? state : setup.state,
    providerId: update.providerId,
    pageUrl: update.pageUrl === '' ? setup.pageUrl : update.pageUrl,
    decline: update.decline,
    endedAt: isFurther && state !== 'waiting' ? at : setup.endedAt,
  };
}

/** A setup as whoever began it sees it. */
export function viewSetup({ id, state, decline, pageUrl }: Setup): MethodSetupView {
  return {
    id,
    // Whether the provider has heard of it yet is nothing to whoever waits.
    state: state === 'starting' ? 'waiting' : state,
    decline,
    addUrl: state === 'waiting' ? pageUrl : null,
  };
}

import type { CardMark, EventType } from './payment.ts';
import type { CardOutcome, DeclineReason } from './test-cards.ts';

/** A card that its owner lets the shop keep, without paying anything. */
export type Setup = {
  id: string;
  state: 'open' | 'needs_confirmation' | 'succeeded' | 'failed' | 'cancelled';
  /** The shop's own name for it. */
  reference: string;
  customer: string;
  returnUrl: string;
  card: CardMark | null;
  /** What comes of the card; known once one is used. */
  outcome: CardOutcome | null;
  /** The method that came of it. */
  method: string | null;
  decline: DeclineReason | null;
  createdAt: string;
};

/** A setup after something happened to it, and what the shop is told. */
export type SetupStep = { setup: Setup; tells: EventType[] };

/** A card is used on an open setup: kept at once, refused, or kept after the bank has asked. */
export function keepCard(setup: Setup, card: { mark: CardMark; outcome: CardOutcome; method: string }): SetupStep {
  if (setup.state !== 'open') return { setup, tells: [] };
  const used: Setup = { ...setup, card: card.mark, outcome: card.outcome, decline: null };
  switch (card.outcome.kind) {
    case 'declined':
      return { setup: { ...used, decline: card.outcome.reason }, tells: ['setup.declined'] };
    case 'needs_confirmation':
      return { setup: { ...used, state: 'needs_confirmation' }, tells: [] };
    case 'succeeds':
    case 'declined_later':
    case 'succeeds_late':
    case 'disputed':
      return { setup: { ...used, state: 'succeeded', method: card.method }, tells: ['setup.succeeded'] };
  }
}

/** The payer answers the bank's question. */
export function confirmSetup(setup: Setup, answer: { is: 'yes'; method: string } | { is: 'no' }): SetupStep {
  if (setup.state !== 'needs_confirmation') return { setup, tells: [] };
  return answer.is === 'yes'
    ? { setup: { ...setup, state: 'succeeded', method: answer.method }, tells: ['setup.succeeded'] }
    : { setup: { ...setup, state: 'failed', decline: 'not_confirmed' }, tells: ['setup.failed'] };
}

/** The payer turns back. */
export function cancelSetup(setup: Setup): SetupStep {
  if (setup.state !== 'open' && setup.state !== 'needs_confirmation') return { setup, tells: [] };
  return { setup: { ...setup, state: 'cancelled' }, tells: ['setup.cancelled'] };
}

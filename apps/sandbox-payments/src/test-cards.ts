/** What happens to a payment by one of the test cards. */
export type CardOutcome =
  | { kind: 'succeeds' }
  | { kind: 'declined'; reason: 'card_declined' | 'insufficient_funds' | 'expired_card' }
  /** Succeeds on the page, and is declined when it was saved and is used again. */
  | { kind: 'declined_later' }
  | { kind: 'needs_confirmation' }
  | { kind: 'succeeds_late' }
  | { kind: 'disputed' };

export type TestCard = { number: string; brand: string; outcome: CardOutcome; says: string };

/** Every card that this provider knows. There is no other: a card of a real person is refused, and none of it is kept. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', outcome: { kind: 'succeeds' }, says: 'Succeeds' },
  { number: '5555555555554444', brand: 'Mastercard', outcome: { kind: 'succeeds' }, says: 'Succeeds' },
  {
    number: '4000000000000002',
    brand: 'Visa',
    outcome: { kind: 'declined', reason: 'card_declined' },
    says: 'Is declined',
  },
  {
    number: '4000000000009995',
    brand: 'Visa',
    outcome: { kind: 'declined', reason: 'insufficient_funds' },
    says: 'Not enough money',
  },
  {
    number: '4000000000000069',
    brand: 'Visa',
    outcome: { kind: 'declined', reason: 'expired_card' },
    says: 'Has expired',
  },
  {
    number: '4000000000000341',
    brand: 'Visa',
    outcome: { kind: 'declined_later' },
    says: 'Succeeds, is declined when used again',
  },
  {
    number: '4000002500003155',
    brand: 'Visa',
    outcome: { kind: 'needs_confirmation' },
    says: 'Asks you to confirm',
  },
  {
    number: '4000000000000077',
    brand: 'Visa',
    outcome: { kind: 'succeeds_late' },
    says: 'Succeeds some seconds later',
  },
  { number: '4000000000000259', brand: 'Visa', outcome: { kind: 'disputed' }, says: 'Succeeds, then is disputed' },
];

/** The test card of a number as people type it, with spaces or hyphens; null for every other number. */
export function testCardOf(typed: string): TestCard | null {
  const digits = typed.replace(/[\s-]/g, '');
  return TEST_CARDS.find((card) => card.number === digits) ?? null;
}

/** Sentences for a person whose payment was refused. */
export const DECLINE_SENTENCES = {
  card_declined: 'The card was declined. Nothing was taken. Try another card.',
  insufficient_funds: 'There isn’t enough money on the card. Nothing was taken. Try another card.',
  expired_card: 'The card has expired. Nothing was taken. Try another card.',
  not_confirmed: 'The payment was not confirmed. Nothing was taken.',
  authentication_required: 'The bank wants its customer to confirm. Nothing was taken.',
} as const;
export type DeclineReason = keyof typeof DECLINE_SENTENCES;

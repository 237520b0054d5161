import type { CallerDoubt, Verstat } from '@farline/contracts';

/** What is known of a number that a call from a trunk shows. */
export type ShownNumber = {
  /** E.164. */
  number: string;
  called: string;
  verstat: Verstat;
  /** Its country's numbering plan has such numbers. */
  exists: boolean;
  /** It is rented or had here. */
  isOfThisHouse: boolean;
  /** A call out shows it now: that call may come back in here. */
  isCallingOut: boolean;
  /** Among the account's contacts. */
  isKnown: boolean;
  isBlocked: boolean;
};

/** So many last digits are another subscriber's in the same exchange. */
const LAST_DIGITS = 4;

/**
 * Why a caller's number is not to be trusted; null: nothing speaks against it. Where the carrier has checked it and it passed, guesses from its
 * digits say nothing more. Who blocked it knows it: that comes first.
 */
export function doubtOf(shown: ShownNumber): CallerDoubt | null {
  const { number, called, verstat } = shown;
  if (shown.isBlocked) return 'blocked';
  if (verstat === 'TN-Validation-Failed') return 'failed_check';
  if (!shown.exists) return 'no_such_number';
  if (verstat === 'TN-Validation-Passed') return null;
  if (number === called && !shown.isCallingOut) return 'called_number';
  if (shown.isOfThisHouse) return shown.isCallingOut ? null : 'own_number';
  return isNeighbour(number, called) && !shown.isKnown ? 'neighbour' : null;
}

/** Whether it could be mistaken for the number that was called: people pick up for neighbours. */
export const isNeighbour = (number: string, called: string): boolean =>
  number !== called &&
  number.length === called.length &&
  number.slice(0, -LAST_DIGITS) === called.slice(0, -LAST_DIGITS);

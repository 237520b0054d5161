import { type Micros, microsOfUnits } from '@farline/contracts';

/** How an account's money is added by itself. */
export type AutoTopUp = {
  accountId: string;
  /** Who switched it on. */
  userId: string;
  state: 'off' | 'on' | 'stopped';
  stoppedBecause: StopReason | null;
  markMicros: Micros;
  amountMicros: Micros;
  dailyCapMicros: Micros;
  /** Null: the account's default method, also in the place of one that was removed. */
  methodId: string | null;
  changedAt: Date;
};
export type StopReason = 'declined' | 'unusual_spending' | 'no_method' | 'disputed' | 'refunded';

/** What is offered to whoever has never switched it on. */
export const usualAutoTopUp = {
  markMicros: microsOfUnits(5),
  amountMicros: microsOfUnits(25),
  dailyCapMicros: microsOfUnits(100),
};

/** What is to be done about a balance now. */
export type Decision =
  | { does: 'nothing' }
  | { does: 'add' }
  | { does: 'stop'; because: StopReason }
  /** Until the next day of the account's time zone. */
  | { does: 'wait_for_tomorrow' };

/** Decides on a balance: below the mark, a payment begins, unless something speaks against it. Never two at once. */
export function decide(
  { markMicros, amountMicros, dailyCapMicros }: AutoTopUp,
  now: {
    availableMicros: Micros;
    addedTodayMicros: Micros;
    isUnderWay: boolean;
    /** Money was given back since it was switched on: who wants it back does not want more of it charged. */
    wasRefunded: boolean;
    hasMethod: boolean;
    /** The last payment that began by itself was declined: whoever hears of its end may hear it after this look. */
    wasDeclined: boolean;
    isSpendingUnusual: boolean;
    /** A bank looks into a payment, or has taken one back since it was switched on: whose card it is, is in doubt. */
    isDisputed: boolean;
  },
): Decision {
  if (now.isUnderWay) return { does: 'nothing' };
  // Whatever is left: the card is charged for none of it later either.
  if (now.wasRefunded) return { does: 'stop', because: 'refunded' };
  if (now.availableMicros >= markMicros) return { does: 'nothing' };
  if (now.wasDeclined) return { does: 'stop', because: 'declined' };
  if (now.isDisputed) return { does: 'stop', because: 'disputed' };
  if (now.isSpendingUnusual) return { does: 'stop', because: 'unusual_spending' };
  if (!now.hasMethod) return { does: 'stop', because: 'no_method' };
  if (now.addedTodayMicros + amountMicros > dailyCapMicros) return { does: 'wait_for_tomorrow' };
  return { does: 'add' };
}

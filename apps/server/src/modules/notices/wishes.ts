import { type Micros, micros, type NoticeSettings, toMoney } from '@farline/contracts';

/** What a user wants to be told of, and how. */
export type Wishes = {
  /** Zero: never low. */
  lowBalanceMicros: Micros;
  mailsLowBalance: boolean;
  mailsCalls: boolean;
  mailsNewDevice: boolean;
  mailsPayments: boolean;
  mailsPlan: boolean;
  mailsUnusual: boolean;
};

/** The wishes of whoever has said nothing. */
export const usualWishes: Wishes = {
  lowBalanceMicros: micros(1_000_000n),
  mailsLowBalance: true,
  mailsCalls: false,
  mailsNewDevice: true,
  mailsPayments: true,
  mailsPlan: true,
  mailsUnusual: true,
};

/** The wishes for the wire, in the account's currency. */
export function viewOfWishes(wishes: Wishes, currency: string): NoticeSettings {
  return {
    lowBalanceMark: toMoney(wishes.lowBalanceMicros, currency),
    mail: {
      lowBalance: wishes.mailsLowBalance,
      calls: wishes.mailsCalls,
      newDevice: wishes.mailsNewDevice,
      payments: wishes.mailsPayments,
      plan: wishes.mailsPlan,
      unusualSpending: wishes.mailsUnusual,
    },
  };
}

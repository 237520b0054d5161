import {
  type Micros,
  micros,
  type NoticeSettings,
  type noticeSettingsChange,
  parseDecimal,
  toMoney,
} from '@farline/contracts';
import type { z } from 'zod';

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

/** Some of them; what is left out stays as it was. */
export type WishesChange = { [Wish in keyof Wishes]?: Wishes[Wish] | undefined };

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

/** What a change from the wire wants. */
export function wishesIn({ lowBalanceMark, mail = {} }: z.output<typeof noticeSettingsChange>): WishesChange {
  return {
    lowBalanceMicros: parseDecimal(lowBalanceMark ?? '') ?? undefined,
    mailsLowBalance: mail.lowBalance,
    mailsCalls: mail.calls,
    mailsNewDevice: mail.newDevice,
    mailsPayments: mail.payments,
    mailsPlan: mail.plan,
    mailsUnusual: mail.unusualSpending,
  };
}

import type { PaymentMethodView } from '@farline/contracts';
import { utcDay } from '../../../platform/local-days.ts';

/** A card that the payment provider keeps for an account. */
export type Method = {
  id: string;
  accountId: string;
  userId: string;
  provider: string;
  providerId: string;
  brand: string;
  lastFour: string;
  /** Good to the end of this month. */
  expires: { year: number; month: number };
  isDefault: boolean;
  addedAt: Date;
};

/** A card that expires sooner is told of. */
export const SOON_MS = 30 * 24 * 60 * 60_000;

/** The last day of the month until which a card is good, as a date of the database. */
export function lastDayOf({ year, month }: Method['expires']): string {
  return utcDay(new Date(Date.UTC(year, month, 0)));
}

/** How a card is called: `Visa •••• 4242`. */
export function labelOf({ brand, lastFour }: Pick<Method, 'brand' | 'lastFour'>): string {
  return `${brand} •••• ${lastFour}`;
}

/** Whether a card is good, for less than thirty days, or no more. */
export function expiryOf({ expires }: Pick<Method, 'expires'>, now: Date): PaymentMethodView['expiry'] {
  const over = Date.UTC(expires.year, expires.month);
  if (over <= now.getTime()) return 'expired';
  return over - now.getTime() <= SOON_MS ? 'soon' : 'good';
}

/** A method as its owner sees it. */
export function viewMethod(method: Method, now: Date): PaymentMethodView {
  const { id, brand, lastFour, isDefault, expires, addedAt } = method;
  return {
    id,
    label: labelOf(method),
    isDefault,
    brand,
    lastFour,
    expires: `${expires.year}-${String(expires.month).padStart(2, '0')}`,
    expiry: expiryOf(method, now),
    addedAt: addedAt.toISOString(),
  };
}

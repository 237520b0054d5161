import { ADD_FUNDS, micros, type Micros, microsOfUnits, type PaymentProvider } from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import { methodsOf } from '../record/methods-store.ts';
import { MOST_AN_HOUR } from '../paying/start-payment.ts';

const HOUR_MS = 60 * 60_000;

/**
 * The most that whoever is signed in could add by a saved card from now until an instant: the largest amount as often as
 * it may be added, in each hour that begins until then and in the one that is counted already. Nothing without a card.
 */
export async function savedCardsUntil(
  db: Executor,
  wanted: { provider: PaymentProvider | null; accountId: string; now: Date; until: Date },
): Promise<Micros> {
  const { provider, accountId, now, until } = wanted;
  if (provider === null) return micros(0n);
  const [card] = await methodsOf(db, { accountId, provider: provider.name, most: 1 });
  if (card === undefined) return micros(0n);
  const hours = 1 + Math.max(0, Math.ceil((until.getTime() - now.getTime()) / HOUR_MS));
  return microsOfUnits(hours * MOST_AN_HOUR * ADD_FUNDS.most);
}

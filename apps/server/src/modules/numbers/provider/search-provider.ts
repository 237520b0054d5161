import type { ProviderOffersReply } from '@farline/contracts';
import type { Account } from '../../accounts/index.ts';
import { viewOffers } from '../record/number-view.ts';
import type { OfferSearch } from '../record/offers-store.ts';
import type { OrderDeps } from './order-deps.ts';
import { notToBeHad } from '../record/orders-store.ts';
import { offerOf } from './provider-prices.ts';

/** What the provider has that is like what somebody looks for, at our prices, in the order of the digits. Unknown is not none. */
export async function searchProvider(
  deps: Pick<OrderDeps, 'database' | 'clock' | 'log'> & { source: OrderDeps['source'] | null },
  { account, wanted }: { account: Account; wanted: OfferSearch },
): Promise<ProviderOffersReply> {
  if (deps.source === null) return { state: 'none', numbers: [] };
  const { provider, prices } = deps.source;
  const [only] = prices.countries;
  const country = wanted.country ?? (prices.countries.length === 1 ? (only ?? null) : null);
  if (country === null) return { state: 'country_wanted', numbers: [] };
  if (!prices.countries.includes(country)) return { state: 'none', numbers: [] };

  const found = await provider.search({ country, kind: wanted.kind, digits: wanted.digits });
  if (found.state === 'unavailable') {
    deps.log.warn({ provider: provider.name, why: found.why }, 'the provider of numbers could not be asked');
    return { state: 'unavailable', numbers: [] };
  }
  const { id: accountId, currency } = account;
  const offers = found.numbers
    .flatMap((number) => offerOf(number, { prices, carrier: provider.name, currency }) ?? [])
    .filter((offer) => offer.country === country && (wanted.kind === null || offer.kind === wanted.kind));
  const numbers = offers.map(({ e164 }) => e164);
  const at = deps.clock.now();
  const taken = await notToBeHad(deps.database, { numbers, accountId, at });
  const free = offers.filter(({ e164 }) => !taken.has(e164));
  const inOrder = free.toSorted((one, other) => (one.e164 < other.e164 ? -1 : 1));
  return { state: 'found', numbers: await viewOffers(deps.database, { offers: inOrder, account, at }) };
}

import type { Database } from '../../../platform/database.ts';
import { isOpenedBy } from '../../limits/index.ts';
import type { RatedNumber, Rating, TypedNumber } from '../../rating/index.ts';

/** The price of a number as typed, also of a closed destination that the account opened. Throws why it cannot be called. */
export async function rateOpened(
  deps: { database: Database; rating: Pick<Rating, 'rateTyped' | 'lookUp'> },
  accountId: string,
  typed: TypedNumber,
): Promise<RatedNumber> {
  const { rated, isOpen } = deps.rating.lookUp(typed);
  const { countryCode, kind } = rated.destination;
  if (isOpen || countryCode === null) return rated;
  if (await isOpenedBy(deps.database, { accountId, countryCode, kind })) return rated;
  return deps.rating.rateTyped(typed);
}

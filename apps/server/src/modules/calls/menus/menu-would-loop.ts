import type { IncomingAsk } from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import { readCarrierNumber } from '../../rating/index.ts';
import type { Trunk } from '../../routing/index.ts';
import { MOST_DIVERSIONS, readDiversions } from '../forwarding/diversions.ts';
import type { CallRecord } from '../record/call-record.ts';
import { countForwardedFromMenus } from './menu-choices-store.ts';

/** Behind the number of an office several may call at once; each turn of a call that goes round is one more of them. */
const MOST_OF_ONE_CALLER = 5;

/**
 * Whether a call that would come to a menu has been there before: it says that this number forwarded it, or that too many did, it shows
 * this number as its caller, or the menus of this number have forwarded several calls of its caller that still last.
 */
export async function menuWouldLoop(
  database: Database,
  coming: { call: CallRecord; ask: IncomingAsk; trunk: Pick<Trunk, 'country'> },
): Promise<boolean> {
  const { call, ask, trunk } = coming;
  const { count, numbers } = readDiversions(ask);
  if (count >= MOST_DIVERSIONS || call.from === call.to) return true;
  if (numbers.some((written) => readCarrierNumber(written, trunk.country) === call.to)) return true;
  return (await countForwardedFromMenus(database, { number: call.to, caller: call.from })) >= MOST_OF_ONE_CALLER;
}

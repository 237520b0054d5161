import { formatDecimal, micros } from '@farline/contracts';
import { type WronglyCharged, wronglyCharged } from '../modules/calls/index.ts';
import type { Database } from '../platform/database.ts';

const MOST_LISTED = 100;

/** Compares each call's charge with its times and its price, and tells which do not agree. */
export async function runChargesCommand(database: Database): Promise<string> {
  const wrong = await wronglyCharged(database, MOST_LISTED);
  if (wrong.length === 0) return 'Every call is charged as its times and its price say.';
  const more = wrong.length === MOST_LISTED ? [`These are the newest ${MOST_LISTED}.`] : [];
  return [...wrong.map(inWords), ...more].join('\n');
}

function inWords(call: WronglyCharged): string {
  const times = `${call.answeredSeconds} s of ${call.countedSeconds} s, ${call.forgivenSeconds} s forgiven`;
  return `${call.id}: ${times}; charged ${amount(call.costMicros)}, its price is ${amount(call.priceMicros)}`;
}

const amount = (of: bigint) => formatDecimal(micros(of));

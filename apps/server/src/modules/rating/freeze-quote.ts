import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Quote } from './quote.ts';
import type { RatedNumber } from './rate-number.ts';
import { insertQuote } from './rating-store.ts';

/** Keeps what a call costs as it stands now: a price seen is a price kept. */
export async function freezeQuote(tx: Executor, frozen: { rated: RatedNumber; at: Date }): Promise<Quote> {
  const quote: Quote = { ...frozen.rated, id: newId(frozen.at), frozenAt: frozen.at };
  await insertQuote(tx, quote);
  return quote;
}

import { type Micros, micros, type NumberAtProvider } from '@farline/contracts';
import type { NumberPrices } from '../../../platform/settings/number-provider.ts';
import { numberFacts } from '../record/number-facts.ts';
import type { Offer } from '../record/offer.ts';

const WHOLE = 10_000n;

/**
 * A provider's number as people are offered it; null: it is not. Never below what it costs us, neither the month nor the set-up: whoever
 * ordered and released it again and again would take the operator's money out.
 */
export function offerOf(
  number: NumberAtProvider,
  { prices, carrier, currency }: { prices: NumberPrices; carrier: string; currency: string },
): Offer | null {
  const { e164, hasVoice, hasSms } = number;
  const facts = numberFacts(e164);
  if (facts === null || number.currency !== currency || !(hasVoice || hasSms)) return null;
  if (!prices.countries.includes(facts.country)) return null;
  const perMinuteMicros = prices.minutes.get(facts.kind);
  const price = prices.fixed.get(`${facts.country}:${facts.kind}`) ?? markedUp(number, prices.marginHundredths);
  if (perMinuteMicros === undefined || price === null) return null;
  if (price.monthlyMicros < number.monthlyMicros || price.setupMicros < number.setupMicros) return null;
  const { monthlyMicros, setupMicros } = price;
  return {
    e164,
    ...facts,
    carrier,
    currency,
    hasVoice,
    hasSms,
    documents: null,
    monthlyMicros,
    setupMicros,
    perMinuteMicros,
  };
}

function markedUp({ monthlyMicros, setupMicros }: NumberAtProvider, marginHundredths: bigint | null) {
  if (marginHundredths === null) return null;
  const withMargin = (cost: Micros) => micros((cost * (WHOLE + marginHundredths) + WHOLE - 1n) / WHOLE);
  return { monthlyMicros: withMargin(monthlyMicros), setupMicros: withMargin(setupMicros) };
}

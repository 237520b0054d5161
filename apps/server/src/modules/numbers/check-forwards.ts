import {
  type ForwardPrice,
  type ForwardRefusal,
  type ForwardStep,
  type Micros,
  type NumberRule,
  parseDecimal,
} from '@farline/contracts';
import type { Database } from '../../platform/database.ts';
import { Problem } from '../../platform/problems.ts';
import { forwardStepsOf, leadsBack } from './leads-back.ts';
import { forwardComesBack, forwardMostTooLittle, inWords } from './record/number-problems.ts';

/** What an account's call to a telephone costs, and the least that one costs. Throws the `Problem` that says why it cannot be called. */
export type PriceForward = (wanted: {
  accountId: string;
  to: string;
}) => Promise<{ price: ForwardPrice; leastMicros: Micros; currency: string }>;

export type CheckForwardsDeps = { database: Database; priceForward: PriceForward };

/**
 * Refuses a rule that forwards calls where they cannot go: to what `priceForward` refuses, to where they would come back from, and for
 * less than a call costs.
 */
export async function checkForwards(
  deps: CheckForwardsDeps,
  checked: { accountId: string; number: string; rule: NumberRule },
): Promise<void> {
  for (const step of forwardStepsOf(checked.rule)) await checkForward(deps, { ...checked, step });
}

/** What a telephone costs that calls to a number are to be forwarded to. Throws the `Problem` that says why they cannot be. */
async function checkForward(
  deps: CheckForwardsDeps,
  { accountId, number, step }: { accountId: string; number: string; step: Pick<ForwardStep, 'to' | 'most'> },
): Promise<ForwardPrice> {
  const { to, most } = step;
  if (await leadsBack(deps.database, { from: number, to })) throw forwardComesBack(to);
  const { price, leastMicros, currency } = await deps.priceForward({ accountId, to });
  const mostMicros = most === null ? null : parseDecimal(most);
  if (mostMicros !== null && mostMicros < leastMicros) throw forwardMostTooLittle(to, inWords(leastMicros, currency));
  return price;
}

/** The same for a rule that is tried: the price, or why it cannot be. */
export async function tryForward(
  deps: CheckForwardsDeps,
  tried: Parameters<typeof checkForward>[1],
): Promise<ForwardPrice | { refusal: ForwardRefusal }> {
  try {
    return await checkForward(deps, tried);
  } catch (error) {
    if (error instanceof Problem) return { refusal: { code: error.code, message: error.message } };
    throw error;
  }
}

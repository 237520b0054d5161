import { e164, micros, type PersonSpend, toMoney } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { notFound } from '../../platform/problems.ts';
import { callSumsOfPerson, earlierCalls } from './insight-store.ts';
import { messageSumsOfPerson } from './message-insight-store.ts';

/**
 * What an account spent on one person, over all time; null where calls from before are still being counted. Whoever is no number is known from
 * what came of them.
 */
export async function personSpend(
  database: Executor,
  { currency, ...whose }: { accountId: string; peer: string; currency: string },
): Promise<PersonSpend> {
  const [calls, messages, earlier] = await Promise.all([
    callSumsOfPerson(database, whose),
    messageSumsOfPerson(database, whose),
    earlierCalls(database),
  ]);
  const isKnown = calls.calls + messages.sent + messages.received > 0;
  if (!isKnown && !e164.safeParse(whose.peer).success) throw notFound('This person');
  const moneyOf = (sum: bigint) => toMoney(micros(sum), currency);
  const isWhole = earlier?.isDone === true;
  return {
    peer: whose.peer,
    spend: isWhole ? moneyOf(calls.spendMicros + messages.spendMicros) : null,
    onCalls: isWhole ? moneyOf(calls.spendMicros) : null,
    onMessages: moneyOf(messages.spendMicros),
  };
}

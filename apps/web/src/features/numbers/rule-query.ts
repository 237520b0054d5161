import type { NumberRule } from '@farline/contracts/numbers/number-rules';
import type { PhonesAndGreetings } from '@farline/contracts/numbers/rule-without-gone';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { greetingsQuery } from './greetings/greetings-query.ts';

/** What happens when a number is called. */
export const ruleQuery = (number: string) =>
  queryOptions({
    queryKey: ['numbers', 'rule', number],
    queryFn: async () => await api('GET /numbers/{number}/rule', { number }),
  });

/** Saves a number's rule in the place of the version that it was made of, and gives the version that it is now. */
export async function saveRule(number: string, change: { version: number; rule: NumberRule }): Promise<number> {
  const saved = await api('PUT /numbers/{number}/rule', { number, body: change });
  queryClient.setQueryData(ruleQuery(number).queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: ['numbers', 'mine'] });
  return saved.version;
}

/** Asks the server, whatever is known already, which phones and greetings a rule can choose. */
export async function readPhonesAndGreetings(number: string): Promise<PhonesAndGreetings> {
  const rule = ruleQuery(number);
  for (const { queryKey } of [rule, greetingsQuery]) {
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  }
  const [{ phones }, { items }] = await Promise.all([
    queryClient.fetchQuery(rule),
    queryClient.fetchQuery(greetingsQuery),
  ]);
  return { phones: idsOf(phones), greetings: idsOf(items) };
}

const idsOf = (found: readonly { id: string }[]): ReadonlySet<string> => new Set(found.map(({ id }) => id));

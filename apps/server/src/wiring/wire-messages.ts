import { namesOfNumbers, numbersBeside, numbersNamed } from '../modules/contacts/index.ts';
import type { CallLimits } from '../modules/limits/index.ts';
import { createMessages, type Messages } from '../modules/messages/index.ts';
import type { Rating } from '../modules/rating/index.ts';
import type { Base } from './base.ts';
import type { Foundation } from '../lay-foundation.ts';

/** Messages go to the carriers that there are, and know people by the names of their contacts. */
export function wireMessages(
  { config, overload, gateways }: Foundation,
  { base, rating, limits }: { base: Base; rating: Rating; limits: CallLimits },
): Messages {
  return createMessages({
    ...base,
    rating,
    limits,
    numbersNamed,
    namesOfNumbers,
    numbersBeside,
    serverName: config.serverName,
    codeSecret: config.tokenSecret,
    writingLine: overload.lines.message,
    carriers: () => gateways.messageCarriers.list,
  });
}

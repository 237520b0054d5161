import { codeCallWord, priceCodeCall, priceForward } from '../modules/calls/index.ts';
import type { Messages } from '../modules/messages/index.ts';
import { createNumbers } from '../modules/numbers/index.ts';
import { sipPhonesOfAccount } from '../modules/phones/index.ts';
import type { Rating } from '../modules/rating/index.ts';
import type { Routing } from '../modules/routing/index.ts';
import { greetingsOf, orderCodeCall } from '../modules/voicemail/index.ts';
import type { ServerModule } from '../platform/server-module.ts';
import type { Base } from './base.ts';
import type { Foundation } from '../lay-foundation.ts';
import { knowCaller } from './know-people.ts';
import { whoIsThere } from './who-is-there.ts';

/** Numbers are told what a forward and a code cost, who says or writes the code, who would ring, and what is known of a caller. */
export function wireNumbers(
  { config, core, gateways }: Foundation,
  { base, rating, routing, messages }: { base: Base; rating: Rating; routing: Routing; messages: Messages },
): ServerModule {
  const { bridge, engineRpc, numberSource } = gateways;
  const pricing = { ...core, rating, bridge, routing };
  const order = { dataFolder: config.dataFolder, wordOf: (id: string) => codeCallWord(config.sip.secret, id) };
  const registered = async (names: string[]) => await engineRpc.registeredPhones(names);
  const looking = { ...core, registered, ringingMs: config.ringing.ringingMs };
  return createNumbers({
    ...base,
    numberSource,
    knowCaller,
    phonesOf: sipPhonesOfAccount,
    greetingsOf,
    whoIsThere: async (accountId) => await whoIsThere(looking, accountId),
    priceForward: async (wanted) => await priceForward(pricing, wanted),
    priceCodeCall: async (wanted) => await priceCodeCall(pricing, wanted),
    orderCodeCall: async (wanted) => await orderCodeCall(order, wanted),
    codeTexts: messages.codes,
    secret: config.tokenSecret,
  });
}

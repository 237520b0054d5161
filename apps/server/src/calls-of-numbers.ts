import { codeCallWord, priceCodeCall, priceForward } from './modules/calls/index.ts';
import type { Messages } from './modules/messages/index.ts';
import type { createNumbers } from './modules/numbers/index.ts';
import { orderCodeCall } from './modules/voicemail/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { whoIsThere } from './who-is-there.ts';
import type { Config } from './platform/config.ts';

type Given = Parameters<typeof createNumbers>[0];

/** What numbers are passed of calls and texts: what a forward costs, what a code costs, and who says or writes it; and who would ring. */
export function callsOfNumbers(
  config: Pick<Config, 'dataFolder' | 'sip' | 'tokenSecret' | 'ringing'>,
  deps: Parameters<typeof priceCodeCall>[0] & {
    database: Database;
    clock: Clock;
    messages: Messages;
    engineRpc: { registeredPhones: (names: string[]) => Promise<ReadonlySet<string>> };
  },
): Pick<Given, 'whoIsThere' | 'priceForward' | 'priceCodeCall' | 'orderCodeCall' | 'codeTexts' | 'secret'> {
  const order = { dataFolder: config.dataFolder, wordOf: (id: string) => codeCallWord(config.sip.secret, id) };
  const registered = async (names: string[]) => await deps.engineRpc.registeredPhones(names);
  const looking = { ...deps, registered, ringingMs: config.ringing.ringingMs };
  return {
    whoIsThere: async (accountId) => await whoIsThere(looking, accountId),
    priceForward: async (wanted) => await priceForward(deps, wanted),
    priceCodeCall: async (wanted) => await priceCodeCall(deps, wanted),
    orderCodeCall: async (wanted) => await orderCodeCall(order, wanted),
    codeTexts: deps.messages.codes,
    secret: config.tokenSecret,
  };
}

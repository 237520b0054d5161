import { codeCallWord, priceCodeCall, priceForward } from './modules/calls/index.ts';
import type { createNumbers } from './modules/numbers/index.ts';
import { orderCodeCall } from './modules/voicemail/index.ts';
import type { Config } from './platform/config.ts';

type Given = Parameters<typeof createNumbers>[0];

/** What numbers are passed of calls: what a forward costs, what a call with a code costs, and who places it. */
export function callsOfNumbers(
  config: Pick<Config, 'dataFolder' | 'sip' | 'tokenSecret'>,
  deps: Parameters<typeof priceCodeCall>[0],
): Pick<Given, 'priceForward' | 'priceCodeCall' | 'orderCodeCall' | 'secret'> {
  const order = { dataFolder: config.dataFolder, wordOf: (id: string) => codeCallWord(config.sip.secret, id) };
  return {
    priceForward: async (wanted) => await priceForward(deps, wanted),
    priceCodeCall: async (wanted) => await priceCodeCall(deps, wanted),
    orderCodeCall: async (wanted) => await orderCodeCall(order, wanted),
    secret: config.tokenSecret,
  };
}

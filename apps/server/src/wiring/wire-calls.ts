import { setTimeout as wait } from 'node:timers/promises';
import type { Accounts } from '../modules/accounts/index.ts';
import { type Calls, createCalls } from '../modules/calls/index.ts';
import { namesOfNumbers, numbersNamed } from '../modules/contacts/index.ts';
import type { CallLimits } from '../modules/limits/index.ts';
import { numbersOfVoicemail } from '../modules/numbers/index.ts';
import type { Push } from '../modules/push/index.ts';
import type { Rating } from '../modules/rating/index.ts';
import type { Routing } from '../modules/routing/index.ts';
import { callsToVoicemail, playMessages } from '../modules/voicemail/index.ts';
import type { Foundation } from '../lay-foundation.ts';
import { knowCaller, knowPeople } from './know-people.ts';
import { callSettings } from './settings.ts';

/** Calls are carried out by the engine; voicemail answers them, and push rings where no page is open. */
export function wireCalls(
  { config, core, overload, gateways }: Foundation,
  others: { accounts: Accounts; rating: Rating; routing: Routing; limits: CallLimits; push: Push },
): Calls {
  const { engineRpc } = gateways;
  return createCalls({
    ...core,
    accounts: others.accounts,
    rating: others.rating,
    limits: others.limits,
    routing: others.routing,
    numbersNamed,
    namesOfNumbers,
    knowPeople,
    knowCaller,
    ringClosedPages: others.push.ring,
    pushToPhones: others.push.toPhones,
    ...callsToVoicemail,
    playMessages: async (db, call) => await playMessages(db, { ...call, numbersOf: numbersOfVoicemail }),
    settings: callSettings(config),
    sip: config.sip,
    waitingLines: overload.lines,
    engine: gateways.orders,
    media: gateways.media,
    bridge: gateways.bridge,
    prompts: gateways.speech,
    listDialogs: async () => await engineRpc.listDialogs(),
    listConnections: async () => (await engineRpc.listConnections()).map(({ address, port }) => `${address}:${port}`),
    describeCaller: async (dialog) => await engineRpc.describeCaller(dialog),
    wait: async (ms) => await wait(ms),
  });
}

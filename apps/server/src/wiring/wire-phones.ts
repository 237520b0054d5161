import type { Accounts } from '../modules/accounts/index.ts';
import { createPhones } from '../modules/phones/index.ts';
import type { Push } from '../modules/push/index.ts';
import type { ServerModule } from '../platform/server-module.ts';
import type { Foundation } from '../lay-foundation.ts';

/** SIP phones are woken by push; the engine tells which are registered, or nothing. */
export function wirePhones(
  { config, core, gateways }: Foundation,
  { accounts, push }: { accounts: Accounts; push: Push },
): ServerModule {
  return createPhones({
    ...core,
    accounts,
    sipRegistrar: config.sipPhones,
    pushToPhones: push.toPhones,
    registeredPhones: async (usernames) => await gateways.engineRpc.registeredPhones(usernames).catch(() => null),
  });
}

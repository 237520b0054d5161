import { addresseeOf } from '../modules/accounts/index.ts';
import { isRinging } from '../modules/calls/index.ts';
import { callPushOf } from '../modules/notices/index.ts';
import { createPush, type Push } from '../modules/push/index.ts';
import type { Base } from './base.ts';
import type { Foundation } from '../lay-foundation.ts';

/** Closed pages are told of a call: whether it rings still, and in which words. */
export async function wirePush({ config, gateways }: Foundation, base: Base): Promise<Push> {
  return await createPush({
    ...base,
    ...gateways.push,
    tokenSecret: config.tokenSecret,
    isRinging,
    callWords: async (db, called) => await callPushOf({ addresseeOf }, db, called),
  });
}

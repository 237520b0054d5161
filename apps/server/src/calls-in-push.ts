import { addresseeOf } from './modules/accounts/index.ts';
import { isRinging } from './modules/calls/index.ts';
import { callPushOf } from './modules/notices/index.ts';
import type { PushDeps } from './modules/push/index.ts';

/** What is to be known of a call that closed pages are told of: whether it rings still, and in which words. */
export const callsInPush: Pick<PushDeps, 'isRinging' | 'callWords'> = {
  isRinging,
  callWords: async (db, called) => await callPushOf({ addresseeOf }, db, called),
};

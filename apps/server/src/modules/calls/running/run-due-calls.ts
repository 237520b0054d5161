import { eachSideBySide } from '../../../platform/concurrency/each-side-by-side.ts';
import { type DueCall, dueCalls } from './due-calls-store.ts';
import { type ExtendDeps, extendCall } from '../money/extend-calls.ts';
import { type OrderEndDeps, orderEnd } from '../ending/order-end.ts';
import { type SendGrantedEndDeps, sendGrantedEnd } from './send-granted-end.ts';
import { unblockFarSide } from './unblock-far-side.ts';
import { type WarnDeps, warnCaller } from './warn-caller.ts';
import { type WatchMediaDeps, watchMedia } from './watch-media.ts';

export type RunDueCallsDeps = OrderEndDeps & SendGrantedEndDeps & ExtendDeps & WarnDeps & WatchMediaDeps;

const MOST_AT_ONCE = 500;
const SIDE_BY_SIDE = 16;
const FAILED = 'what was due about a call could not be done; it stays due';

/**
 * Does what is due about running calls. All of it stands in the database, so that any server does it, also for one that
 * died; a call that fails does not keep the others.
 */
export async function runDueCalls(deps: RunDueCallsDeps): Promise<void> {
  const due = await dueCalls(deps.database, deps.clock.now(), MOST_AT_ONCE);
  await eachSideBySide(due, {
    most: SIDE_BY_SIDE,
    work: async (call) => await run(deps, call),
    failed: (error, { id }) => deps.log.error({ err: error, call: id }, FAILED),
  });
}

async function run(deps: RunDueCallsDeps, due: DueCall): Promise<void> {
  if (due.end) await orderEnd(deps, due.id);
  if (due.extend) await extendCall(deps, due.id);
  if (due.extend || due.sendGrantedEnd) await sendGrantedEnd(deps, due.id);
  if (due.extend || due.unblock) await unblockFarSide(deps, due.id);
  if (due.warn) await warnCaller(deps, due.id);
  if (due.lookAtMedia) await watchMedia(deps, due.id);
}

/** The running calls of wallets whose money changed ask for more of it at once, and what they get reaches the engine. */
export async function lengthenCalls(deps: RunDueCallsDeps, callIds: string[]): Promise<void> {
  await eachSideBySide(callIds, {
    most: SIDE_BY_SIDE,
    work: async (id) => {
      if (!(await extendCall(deps, id))) return;
      await sendGrantedEnd(deps, id);
      await unblockFarSide(deps, id);
    },
    failed: (error, id) => deps.log.error({ err: error, call: id }, FAILED),
  });
}

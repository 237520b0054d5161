import { waitUntil } from '@farline/tools/wait-until';
import { aNumber, type Caller, until } from '../../../apps/server/tests/testbed/callers.ts';
import type { PhoneCall } from '../../../apps/server/tests/testbed/talking-phone.ts';
import { type Bed, holdWallets } from './bed.ts';

/** Where a call is when something is killed, in the order of its life. */
export const STATES = [
  'initiated',
  'asked',
  'authorised',
  'ringing',
  'answered',
  'extending',
  'warning',
  'transferring',
  'ending',
] as const;
export type State = (typeof STATES)[number];

/** A call in a state, of a customer of its own; `placed` is null while no INVITE was sent. */
export type StandingCall = {
  state: State;
  caller: Caller;
  /** Before any call. */
  balance: bigint;
  id: string;
  initiatedAt: number;
  number: string;
  placed: PhoneCall | null;
};

const DOLLARS = '5.00';
/** 35 seconds: fewer than a first stretch, and enough for the words of the warning. */
const DOLLARS_WHEN_WARNED = '0.35';
/** States in which the server waits for the wallet's row when the kill comes. */
const HELD: readonly State[] = ['asked', 'extending', 'ending'];
const NOBODY_ANSWERS = '0002';
const WITHIN_MS = 20_000;

/** A number that rings for ever at the sandbox carrier. */
const ringsForEver = () => `${aNumber().slice(0, -NOBODY_ANSWERS.length)}${NOBODY_ANSWERS}`;

/**
 * Brings a call into each of these states, all of them at once, and keeps them there until `letGo`: the carrier stands still for one that is
 * authorised, and the wallets of those that are asked about, lengthened and ended are held.
 */
export async function bringIntoStates(
  bed: Bed,
  states: readonly State[],
): Promise<{ calls: StandingCall[]; letGo(): Promise<void> }> {
  const calls = await Promise.all(states.map(async (state) => await begin(bed, state)));
  const of = (state: State) => calls.filter((call) => call.state === state);
  for (const call of of('answered')) await place(call);
  const held = calls.filter(({ state }) => HELD.includes(state));
  const wallets = await holdWallets(
    bed,
    held.map(({ caller }) => caller.walletId),
  );
  for (const { id } of of('extending')) await bed.rows('update calls.call set extend_at = now() where id = $1', [id]);
  for (const { placed, number } of of('ending')) {
    placed?.bye();
    await until('the carrier to hear of the end', async () => await hasEndedThere(bed, number), WITHIN_MS);
  }
  if (states.includes('authorised')) bed.stack.carrier.freeze();
  for (const call of of('authorised')) {
    await ask(call);
    await stateIs(bed, call.id, 'authorised');
  }
  for (const call of of('asked')) await ask(call);
  await waitUntil('each to wait for its wallet', async () => (await waiting(bed)) >= held.length, {
    withinMs: WITHIN_MS,
    everyMs: 50,
  });
  return {
    calls,
    async letGo() {
      await wallets.letGo();
      bed.stack.carrier.thaw();
    },
  };
}

/** What can be done before the others stand still. */
async function begin(bed: Bed, state: State): Promise<StandingCall> {
  const caller = await bed.callers.caller(state === 'warning' ? DOLLARS_WHEN_WARNED : DOLLARS);
  const { balance } = await caller.wallet();
  const number = state === 'ringing' ? ringsForEver() : aNumber();
  const { id } = await caller.initiate(number);
  const call: StandingCall = { state, caller, balance, id, initiatedAt: Date.now(), number, placed: null };
  switch (state) {
    case 'initiated':
    case 'asked':
    case 'authorised':
    case 'answered':
      return call;
    case 'ringing':
      await ask(call);
      await stateIs(bed, id, 'ringing');
      return call;
    case 'extending':
    case 'ending':
      await place(call);
      return call;
    case 'warning':
      await place(call);
      await until('the warning', async () => await isWarned(bed, id), WITHIN_MS);
      return call;
    case 'transferring': {
      await place(call);
      const second = await caller.transfer(id, ringsForEver());
      await stateIs(bed, second.id, 'ringing');
      return call;
    }
  }
}

/** Sends the INVITE. */
async function ask(call: StandingCall): Promise<void> {
  call.placed = await call.caller.phone.place({ number: call.number, call: call.id, says: 'tone' });
}

/** Places it, and waits for its answer. */
async function place(call: StandingCall): Promise<void> {
  await ask(call);
  const final = await call.placed?.final(WITHIN_MS);
  if (final?.status !== 200) throw new Error(`the call to be ${call.state} got ${final?.status} ${final?.reason}`);
}

async function stateIs(bed: Bed, id: string, state: string): Promise<void> {
  const isSo = async () => {
    const [row] = await bed.rows<{ state: string }>('select state from calls.call where id = $1', [id]);
    return row?.state === state;
  };
  await until(`a call to be ${state}`, isSo, WITHIN_MS);
}

async function isWarned(bed: Bed, id: string): Promise<boolean> {
  return (await bed.rows(`select from calls.step where call_id = $1 and kind = 'warned'`, [id])).length > 0;
}

async function hasEndedThere(bed: Bed, number: string): Promise<boolean> {
  return (await bed.callers.carrierRecord(number)).some(({ endedAt }) => endedAt !== null);
}

async function waiting(bed: Bed): Promise<number> {
  const [row] = await bed.rows<{ waiting: number }>(`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.waiting ?? 0;
}

import type { ScriptedTrunk, TrunkLeg } from '../../../../voice/testbed/scripted-trunk.ts';
import type { FarCount } from '../../../../voice/testbed/strict-dialogs.ts';
import { aNumber, type Caller, until } from './callers.ts';
import { isAnsweredAt } from './sent-on.ts';
import type { CallToPlace, PhoneCall } from './talking-phone.ts';

/** A caller who has left a call, in which two far sides talk now. */
type TransferredCall = {
  /** What the caller was in. */
  call: PhoneCall;
  /** Whom it was given to, in a call with an id and a count of its own. */
  number: string;
  id: string;
  leg: () => Promise<TrunkLeg>;
  /** Once the two far sides are joined. */
  rung: () => Promise<unknown>;
  counted: () => FarCount | null;
  end: () => Promise<void>;
};

/** Places a call as a browser does, and gives it to another number once it is answered. */
export async function transferCall(to: {
  caller: Caller;
  carrier: ScriptedTrunk;
  wanted: Omit<CallToPlace, 'number' | 'call'>;
}): Promise<TransferredCall> {
  const { caller, carrier, wanted } = to;
  const first = await caller.initiate();
  const call = await caller.phone.place({ ...wanted, number: first.number, call: first.id });
  await call.final();
  const number = aNumber();
  const { id } = await caller.transfer(first.id, number);
  const isJoined = async () => (await caller.call(first.id)).transfer?.isJoined === true;
  return {
    call,
    number,
    id,
    leg: async () =>
      await carrier.legs.next('the leg of the new number', ({ invite }) => invite.uri.includes(number.slice(1))),
    rung: async () => await until('the two far sides to be joined', isJoined),
    counted: () => carrier.calls.find(isAnsweredAt(number)) ?? null,
    end: async () => void (await caller.end(id)),
  };
}

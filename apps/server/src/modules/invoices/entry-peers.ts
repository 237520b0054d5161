import type { BillingEntry } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import type { Cause } from '../ledger/index.ts';
import type { InvoiceDeps, StatedCall } from './invoice-deps.ts';

export type PeerDeps = Pick<InvoiceDeps, 'chargedCalls' | 'peersOfMessages' | 'numbersOfCharges'>;

/** Who the entries of a page are of, and what is told of their calls; asked for all of them at once. */
export async function findPeers(
  deps: PeerDeps,
  db: Executor,
  causes: readonly Cause[],
): Promise<(cause: Cause) => Pick<BillingEntry, 'peer' | 'call'>> {
  const idsOf = (types: readonly string[]) => [
    ...new Set(causes.flatMap((cause) => (types.includes(cause.type) ? [recordOf(cause)] : []))),
  ];
  const found = await deps.chargedCalls(db, idsOf(['call']));
  const calls = new Map(found.map((call) => [call.id, call]));
  const peers = await deps.peersOfMessages(db, idsOf(['message', 'message_refund']));
  const numbers = await deps.numbersOfCharges(db, idsOf(['number']));
  return (cause) => {
    const id = recordOf(cause);
    const call = cause.type === 'call' ? calls.get(id) : undefined;
    if (call !== undefined) return { peer: otherSideOf(call), call: callOf(call) };
    return { peer: peers.get(id) ?? numbers.get(id) ?? null, call: null };
  };
}

/** The record that caused an entry: of what was given back for a part of a message it is the message. */
export function recordOf({ type, id }: Cause): string {
  return type === 'message_refund' ? id.slice(0, 36) : id;
}

const otherSideOf = ({ direction, from, to }: StatedCall): string | null => (direction === 'inbound' ? from : to);

const callOf = ({ direction, to, answeredSeconds: seconds, isPractice }: StatedCall): BillingEntry['call'] => ({
  direction,
  to,
  seconds,
  isPractice,
});

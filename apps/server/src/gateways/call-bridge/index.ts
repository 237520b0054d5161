import { type TransferOrder, type TransferOutcome, transferOutcome } from '@farline/contracts';

/** The call bridge at an address of this machine; see `apps/call-bridge`. */
export function createCallBridge(options: { url: string; secret: string; patienceMs: number }) {
  return {
    /** Carries a transfer out. Throws when the bridge is away, refuses, or nothing is known in time. */
    async transfer(order: TransferOrder): Promise<TransferOutcome> {
      const reply = await fetch(`${options.url}/transfers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(order),
        signal: AbortSignal.timeout(options.patienceMs),
      });
      if (!reply.ok) throw new Error(`the call bridge answered ${reply.status}`);
      return transferOutcome.parse(await reply.json());
    },
  };
}

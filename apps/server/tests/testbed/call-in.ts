import type { Stack } from '@farline/tools/stack';
import { z } from 'zod';

const placedReply = z.object({
  call: z.object({
    callId: z.string(),
    status: z.number().nullable(),
    ringingAt: z.string().nullable(),
    answeredAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    endedBy: z.string().nullable(),
    tones: z.array(z.object({ frequencyHz: z.number() })),
  }),
});

type Carrier = Pick<Stack, 'carrierRecordUrl'>;

/** Has somebody out there call a number, by the first sandbox trunk, and say a tone of so many hertz to its voicemail, if any; gives the call's id at the carrier. */
export async function callIn(
  stack: Carrier,
  call: { to: string; from: string; says?: number; verstat?: string },
): Promise<string> {
  const reply = await fetch(`${stack.carrierRecordUrl}/placed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  });
  return placedReply.parse(await reply.json()).call.callId;
}

/** What the carrier knows of a call that it placed. */
export async function outside(stack: Carrier, callId: string) {
  return placedReply.parse(await (await fetch(`${stack.carrierRecordUrl}/placed/${callId}`)).json()).call;
}

/** Has whoever called from out there hang up. */
export async function hangUpOutside(stack: Carrier, callId: string): Promise<void> {
  await fetch(`${stack.carrierRecordUrl}/placed/${callId}`, { method: 'DELETE' });
}

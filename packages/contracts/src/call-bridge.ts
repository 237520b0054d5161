import { z } from 'zod';

/** The words between the server and the call bridge, over HTTP on loopback. */

/** A SIP URI or name that may stand in a message: nothing that would end its header. */
const sipWord = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[^\s<>"]+$/);

/** The caller's side of a running call, as the engine knows it: enough to go on in the caller's place. */
export const runningSide = z.object({
  sipCallId: sipWord,
  fromTag: sipWord,
  toTag: sipWord,
  fromUri: sipWord,
  toUri: sipWord,
  /** The far side's Contact. */
  target: sipWord,
  /** Proxies between the engine and the far side, in order. */
  routes: z.array(sipWord),
  /** The highest CSeq that the caller has used. */
  cseq: z.int().min(0),
});
export type RunningSide = z.infer<typeof runningSide>;

/** Places a call and, once it is answered, joins it with a running one in the place of that one's caller. */
export const transferOrder = z.object({
  running: runningSide,
  placed: z.object({
    /** The call that was initiated for it. */
    call: z.uuid(),
    uri: sipWord,
    realm: sipWord,
    username: sipWord,
    password: sipWord,
  }),
});
export type TransferOrder = z.infer<typeof transferOrder>;

/**
 * `joined`: the two talk. `not_answered`: the running call is as it was. `not_joined`: the far side of the running call did
 * not go along; both calls were ended.
 */
export const transferOutcome = z.object({
  outcome: z.enum(['joined', 'not_answered', 'not_joined']),
  /** The SIP status that decided it. */
  status: z.int(),
});
export type TransferOutcome = z.infer<typeof transferOutcome>;

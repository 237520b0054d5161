import { z } from 'zod';
import { asking } from './asking.ts';

// Of the words between Kamailio and the server (voice-engine.ts), those about SIP apps that sleep and ask to be woken (RFC 8599).

/**
 * A phone that has proved itself registers, and says how it is woken, or not any more. Asked of one server, and the REGISTER waits: what is
 * not remembered is not promised.
 */
export const pushAsk = z.object({
  type: z.literal('push.ask'),
  ...asking,
  username: z.string(),
  /** `ask`: which services there are (§4.1.1); `forget`: this registration is woken no more; `forget_all`: none of this phone is. */
  act: z.enum(['remember', 'ask', 'forget', 'forget_all']),
  /** The parameters of the Contact as they stand there, with their escapes; empty where there are none. */
  provider: z.string(),
  prid: z.string(),
  param: z.string(),
  sipCallId: z.string(),
  /** For how long the registration is good. */
  seconds: z.coerce.number().int(),
  /** `itself`: it registers again in time without being woken (`+sip.pnsreg`, §4.1.4). */
  refreshes: z.enum(['', 'itself']),
});
export type PushAsk = z.infer<typeof pushAsk>;

/** 200: done, and the phone is told `featureCaps` (RFC 6809), empty: nothing; 403: no such phone; 555: it cannot be woken so. */
export const pushAnswer = z.object({
  type: z.literal('push.answer'),
  transactionIndex: z.int(),
  transactionLabel: z.int(),
  status: z.union([z.literal(200), z.literal(403), z.literal(555)]),
  featureCaps: z.string(),
});
/** What a server answers, for whoever carries it. */
export type PushAnswer = Pick<z.infer<typeof pushAnswer>, 'status' | 'featureCaps'>;

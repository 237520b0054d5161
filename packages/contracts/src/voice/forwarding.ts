import { z } from 'zod';

// Of the words between Kamailio and the server (voice-engine.ts), those about calls that came in and go on to another telephone, and those that
// go to no telephone.

/** What a call that comes in says of forwards before it. */
export const forwardsBefore = {
  /** What the trunk wrote of forwards before it: Diversion (RFC 5806) and History-Info (RFC 7044), each header's values with commas between. */
  diversion: z.string().optional(),
  history: z.string().optional(),
};

/** Of a call out that forwards another. */
const forwardedBy = {
  /** Of a call that is forwarded: the number that was called, E.164, and why it is forwarded, as Diversion says it (RFC 5806 §9.1). */
  diverted: z.string().optional(),
  divertedBecause: z.enum(['unconditional', 'no-answer']).optional(),
  /** Who calls, E.164, and the names of the trunks that take such a number from us, with `|` between them: they are shown it. */
  caller: z.string().optional(),
  callerTrunks: z.string().optional(),
};

/** Of a call out that is not an ordinary one. */
export const outElse = {
  ...forwardedBy,
  /** What the attendant does, which takes the call in the place of a trunk, as its header has it; absent: a trunk carries it. */
  task: z.string().optional(),
  attendant: z.int().nonnegative().optional(),
};

/** Where a call that came in goes on to. */
export const forwardTo = {
  /**
   * The telephone to which the call goes on where nothing is there to ring, or nobody has taken it, E.164; absent: to none. The call bridge
   * calls it with these credentials, and it may take `forwardMs`.
   */
  forwardTo: z.string().optional(),
  forwardUser: z.string().optional(),
  forwardPassword: z.string().optional(),
  forwardMs: z.int().optional(),
};

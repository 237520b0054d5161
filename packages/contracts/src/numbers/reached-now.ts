import { z } from 'zod';

/** Whom a call that rings would reach at this moment, of what rings by the rule. */
export const reachedNow = z.object({
  /** SIP phones that are registered, by their ids. */
  phones: z.array(z.uuid()),
  /** A page is open. */
  pages: z.boolean(),
  /** SIP phones that sleep and are woken by a push message. */
  wokenPhones: z.array(z.uuid()),
  /** No page is open, and browsers are told by a notification. */
  pagesAreTold: z.boolean(),
  /** For how long it rings, at most, until what follows; 0: nobody is reached, and that comes at once. */
  seconds: z.int(),
});
export type ReachedNow = z.infer<typeof reachedNow>;

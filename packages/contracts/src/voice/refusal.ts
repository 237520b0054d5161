import { z } from 'zod';

/** What a caller who is refused hears. */
export const refusal = {
  status: z.int(),
  phrase: z.string(),
  /** A stable code, sent to the caller as X-Farline-Reason. */
  reason: z.string(),
  /** When to try again (RFC 3261 §20.33). */
  retryAfterSeconds: z.int().optional(),
};

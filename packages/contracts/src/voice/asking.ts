import { z } from 'zod';

// Of the words between Kamailio and the server (voice-engine.ts), what every ask has.

/** Assumed when an engine sends no `waitsMs` (older releases). */
const USUAL_WAIT_MS = 3_000;
/** What an answer needs to come back, ms. */
const WAY_BACK_MS = 500;

export const asking = {
  /** tm's index and label of the request that waits, which its answer repeats as numbers. */
  transactionIndex: z.coerce.number().int(),
  transactionLabel: z.coerce.number().int(),
  /** Kamailio's clock when it asked, ms since 1970. */
  at: z.coerce.number().int().positive(),
  /** How long the request waits for the answer (`ASK_TIMEOUT_MS`). */
  waitsMs: z.coerce.number().int().positive().optional(),
};

/** Whether Kamailio has as good as given up waiting: an answer would find no transaction, and nothing is to be held or noted for it. */
export function isGivenUp(ask: { at: number; waitsMs?: number | undefined }, nowMs: number): boolean {
  return nowMs - ask.at > (ask.waitsMs ?? USUAL_WAIT_MS) - WAY_BACK_MS;
}

import { z } from 'zod';
import { turns } from './turns.ts';

// Of the words between Kamailio and the server (voice-engine.ts), those about calls that ring, and whoever is not there yet.

/** Whether somebody may come who is not there, and who rings one after another. */
export const waking = {
  /**
   * Pages of these users may open, or phones wake, while it rings: who calls hears ringing from the start, and for as long as it may ring; nobody who refuses it
   * ends that. Absent: there are none.
   */
  wakes: z.literal('yes').optional(),
  /** User names of the phones that were woken for it (RFC 8599), with `|` between them. Absent: none was. */
  woken: z.string().optional(),
  ...turns,
};

/** Ends a call that still rings, by its tm transaction's Call-ID: the trunk gets CANCEL, the caller 487. */
const cancelOrder = z.object({ type: z.literal('cancel'), order: z.string(), call: z.string() });
/** Declines a call that waits for pages: it is over everywhere, as where a page declines it (603). */
const declineOrder = z.object({ type: z.literal('decline'), order: z.string(), call: z.string() });

export const ringingOrder = z.union([cancelOrder, declineOrder]);

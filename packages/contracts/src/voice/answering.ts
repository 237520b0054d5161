import { z } from 'zod';

// Of the words between Kamailio and the server (voice-engine.ts), those about calls that are answered in the place of people.

/** What answers a call where nobody takes it. */
export const answering = {
  /** What the attendant does then, an `attendantTask` as its header has it; empty: the caller is told. */
  task: z.string(),
  /** Which attendant is asked first, of as many as there are, counted round; absent: any. Who counts the calls in a mailbox then sees all of them. */
  attendant: z.int().nonnegative().optional(),
  /**
   * The task where somebody whose browser rings sends the caller to voicemail, whatever else would come; absent: nobody can. Browsers are told whether
   * they can.
   */
  voicemail: z.string().optional(),
  /** As whom it answers: `menu`, or `message`, which is said and ends the call; absent: as voicemail. */
  answersAs: z.enum(['menu', 'message']).optional(),
  /** What the caller is told where nobody answers, and nothing does in their place; absent: that nobody is there. */
  otherwise: z.literal('busy').optional(),
};

/** Who had an answered call in the place of who was called: `attendant`, `menu` or `message`; empty: nobody. The report of its end says it too, which may come first. */
export const answeredAs = { connection: z.string().default('') };

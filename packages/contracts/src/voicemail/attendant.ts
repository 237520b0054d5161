import { z } from 'zod';

/** The header in which the engine hands an `attendantTask` on to the attendant: its JSON in base64url. */
export const TASK_HEADER = 'X-Farline-Task';

const spokenText = z.string().max(400);

/** What is done with a call that the attendant answers: a greeting, a tone, and a message of the caller's is kept. */
export const attendantTask = z.object({
  do: z.literal('take_message'),
  /** Whose mailbox it is: how many may speak to one at once is bounded. */
  mailbox: z.uuid(),
  /** How the texts are spoken: a voice of espeak-ng. */
  voice: z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/),
  greeting: spokenText,
  /** Said after # was pressed: 1 sends the message, 2 plays it, 3 records it again. */
  choices: spokenText,
  /** What the caller hears where no message can be taken. */
  cannotRecord: spokenText,
  /** How long a message may be; 0: none is taken. */
  mostSeconds: z.int().min(0).max(600),
});
export type AttendantTask = z.infer<typeof attendantTask>;

/** Where the attendant leaves what it recorded, below the data folder: `arrived/<call id>.wav` once it is whole. */
export const VOICEMAIL_FOLDER = 'voicemail';
export const ARRIVED_FOLDER = 'arrived';

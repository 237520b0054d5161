import { z } from 'zod';

/** Where the server leaves orders for the attendant, below `VOICEMAIL_FOLDER`, by which the two speak: `<id>.json`, taken by whoever renames it first. */
export const CODE_CALLS_FOLDER = 'code-calls';

/** How long an order stands: nobody is called by one that lay there. */
export const CODE_CALL_ORDER_MS = 20_000;

/** A call that the attendant is to place, and a code that it says twice to whoever answers and presses a key. */
export const codeCallOrder = z.object({
  /** The verification that it is for. */
  id: z.uuid(),
  /** Proves to the server that the call is this one. */
  word: z.string().regex(/^[0-9a-f]{32}$/),
  voice: z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/),
  /** Asks for a key. */
  greeting: z.string().max(400),
  first: z.string().max(400),
  code: z.string().regex(/^\d{6}$/),
  again: z.string().max(400),
  goodbye: z.string().max(400),
  until: z.iso.datetime(),
});
export type CodeCallOrder = z.infer<typeof codeCallOrder>;

const WRITTEN = /^code-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** A verification as the user of the address that the attendant calls at the engine. */
export const writeCodeDial = (id: string): string => `code-${id.replaceAll('-', '')}`;

/** The verification that such an address stands for; null for any other. */
export function readCodeDial(user: string): string | null {
  const [, ...parts] = WRITTEN.exec(user) ?? [];
  return parts.length === 0 ? null : parts.join('-');
}

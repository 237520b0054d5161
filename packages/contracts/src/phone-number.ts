import { z } from 'zod';
import { validationMessages } from './validation-messages.ts';

/** E.164 with its plus: how every number is stored and sent. */
export const e164 = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/)
  .meta({ example: '+447700900123' });

/** The profile's phone as the specification admits it (section 5): kept as typed. */
export const typedPhone = z.string().regex(/^\+?[1-9]\d{0,15}$/, validationMessages.phoneInvalid);

/** The free echo test that every signed-in person may call. */
export const ECHO_TEST = '*43';

/** Whoever calls this hears the voicemails of their own account. */
export const OWN_VOICEMAIL = '*97';

/**
 * What of a number somebody typed to find it: no separators, and none of the zeros that stand for a country or a trunk at
 * home, because numbers are kept with their calling code. Null for what is no number.
 */
export function partOfNumber(typed: string): string | null {
  const bare = typed.replace(/[\s()./-]/g, '');
  if (!/^\+?[\d*#]+$/.test(bare)) return null;
  return bare.startsWith('+') ? bare : bare.replace(/^0+(?=\d)/, '');
}

import { z } from 'zod';
import { validationMessages } from './validation-messages.ts';

export * from './part-of-number.ts';
export * from './service-numbers.ts';

/** E.164 with its plus: how every number is stored and sent. */
export const e164 = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/)
  .meta({ example: '+447700900123' });

/** Some numbers of one person, divided by commas: as many as a contact may have. */
export const e164List = z
  .string()
  .regex(/^\+[1-9]\d{6,14}(?:,\+[1-9]\d{6,14}){0,9}$/, 'Write numbers as +447700900123, divided by commas')
  .meta({ example: '+447700900123,+447700900456' });

/** The profile's phone as the specification admits it (section 5): kept as typed. */
export const typedPhone = z.string().regex(/^\+?[1-9]\d{0,15}$/, validationMessages.phoneInvalid);

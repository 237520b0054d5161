import { z } from 'zod';
import { FIELD_LIMITS, fieldsOf } from './message-fields.ts';
import { messageText } from './messages.ts';
import { isPlainLine } from '../plain-line.ts';

/** The bounds of templates. */
export const TEMPLATE_LIMITS = {
  /** Of an account. */
  templates: 100,
  nameLength: 60,
} as const;

/** A text that is written again and again, with fields for what differs: `Dear {first_name}`. */
export const messageTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  text: z.string(),
  changedAt: z.iso.datetime(),
});
export type MessageTemplate = z.infer<typeof messageTemplate>;

const name = z
  .string({ error: 'Give the template a name' })
  .trim()
  .min(1, 'Give the template a name')
  .max(TEMPLATE_LIMITS.nameLength, `A name has at most ${TEMPLATE_LIMITS.nameLength} characters`)
  .refine(isPlainLine, 'Write the name on one line');
/** A text with so many fields that somebody can fill them in. */
export const templateText = messageText.refine(
  (text) => fieldsOf(text).length <= FIELD_LIMITS.inText,
  `A text has at most ${FIELD_LIMITS.inText} different fields`,
);

export const newTemplate = z
  .object({ name, text: templateText })
  .meta({ example: { name: 'Reminder', text: 'Dear {first_name}, we see you on {day}.' } });
/** What is left out stays. */
export const templateChange = newTemplate.partial().meta({ example: { name: 'Reminder of the day before' } });
export const templateReply = z.object({ template: messageTemplate });
/** In the order of their names. */
export const templatesReply = z.object({ items: z.array(messageTemplate) });

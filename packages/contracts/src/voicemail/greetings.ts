import { z } from 'zod';
import { isPlainLine } from '../plain-line.ts';
import { greetingWords } from './greeting.ts';
import { GREETING_LIMITS, VOICEMAIL_LANGUAGES } from './greeting-bounds.ts';

const greetingName = z
  .string()
  .trim()
  .min(1, 'Give the greeting a name')
  .max(GREETING_LIMITS.nameLength, `At most ${GREETING_LIMITS.nameLength} characters`)
  .refine(isPlainLine, 'Write it in one line');
const language = z.enum(VOICEMAIL_LANGUAGES);

/** `usedBy`: the numbers whose rules name it. */
const greetingBase = { id: z.uuid(), name: z.string(), usedBy: z.array(z.string()) };
/** A greeting of an account: words that are read out, or sound. */
export const greeting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('spoken'), ...greetingBase, language, text: z.string() }),
  /** Whole seconds, rounded up. */
  z.object({ kind: z.literal('recorded'), ...greetingBase, seconds: z.int() }),
]);
export type Greeting = z.infer<typeof greeting>;

/** By their names. */
export const greetingsReply = z.object({ items: z.array(greeting), most: z.int() });
export const greetingReply = z.object({ greeting });
export const newSpokenGreeting = z
  .object({ name: greetingName, language, text: greetingWords })
  .meta({ example: { name: 'Holidays', language: 'en', text: 'We are closed until Monday. Please leave a message.' } });
export const newRecordedGreeting = z.object({ name: greetingName });
/** What is left out stays; `language` and `text` are of words alone. */
export const greetingChange = z
  .object({ name: greetingName, language: language.optional(), text: greetingWords.optional() })
  .meta({ example: { name: 'Holidays', text: 'We are closed until Tuesday. Please leave a message.' } });
export const greetingDeletedReply = z.object({});

import { z } from 'zod';
import { isPlainLine } from '../plain-line.ts';
import { GREETING_LENGTH, VOICEMAIL_LANGUAGES } from './greeting-bounds.ts';

/** What is said to whoever reaches the voicemail of a number; `text` null: the usual words of that language. */
export const voicemailGreeting = z.object({
  language: z.enum(VOICEMAIL_LANGUAGES),
  text: z
    .string()
    .trim()
    .min(1, 'Write a greeting')
    .max(GREETING_LENGTH, `At most ${GREETING_LENGTH} characters`)
    // One character may stand for a whole sentence (U+FDFA), and all of it is spoken.
    .refine((text) => text.normalize('NFKC').length <= GREETING_LENGTH, `At most ${GREETING_LENGTH} characters`)
    .refine(isPlainLine, 'Write it in one line')
    .nullable(),
});
export type VoicemailGreeting = z.infer<typeof voicemailGreeting>;
export const usualGreeting: VoicemailGreeting = { language: 'en', text: null };

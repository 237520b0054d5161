import { z } from 'zod';
import { spokenLine } from './spoken-line.ts';
import { GREETING_LENGTH, VOICEMAIL_LANGUAGES } from './greeting-bounds.ts';

/** What a greeting says where it is read out. */
export const greetingWords = spokenLine(GREETING_LENGTH, 'Write a greeting');

const greetingId = z.uuid('Choose a greeting');

/** Which of the account's greetings are heard in the place of a number's own words, by their ids. */
export const chosenGreetings = z.object({
  /** Null: the number's own words. */
  usual: greetingId.nullable(),
  /** Outside the opening hours; null: the usual one. */
  closed: greetingId.nullable(),
  /** On days off; null: the one outside the opening hours. */
  daysOff: greetingId.nullable(),
  /** Before all others, until an instant. */
  forNow: z
    .object({
      greeting: greetingId,
      until: z.iso.datetime({ offset: true, error: 'Write an instant as 2027-03-28T09:00:00Z' }),
    })
    .nullable(),
});
export type ChosenGreetings = z.infer<typeof chosenGreetings>;

/** What is said to whoever reaches the voicemail of a number; `text` null: the usual words of that language. */
export const voicemailGreeting = z.object({
  language: z.enum(VOICEMAIL_LANGUAGES),
  text: greetingWords.nullable(),
  /** Absent: none is chosen. */
  greetings: chosenGreetings.optional(),
});
export type VoicemailGreeting = z.infer<typeof voicemailGreeting>;
export const usualGreeting: VoicemailGreeting = { language: 'en', text: null };

/** Which greeting callers hear at an instant, and why; `id` null: the number's own words. */
export const greetingHeard = z.object({
  id: z.uuid().nullable(),
  because: z.enum(['usual', 'closed', 'day_off', 'for_now']),
});
export type GreetingHeard = z.infer<typeof greetingHeard>;

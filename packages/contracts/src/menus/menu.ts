import { z } from 'zod';
import { forwardStep, ringStep } from '../numbers/number-forwarding.ts';
import { spokenLine } from '../voicemail/spoken-line.ts';
import { GREETING_LENGTH, VOICEMAIL_LANGUAGES } from '../voicemail/greeting-bounds.ts';

/** How much of a menu is taken. `bytes`: of all menus of a rule as JSON in UTF-8, since they travel with each call. */
export const MENU_LIMITS = {
  menus: 5,
  nameLength: 30,
  bytes: 6000,
  tries: { least: 1, most: 3, usual: 2 },
  waitSeconds: { least: 3, most: 15, usual: 6 },
} as const;

/** The keys of a telephone, as they stand on it. */
export const MENU_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;
export type MenuKey = (typeof MENU_KEYS)[number];

const WAIT = `Wait ${MENU_LIMITS.waitSeconds.least} to ${MENU_LIMITS.waitSeconds.most} seconds for a key`;
const TRIES = `Say it ${MENU_LIMITS.tries.least} to ${MENU_LIMITS.tries.most} times`;

const menuId = z.string().regex(/^[a-z0-9]{1,4}$/, 'Choose a menu');

/** A menu takes the call: the attendant answers, and says what can be pressed. */
export const menuStep = z.object({ do: z.literal('menu'), menu: menuId });
export type MenuStep = z.infer<typeof menuStep>;

const voicemailEnding = z.object({ do: z.literal('voicemail') });
const busyEnding = z.object({ do: z.literal('busy') });
/** Says it in the language of its menu, and hangs up. */
const sayEnding = z.object({ do: z.literal('say'), text: spokenLine(GREETING_LENGTH, 'Write what is said') });

/** The same by itself, in a language of its own: nothing rings, and nothing can be pressed. */
export const sayStep = sayEnding.extend({ language: z.enum(VOICEMAIL_LANGUAGES) });
export type SayStep = z.infer<typeof sayStep>;

/** What becomes of a call without anybody's telephone. */
export const menuEnding = z.discriminatedUnion('do', [voicemailEnding, busyEnding, sayEnding, menuStep]);
export type MenuEnding = z.infer<typeof menuEnding>;

/** Where nobody takes the call there, or it cannot be called. */
const unanswered = { unanswered: menuEnding };

/** What a key leads to. */
export const menuChoice = z.discriminatedUnion('do', [
  ringStep.extend(unanswered),
  forwardStep.extend(unanswered),
  voicemailEnding,
  busyEnding,
  sayEnding,
  menuStep,
]);
export type MenuChoice = z.infer<typeof menuChoice>;

/** What is said to callers, and what they can press. */
export const menu = z.object({
  id: menuId,
  /** As its owner knows it; nobody hears it. */
  name: spokenLine(MENU_LIMITS.nameLength, 'Give the menu a name'),
  language: z.enum(VOICEMAIL_LANGUAGES),
  /** Null: the names of its keys, with the usual words of that language. */
  text: spokenLine(GREETING_LENGTH, 'Write what is said').nullable(),
  keys: z
    .array(
      z.object({
        key: z.enum(MENU_KEYS, 'Choose a key'),
        name: spokenLine(MENU_LIMITS.nameLength, 'Write what the key is for'),
        then: menuChoice,
      }),
    )
    .min(1, 'Add a key')
    .max(MENU_KEYS.length, 'A key is used twice'),
  /** How often it is said, where no key is pressed, or one that leads nowhere. */
  tries: z.int(TRIES).min(MENU_LIMITS.tries.least, TRIES).max(MENU_LIMITS.tries.most, TRIES),
  /** How long it waits for a key behind its last word. */
  waitSeconds: z.int(WAIT).min(MENU_LIMITS.waitSeconds.least, WAIT).max(MENU_LIMITS.waitSeconds.most, WAIT),
  /** What happens then. */
  otherwise: menuChoice,
});
export type Menu = z.infer<typeof menu>;

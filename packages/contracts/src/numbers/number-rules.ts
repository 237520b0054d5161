import { z } from 'zod';
import { isTimeZone } from '../messages/wall-clock.ts';
import { checkMenus } from '../menus/check-menus.ts';
import { menu, MENU_LIMITS, menuStep, sayStep } from '../menus/menu.ts';
import {
  forwardPrice,
  forwardRefusal,
  forwardStep,
  goesOnStep,
  NOTHING_CHOSEN,
  PHONES_AT_MOST,
  type RingStep,
  ringsNothing,
  ringStep,
  rung,
} from './number-forwarding.ts';
import { reachedNow } from './reached-now.ts';
import { e164 } from '../phone-number.ts';
import { isPlainLine } from '../plain-line.ts';
import { VOICEMAIL_LANGUAGES } from '../voicemail/greeting-bounds.ts';
import { greetingHeard, usualGreeting, voicemailGreeting } from '../voicemail/greeting.ts';

const instant = z.iso.datetime({ offset: true, error: 'Write an instant as 2027-03-28T09:00:00Z' });

/** How much of a rule is taken: all of it fits in a request. `fileBytes`: of a calendar. */
export const RULE_LIMITS = {
  spans: 14,
  daysOff: 200,
  phones: PHONES_AT_MOST,
  blocked: 200,
  vips: 100,
  nameLength: 40,
  fileBytes: 1024 * 1024,
} as const;

/** A time of the clock. */
const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write a time as 09:00');

/**
 * On these days (1 is Monday, 7 Sunday) from the one time to the other, which is on the next day unless it is later. It belongs to the day
 * on which it begins.
 */
export const openSpan = z.object({
  days: z
    .array(z.int().min(1, 'Days go from 1, Monday, to 7').max(7, 'Days go from 1, Monday, to 7'))
    .min(1, 'Choose a day')
    .max(7, 'A day is named once')
    .refine((days) => new Set(days).size === days.length, 'A day is named once'),
  from: clockTime,
  to: clockTime,
});
export type OpenSpan = z.infer<typeof openSpan>;

/** A day on which the number does not open; `isYearly`: and the same day of each year after. */
export const dayOff = z.object({
  date: z.iso.date('Write a date as 2026-03-31'),
  name: z
    .string()
    .trim()
    .max(RULE_LIMITS.nameLength, `At most ${RULE_LIMITS.nameLength} characters`)
    .refine(isPlainLine, 'Write it in one line'),
  isYearly: z.boolean(),
});
export type DayOff = z.infer<typeof dayOff>;

/** What answers without ringing anybody, or tells the caller that the number is busy. */
const atOnceStep = z.object({ do: z.enum(['busy', 'voicemail']) });
/** The caller is told that nobody is there. */
const nobodyStep = z.object({ do: z.literal('nobody') });
/** What becomes of a call that nobody took. */
const unansweredStep = z.discriminatedUnion('do', [atOnceStep, nobodyStep, menuStep, sayStep]);
/** What is done with a call while the number is open. */
const openStep = z.discriminatedUnion('do', [ringStep, forwardStep, menuStep, sayStep, atOnceStep]);
/** What is done with a call. */
const ruleStep = z.discriminatedUnion('do', [ringStep, forwardStep, menuStep, sayStep, atOnceStep, nobodyStep]);
export type OpenStep = z.infer<typeof openStep>;
export type UnansweredStep = z.infer<typeof unansweredStep>;
export type { RingStep } from './number-forwarding.ts';
export type RuleStep = z.infer<typeof ruleStep>;

/** A number, or the beginning of numbers with an asterisk behind it: `+4420*`. */
const blockedCaller = z.string().regex(/^\+[1-9](?:\d{6,14}|\d{0,13}\*)$/, 'Write a number as +442079460123 or +4420*');
const wholeNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'Write a number as +442079460123')
  .meta({ example: '+442079460123' });

/** What happens when a number is called. What is asked first stands first. */
export const numberRule = z.object({
  blocked: z.array(blockedCaller).max(RULE_LIMITS.blocked, `At most ${RULE_LIMITS.blocked} numbers`),
  /** People who are blocked in messages, too. */
  refusesBlockedInMessages: z.boolean(),
  /** Callers who do not show their number. */
  refusesAnonymous: z.boolean(),
  /** What is done with callers whose number may be forged, before anything below; they are never VIPs. */
  possiblyForged: z.enum(['as_usual', 'voicemail', 'refused']).default('as_usual'),
  /** They ring as in opening hours, whenever they call: unless their own number is blocked. */
  vips: z.array(wholeNumber).max(RULE_LIMITS.vips, `At most ${RULE_LIMITS.vips} numbers`),
  /** So do the favourites among the contacts. */
  favouritesRingThrough: z.boolean(),
  doNotDisturbUntil: instant.nullable(),
  /** Of the IANA database: hours and days off are read on its clocks. */
  timeZone: z.string().max(64, 'There’s no such time zone').refine(isTimeZone, 'There’s no such time zone'),
  /** Null: always. */
  hours: z
    .array(openSpan)
    .min(1, 'Add opening hours')
    .max(RULE_LIMITS.spans, `At most ${RULE_LIMITS.spans} lines of opening hours`)
    .nullable(),
  daysOff: z.array(dayOff).max(RULE_LIMITS.daysOff, `At most ${RULE_LIMITS.daysOff} days off`),
  /** Within the hours. */
  open: openStep,
  /** Outside of them, and on days off. */
  closed: ruleStep,
  /** Where something was to ring, and nobody took the call, or nobody was to be disturbed. */
  unanswered: unansweredStep.default({ do: 'nobody' }),
  /** How callers are greeted where one of these is voicemail. */
  voicemail: voicemailGreeting.default(usualGreeting),
  /** What the steps above lead into, each by its id. */
  menus: z.array(menu).max(MENU_LIMITS.menus, `At most ${MENU_LIMITS.menus} menus`).default([]),
});
export type NumberRule = z.infer<typeof numberRule>;

const chosenRing = ringStep.refine((step) => !ringsNothing(step), NOTHING_CHOSEN);
/** As somebody says it anew: what was chosen may be gone by now, but nobody chooses nothing, and every menu leads somewhere. */
const chosenRule = numberRule
  .extend({
    open: z.discriminatedUnion('do', [chosenRing, forwardStep, menuStep, sayStep, atOnceStep]),
    closed: z.discriminatedUnion('do', [chosenRing, forwardStep, menuStep, sayStep, atOnceStep, nobodyStep]),
  })
  .superRefine((rule, context) => {
    for (const { path, message } of checkMenus(rule)) context.addIssue({ code: 'custom', path, message });
  });

const RING_ALL: RingStep = { do: 'ring', browsers: true, phones: 'all' };
/** What happens with a number that nobody made a rule for: everything rings, always. `language`: what it says to callers begins in that, if it can. */
export const defaultRule = (timeZone: string, language = 'en'): NumberRule => ({
  blocked: [],
  refusesBlockedInMessages: false,
  refusesAnonymous: false,
  possiblyForged: 'as_usual',
  vips: [],
  favouritesRingThrough: false,
  doNotDisturbUntil: null,
  timeZone,
  hours: null,
  daysOff: [],
  open: RING_ALL,
  closed: { do: 'nobody' },
  unanswered: { do: 'nobody' },
  voicemail: { ...usualGreeting, language: VOICEMAIL_LANGUAGES.find((known) => known === language) ?? 'en' },
  menus: [],
});

/** What a list shows of a rule. */
export const ruleSummary = numberRule
  .pick({ doNotDisturbUntil: true, hours: true, open: true, closed: true })
  .extend({ hasDaysOff: z.boolean() });
export type RuleSummary = z.infer<typeof ruleSummary>;

/** `version` counts the changes; 0: nobody made a rule, and this is what happens. `phones`: what can be chosen. */
export const numberRuleReply = z.object({
  number: e164,
  version: z.int(),
  rule: numberRule,
  phones: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type NumberRuleReply = z.infer<typeof numberRuleReply>;

const example: NumberRule = {
  ...defaultRule('Europe/London'),
  blocked: ['+4420*'],
  hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  daysOff: [{ date: '2026-12-25', name: 'Christmas Day', isYearly: true }],
  closed: { do: 'busy' },
};
/** The whole rule; `version`: the one that was read. If it is another by now, nothing is changed (409). */
export const numberRuleChange = z
  .object({ version: z.int().min(0), rule: chosenRule })
  .meta({ example: { version: 0, rule: example } });

/** `caller`: null does not show a number. `rule`: one that is not saved yet; without it the number's own. */
export const ruleTest = z
  .object({
    at: instant,
    caller: wholeNumber.nullable(),
    /** The call is marked: its caller's number may be forged. */
    mayBeForged: z.boolean().default(false),
    /** Says whom it would reach as phones and pages are registered now, whenever `at` is. */
    now: z.boolean().default(false),
    rule: chosenRule.optional(),
  })
  .meta({ example: { at: '2026-12-24T19:00:00Z', caller: '+442079460123' } });

/** Why a call was not rung: the end reason of its record says the same. */
export const refusedBecause = z.enum([
  ...([
    'caller_blocked',
    'anonymous_refused',
    'possibly_forged',
    'do_not_disturb',
    'number_closed',
    'number_busy',
  ] as const),
]);
export type RefusedBecause = z.infer<typeof refusedBecause>;
/** What the caller is told. */
export const refusedAs = z.enum(['declined', 'anonymity', 'busy', 'nobody']);
/** `menu`: a key of one was pressed. */
const rungBecause = z.enum(['always', 'open', 'closed', 'vip', 'menu']);
export type RungBecause = z.infer<typeof rungBecause>;
/** What becomes of a call. */
export const incomingOutcome = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('rings'),
    because: rungBecause,
    ...rung,
    /** Left out where nobody asked, or the engine does not tell. */
    now: reachedNow.optional(),
    /** It goes on to a telephone first, if nobody takes it; absent: it does not. */
    goesOn: goesOnStep.optional(),
    /** What becomes of it then, if nobody takes it. */
    unanswered: z.enum(['nobody', 'voicemail', 'menu', 'say', 'busy']),
  }),
  /** At once. */
  z.object({ is: z.literal('forwarded'), because: rungBecause, ...forwardStep.omit({ do: true }).shape }),
  z.object({
    is: z.literal('voicemail'),
    because: z.enum(['always', 'open', 'vip', 'do_not_disturb', 'number_closed', 'possibly_forged']),
  }),
  /** The caller hears it, and the call ends. */
  z.object({
    is: z.literal('said'),
    because: z.enum(['always', 'open', 'vip', 'do_not_disturb', 'number_closed']),
    ...sayStep.omit({ do: true }).shape,
  }),
  /** `menu`: its id. */
  z.object({ is: z.literal('menu'), because: z.enum([...rungBecause.options, 'do_not_disturb']), menu: z.string() }),
  z.object({ is: z.literal('refused'), because: refusedBecause, as: refusedAs }),
]);
export type IncomingOutcome = z.infer<typeof incomingOutcome>;
/** `local`: what the clocks of the number show then, `2026-12-24T19:00`; `dayOff`: the name of a day off, which may be empty. */
export const ruleTestReply = z.object({
  outcome: incomingOutcome,
  local: z.string(),
  dayOff: z.string().nullable(),
  /** What callers who reach the voicemail then are greeted with. */
  greeting: greetingHeard,
  /** What the telephone costs that it is forwarded to, at once or when nobody answers, or why it cannot be called; left out where it is not forwarded. */
  forward: z.union([forwardPrice, z.object({ refusal: forwardRefusal })]).optional(),
});

/** Days off, read from a calendar; `skipped`: events of it that are no whole days, or come again in a way that is not understood. */
export const daysOffReply = z.object({ daysOff: z.array(dayOff), skipped: z.int() });

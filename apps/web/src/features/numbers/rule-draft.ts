import { instantOf, wallClockAt } from '@farline/contracts/messages/wall-clock';
import { type DayOff, type NumberRule, type OpenSpan, RULE_LIMITS } from '@farline/contracts/numbers/number-rules';
import { homeCountry } from '../../lib/format/home-country.ts';
import { readBeginning, readNumber } from '../../lib/format/phone-number.ts';

/** A rule as it is edited: lists of numbers as they are typed, instants as clocks show them, and hours that are kept while they do not count. */
export type RuleDraft = Omit<NumberRule, 'blocked' | 'vips' | 'hours' | 'doNotDisturbUntil'> & {
  blocked: string;
  vips: string;
  isAlwaysOpen: boolean;
  hours: OpenSpan[];
  /** `2026-03-31T08:00` on the clocks of the rule; null: callers may disturb. */
  quietUntil: string | null;
};

export const OFFICE_HOURS: OpenSpan = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };

/** A saved rule, to be edited. */
export function draftOf({ hours, doNotDisturbUntil, blocked, vips, ...rest }: NumberRule, now: Date): RuleDraft {
  const until = doNotDisturbUntil === null ? null : new Date(doNotDisturbUntil);
  return {
    ...rest,
    voicemail: withoutOver(rest.voicemail, now),
    blocked: blocked.join('\n'),
    vips: vips.join('\n'),
    isAlwaysOpen: hours === null,
    hours: hours ?? [OFFICE_HOURS],
    // What is over disturbs nobody any more.
    quietUntil: until === null || until <= now ? null : wallClockAt(until, rest.timeZone).local,
  };
}

/** The greetings without one that is for a time which is over. */
function withoutOver(voicemail: NumberRule['voicemail'], now: Date): NumberRule['voicemail'] {
  const { greetings } = voicemail;
  const isOver = greetings?.forNow !== null && greetings !== undefined && new Date(greetings.forNow.until) <= now;
  return isOver ? { ...voicemail, greetings: { ...greetings, forNow: null } } : voicemail;
}

/** Whether there is a time at which the number is not open. */
export const isClosedAtTimes = ({ isAlwaysOpen, daysOff }: RuleDraft): boolean => !isAlwaysOpen || daysOff.length > 0;

/** What its page shows of a draft: what happens while the number is closed stays as it was saved where it is never closed. */
export function withShownOf(draft: RuleDraft, saved: NumberRule): RuleDraft {
  return isClosedAtTimes(draft) ? draft : { ...draft, closed: saved.closed };
}

/** What is saved of a draft. */
export function ruleOf({ isAlwaysOpen, hours, quietUntil, blocked, vips, ...rest }: RuleDraft): NumberRule {
  const until = quietUntil === null ? null : instantOf({ local: quietUntil, timeZone: rest.timeZone });
  return {
    ...rest,
    voicemail: { ...rest.voicemail, text: rest.voicemail.text?.trim() || null },
    blocked: numbersIn(blocked),
    vips: numbersIn(vips),
    hours: isAlwaysOpen ? null : hours,
    doNotDisturbUntil: until?.toISOString() ?? null,
  };
}

export const keyOfDay = ({ date, isYearly }: DayOff): string => `${date} ${isYearly}`;

/** The days with more of them, each once, in their order. Of the same day the first list has the name. */
export function withDays(days: readonly DayOff[], more: readonly DayOff[]): DayOff[] {
  const all = new Map([...more, ...days].map((day) => [keyOfDay(day), day]));
  return [...all.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1)).slice(0, RULE_LIMITS.daysOff);
}

/** The numbers that somebody typed, one a line, as they are kept: at home without a calling code, and with an asterisk for any digits. */
export function numbersIn(typed: string): string[] {
  return typed
    .split(/[\n,;]/)
    .map(numberIn)
    .filter((line) => line !== '');
}

/** What cannot be read stays as it was typed, without what stands between the digits: the server says what is wrong. */
function numberIn(line: string): string {
  const home = homeCountry();
  const bare = line.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
  if (/^\+?\d+\*$/.test(bare)) {
    const begins = readBeginning(line.replace('*', ''), home);
    return begins === null ? bare : `${begins}*`;
  }
  const read = readNumber(line, home);
  return read.is === 'number' ? read.e164 : bare;
}

import type { GreetingHeard, NumberRule } from '@farline/contracts';
import { ruleTime } from './opening-hours.ts';

/** Which greeting callers who reach the voicemail of a number at an instant hear, by its rule. What is chosen for now comes before all others. */
export function greetingAt(
  rule: Pick<NumberRule, 'voicemail' | 'timeZone' | 'hours' | 'daysOff'>,
  at: Date,
): GreetingHeard {
  const chosen = rule.voicemail.greetings;
  if (chosen === undefined) return { id: null, because: 'usual' };
  const { usual, closed, daysOff, forNow } = chosen;
  if (forNow !== null && new Date(forNow.until) > at) return { id: forNow.greeting, because: 'for_now' };
  const { isOpen, dayOff } = ruleTime(rule, at);
  if (!isOpen && dayOff !== null && daysOff !== null) return { id: daysOff, because: 'day_off' };
  if (!isOpen && closed !== null) return { id: closed, because: 'closed' };
  return { id: usual, because: 'usual' };
}

/** The greetings that a rule names, those left out whose time is over. */
export function greetingsIn({ voicemail }: Pick<NumberRule, 'voicemail'>, at: Date): string[] {
  const { usual = null, closed = null, daysOff = null, forNow = null } = voicemail.greetings ?? {};
  const now = forNow !== null && new Date(forNow.until) > at ? forNow.greeting : null;
  return [...new Set([usual, closed, daysOff, now])].filter((id) => id !== null);
}

import type { OpenSpan, RuleSummary } from '@farline/contracts/numbers/number-rules';
import { clockParts, locale } from '../../lib/format/format.ts';
import { shownTimeZone } from '../../lib/format/time-zone.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { i18n } from '../../lib/language/i18n.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';

/** A Monday, from which weekdays are named. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 60 * 60_000;

/** The name of a weekday; 1 is Monday, 7 Sunday. */
export function dayName(day: number, style: 'short' | 'long'): string {
  const at = new Date(MONDAY_MS + (day - 1) * DAY_MS);
  return new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', weekday: style }).format(at);
}

/** A time of the clock, `17:00`, as people write it. */
export function timeOfDay(time: string): string {
  const format = new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', ...clockParts() });
  return format.format(new Date(`2024-01-01T${time}Z`));
}

/** `Mon–Fri 09:00–17:00`. */
export function spanInWords({ days, from, to }: OpenSpan): string {
  return `${daysInWords(days)} ${timeOfDay(from)}–${timeOfDay(to)}`;
}

/** Days that follow one another are told by the first and the last of them. */
export function daysInWords(days: readonly number[]): string {
  if (days.length === 7) return numbersText.say('everyDay');
  const runs: number[][] = [];
  for (const day of days.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) => (run.length > 2 ? [`${name(run[0])}–${name(run.at(-1))}`] : run.map(name)))
    .join(i18n.t('comma', { ns: 'shared' }));
}

const name = (day: number | undefined): string => dayName(day ?? 1, 'short');

/** What happens when a number is called, in a line; null: nobody said anything of it. */
export function ruleInShort(rule: RuleSummary | null, now: Date): string {
  const t = numbersText.say;
  if (rule === null) return t('ruleAll');
  const { doNotDisturbUntil, hours, open, closed } = rule;
  const hasDaysOff = rule.hasDaysOff && JSON.stringify(open) !== JSON.stringify(closed);
  if (doNotDisturbUntil !== null && new Date(doNotDisturbUntil) > now) {
    return t('ruleQuiet', { when: moment(doNotDisturbUntil) });
  }
  if (hours === null) return hasDaysOff ? t('butDaysOff', { rule: openInShort(rule) }) : openInShort(rule);
  const [first, ...more] = hours;
  if (first === undefined) return t('ruleSome');
  const words = more.length === 0 ? spanInWords(first) : t('hoursAndMore', { hours: spanInWords(first) });
  return t(`hoursElse_${closed.do}`, { hours: words });
}

function openInShort({ open }: Pick<RuleSummary, 'open'>): string {
  const t = numbersText.say;
  if (open.do === 'forward') return t('ruleForwards', { number: showNumber(open.to) });
  if (open.do !== 'ring') return t(IN_SHORT[open.do]);
  return t(open.browsers && open.phones === 'all' ? 'ruleAll' : 'ruleSome');
}

const IN_SHORT = { menu: 'ruleMenu', voicemail: 'ruleVoicemail', say: 'ruleSay', busy: 'ruleBusy' } as const;

function moment(instant: string): string {
  const timeZone = shownTimeZone();
  const options = { weekday: 'short', day: 'numeric', month: 'short', ...clockParts() } as const;
  return new Intl.DateTimeFormat(locale(), { ...options, ...(timeZone === undefined ? {} : { timeZone }) }).format(
    new Date(instant),
  );
}

/** What the clocks of a place show, `2026-12-24T19:00`, as people write it. */
export function localInWords(local: string): string {
  return new Intl.DateTimeFormat(locale(), {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...clockParts(),
  }).format(new Date(`${local}:00Z`));
}

import type { MenuChoice } from '../menus/menu.ts';
import type { VoicemailGreeting } from '../voicemail/greeting.ts';
import type { NumberRule } from './number-rules.ts';

/** The ids of the SIP phones and the greetings that an account has. */
export type PhonesAndGreetings = { phones: ReadonlySet<string>; greetings: ReadonlySet<string> };

/** A rule in which nothing is chosen that the account no longer has: a phone that was taken away, a greeting that was deleted. */
export function ruleWithoutGone<Rule extends Pick<NumberRule, 'open' | 'closed' | 'menus' | 'voicemail'>>(
  rule: Rule,
  { phones, greetings }: PhonesAndGreetings,
): Rule {
  const menus = rule.menus.map((menu) => ({
    ...menu,
    keys: menu.keys.map((key) => ({ ...key, then: withoutPhones(key.then, phones) })),
    otherwise: withoutPhones(menu.otherwise, phones),
  }));
  return {
    ...rule,
    open: withoutPhones(rule.open, phones),
    closed: withoutPhones(rule.closed, phones),
    menus,
    voicemail: withoutGreetings(rule.voicemail, greetings),
  };
}

function withoutPhones<Step extends NumberRule['closed'] | MenuChoice>(step: Step, own: ReadonlySet<string>): Step {
  if (step.do !== 'ring' || step.phones === 'all') return step;
  const isThere = (id: string) => own.has(id);
  const { phonesBeforeBrowsers: before } = step;
  const phones = step.phones.filter(isThere);
  if (before === undefined) return { ...step, phones };
  return { ...step, phones, phonesBeforeBrowsers: step.phones.slice(0, before).filter(isThere).length };
}

function withoutGreetings(voicemail: VoicemailGreeting, own: ReadonlySet<string>): VoicemailGreeting {
  const { greetings } = voicemail;
  if (greetings === undefined) return voicemail;
  const still = (id: string | null) => (id !== null && own.has(id) ? id : null);
  const { usual, closed, daysOff, forNow } = greetings;
  const kept = { usual: still(usual), closed: still(closed), daysOff: still(daysOff) };
  return { ...voicemail, greetings: { ...kept, forNow: forNow !== null && own.has(forNow.greeting) ? forNow : null } };
}

import type { NumberRule } from '../numbers/number-rules.ts';
import type { Menu } from './menu.ts';

/** Whether callers of these menus may come to the voicemail. */
export const leadsToVoicemail = (menus: readonly Pick<Menu, 'keys' | 'otherwise'>[]): boolean =>
  menus
    .flatMap(({ keys, otherwise }) => [...keys.map(({ then }) => then), otherwise])
    .some((choice) => choice.do === 'voicemail' || ('unanswered' in choice && choice.unanswered.do === 'voicemail'));

type Steps = Record<'open' | 'closed' | 'unanswered', { do: string }>;

/** Whether callers of a number with this rule may come to its voicemail, some day. */
export const takesVoicemail = (
  rule: Steps & Pick<NumberRule, 'possiblyForged'> & { menus: readonly Pick<Menu, 'keys' | 'otherwise'>[] },
): boolean =>
  [rule.unanswered.do, rule.open.do, rule.closed.do, rule.possiblyForged].includes('voicemail') ||
  leadsToVoicemail(rule.menus);

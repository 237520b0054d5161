import {
  type CallerDoubt,
  type IncomingOutcome,
  isPossiblyForged,
  type NumberRule,
  type OpenStep,
  type RungBecause,
  rungBy,
  type UnansweredStep,
} from '@farline/contracts';
import { type WhoIsThere, whoIsReached } from './who-is-reached.ts';
import { ruleTime } from './opening-hours.ts';

/** Who calls, as far as a rule asks. `number`: E.164; null: it is none, or is not shown. */
export type KnownCaller = {
  number: string | null;
  isAnonymous: boolean;
  isFavourite: boolean;
  isBlockedInMessages: boolean;
  /** Why the number is not to be trusted, if it is not. */
  doubt: CallerDoubt | null;
};

/**
 * What becomes of a call to a number at an instant, by its rule. A blocked number is refused, whatever else is said of it. VIPs pass blocked
 * prefixes, do not disturb and closed hours, and then get what is done in opening hours. Whose number may be forged is no VIP, whoever it shows.
 * `there`: who is registered; null: nobody knows, and the engine looks for itself.
 */
export function decideIncoming(
  rule: NumberRule,
  caller: KnownCaller,
  at: Date,
  there: WhoIsThere | null = null,
): IncomingOutcome {
  const outcome = outcomeOf(rule, caller, at);
  if (there === null || outcome.is !== 'rings') return outcome;
  const { goesOn, unanswered } = outcome;
  const goesOnAfterMs = goesOn === undefined ? null : goesOn.afterSeconds * 1000;
  return {
    ...outcome,
    now: whoIsReached(outcome, there, { goesOnAfterMs, isAnswered: unanswered !== 'nobody' && unanswered !== 'busy' }),
  };
}

function outcomeOf(rule: NumberRule, caller: KnownCaller, at: Date): IncomingOutcome {
  const isVip = isVipOf(rule, caller);
  if (isBlocked(rule, caller, isVip)) return { is: 'refused', because: 'caller_blocked', as: 'declined' };
  if (caller.isAnonymous && rule.refusesAnonymous) {
    return { is: 'refused', because: 'anonymous_refused', as: 'anonymity' };
  }
  if (mayBeForged(rule, caller) && rule.possiblyForged !== 'as_usual') {
    return rule.possiblyForged === 'voicemail'
      ? { is: 'voicemail', because: 'possibly_forged' }
      : { is: 'refused', because: 'possibly_forged', as: 'declined' };
  }
  const isDisturbing = rule.doNotDisturbUntil !== null && new Date(rule.doNotDisturbUntil) > at;
  const { isOpen } = ruleTime(rule, at);
  const { closed, unanswered } = rule;
  const taken = (step: OpenStep, because: Taken): IncomingOutcome => takenBy(step, { because, unanswered });
  if (isVip && (isDisturbing || !isOpen)) return taken(rule.open, 'vip');
  if (isDisturbing) return undisturbed(unanswered);
  if (isOpen) return taken(rule.open, rule.hours === null && rule.daysOff.length === 0 ? 'always' : 'open');
  if (closed.do === 'nobody') return { is: 'refused', because: 'number_closed', as: 'nobody' };
  return taken(closed, 'closed');
}

type Taken = Exclude<RungBecause, 'menu'>;

function takenBy(
  step: OpenStep,
  { because, unanswered }: { because: Taken; unanswered: UnansweredStep },
): IncomingOutcome {
  const isClosed = because === 'closed';
  switch (step.do) {
    case 'forward':
      return { is: 'forwarded', because, to: step.to, most: step.most };
    case 'menu':
      return { is: 'menu', because, menu: step.menu };
    case 'voicemail':
      return { is: 'voicemail', because: isClosed ? 'number_closed' : because };
    case 'say':
      return { is: 'said', because: isClosed ? 'number_closed' : because, language: step.language, text: step.text };
    case 'busy':
      return { is: 'refused', because: isClosed ? 'number_closed' : 'number_busy', as: 'busy' };
    case 'ring': {
      const { goesOn } = step;
      const rings = { is: 'rings' as const, because, ...rungBy(step), unanswered: unanswered.do };
      return goesOn === undefined ? rings : { ...rings, goesOn };
    }
  }
}

/** Nobody is to be disturbed: it is as if nobody had answered. */
function undisturbed(unanswered: UnansweredStep): IncomingOutcome {
  const because = 'do_not_disturb';
  switch (unanswered.do) {
    case 'menu':
      return { is: 'menu', because, menu: unanswered.menu };
    case 'voicemail':
      return { is: 'voicemail', because };
    case 'say':
      return { is: 'said', because, language: unanswered.language, text: unanswered.text };
    case 'busy':
    case 'nobody':
      return { is: 'refused', because, as: unanswered.do };
  }
}

function isVipOf(rule: NumberRule, caller: KnownCaller): boolean {
  const { number, isFavourite } = caller;
  if (number === null || mayBeForged(rule, caller)) return false;
  return rule.vips.includes(number) || (rule.favouritesRingThrough && isFavourite);
}

/** Who is blocked in messages is no forger; and a neighbour is suspicious as a stranger alone, which a VIP is not. */
function mayBeForged(rule: NumberRule, { number, doubt }: KnownCaller): boolean {
  if (number === null || !isPossiblyForged(doubt)) return false;
  return doubt !== 'neighbour' || !rule.vips.includes(number);
}

function isBlocked(rule: NumberRule, { number, isBlockedInMessages }: KnownCaller, isVip: boolean): boolean {
  if (number === null) return false;
  if (rule.blocked.includes(number) || (rule.refusesBlockedInMessages && isBlockedInMessages)) return true;
  return !isVip && rule.blocked.some((each) => each.endsWith('*') && number.startsWith(each.slice(0, -1)));
}

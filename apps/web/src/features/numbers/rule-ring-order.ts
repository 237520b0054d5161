import { PHONES_AT_MOST, RINGING_LIMITS, type RingStep, type Rung } from '@farline/contracts/numbers/number-forwarding';
import type { NumberRuleReply } from '@farline/contracts/numbers/number-rules';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';

export type Phones = NumberRuleReply['phones'];
/** One thing that rings: the pages, all phones, or one phone by its id. */
export type Rings = { key: string; label: string };

const PAGES = 'pages';
const ALL_PHONES = 'all';

/** Whether what rings has an order. */
export const isInTurns = ({ order }: Pick<Rung, 'order'>): boolean => order !== undefined && order !== 'together';

/** What rings, in its order. */
export function ringsInOrder(rung: Rung, known: Phones): Rings[] {
  const t = numberRulesText.say;
  const chosen = rung.phones;
  const before = rung.phonesBeforeBrowsers ?? 0;
  const isThere = ({ key }: Rings): boolean => key === ALL_PHONES || known.some(({ id }) => id === key);
  const rings =
    chosen === 'all'
      ? [{ key: ALL_PHONES, label: t('allPhones') }]
      : chosen.map((key) => ({ key, label: known.find(({ id }) => id === key)?.name ?? '' }));
  if (rung.browsers) rings.splice(before, 0, { key: PAGES, label: t('browsers') });
  return rings.filter((each) => each.key === PAGES || isThere(each));
}

/** A step with what rings in another order. */
export function withOrder<Step extends RingStep>(step: Step, rings: readonly Rings[]): Step {
  const pages = rings.findIndex(({ key }) => key === PAGES);
  const before = step.phones === 'all' && pages > 0 ? PHONES_AT_MOST : Math.max(pages, 0);
  const ids = rings.map(({ key }) => key).filter((key) => key !== PAGES);
  return { ...step, phones: step.phones === 'all' ? 'all' : ids, phonesBeforeBrowsers: before };
}

/** A step with its phones ringing in another way; where nobody is asked after how long it goes on, nothing wrong is left there. */
export function inOrder(step: RingStep, order: NonNullable<Rung['order']>): RingStep {
  const { order: _order, secondsEach = RINGING_LIMITS.usual, phonesBeforeBrowsers = 0, ...rest } = step;
  if (order === 'together') return rest;
  const inTurns = { ...rest, order, secondsEach, phonesBeforeBrowsers };
  const { goesOn } = step;
  if (goesOn === undefined || mayRing(goesOn.afterSeconds)) return inTurns;
  return { ...inTurns, goesOn: { ...goesOn, afterSeconds: RINGING_LIMITS.usual } };
}

const mayRing = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= RINGING_LIMITS.least && seconds <= RINGING_LIMITS.most;

/** A step with all phones or with these. Beside all of them the pages ring first or last, as the list says. */
export function withPhones(step: RingStep, phones: RingStep['phones']): RingStep {
  const before = step.phonesBeforeBrowsers;
  if (before === undefined || before === 0) return { ...step, phones };
  return { ...step, phones, phonesBeforeBrowsers: phones === 'all' ? PHONES_AT_MOST : before };
}

/** A step without one of its phones. */
export function withoutPhone<Step extends RingStep>(step: Step, phone: string): Step {
  if (step.phones === 'all') return step;
  const place = step.phones.indexOf(phone);
  const phones = step.phones.filter((id) => id !== phone);
  const { phonesBeforeBrowsers: before } = step;
  if (before === undefined) return { ...step, phones };
  return { ...step, phones, phonesBeforeBrowsers: place < before ? Math.max(before - 1, 0) : before };
}

import type { IncomingOutcome } from '@farline/contracts/numbers/number-rules';
import { i18n } from '../../lib/language/i18n.ts';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { type Phones, ringsInOrder } from './rule-ring-order.ts';

type Rings = Extract<IncomingOutcome, { is: 'rings' }>;

/** Whom a call that rings would reach as phones and pages are online at this moment, and what comes where that is nobody. */
export function ReachedNow({ outcome, phones: known }: { outcome: Rings; phones: Phones }) {
  const t = numberRulesText.useText();
  return <p data-testid="reached-now">{sentencesFor(outcome, known, t).join(' ')}</p>;
}

function sentencesFor(outcome: Rings, known: Phones, t: ReturnType<typeof numberRulesText.useText>): string[] {
  const { now } = outcome;
  if (now === undefined) return [t('nowUnknown')];
  const { seconds } = now;
  if (seconds === 0) return [t(`nowNobody_${outcome.goesOn === undefined ? outcome.unanswered : 'forward'}`)];
  const names = (phones: string[], browsers: boolean) =>
    ringsInOrder({ ...outcome, phones: inOrderOf(outcome, phones), browsers }, known)
      .map(({ label }) => label)
      .join(i18n.t('comma', { ns: 'shared' }));
  const online = names(now.phones, now.pages);
  const woken = names(now.wokenPhones, now.pagesAreTold);
  return [
    online === '' ? t('nowNobodyOnline') : t('nowOnline', { names: online }),
    ...(woken === '' ? [] : [t('nowWoken', { names: woken })]),
    t('nowFor', { seconds }),
  ];
}

const inOrderOf = ({ phones }: Rings, reached: string[]): string[] =>
  phones === 'all' ? reached : phones.filter((id) => reached.includes(id));

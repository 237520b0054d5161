import type { Plan } from '@farline/contracts/plans';
import { Check } from 'lucide-react';
import { formatCount } from '../../lib/format/format.ts';
import { formatPercent } from '../../lib/format/format-percent.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { plansText } from '../../texts/plans.ts';

/** What a plan includes, line by line. */
export function PlanIncludes({ plan }: { plan: Plan }) {
  const t = plansText.useText();
  const lines = [
    ...plan.included.map(({ title, minutes }) =>
      t('minutesOf', { minutes: formatCount(minutes), group: translateSentence(title) }),
    ),
    ...(plan.percentOff > 0 ? [t('percentOff', { percent: formatPercent(plan.percentOff) })] : []),
    ...(plan.includedMessages > 0 ? [t('messagesOf', { number: formatCount(plan.includedMessages) })] : []),
  ];
  return (
    <ul className="grid gap-2">
      {(lines.length === 0 ? [t('basicNote')] : lines).map((line) => (
        <li key={line} className="flex gap-2.5">
          <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
          {line}
        </li>
      ))}
    </ul>
  );
}

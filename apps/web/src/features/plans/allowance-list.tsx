import type { AllowanceView } from '@farline/contracts/plans';
import { formatCount } from '../../lib/format/format.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { plansText } from '../../texts/plans.ts';
import { dayOfPlan } from './plan-words.ts';

/** What is left of what a plan includes, and until when: whole minutes, rounded down. */
export function AllowanceList({ allowances }: { allowances: readonly AllowanceView[] }) {
  const t = plansText.useText();
  const [first] = allowances;
  if (first === undefined) return null;
  return (
    <div data-testid="allowances">
      <p className="text-note text-muted">{t('leftTitle', { when: dayOfPlan(first.expiresAt) })}</p>
      <ul className="mt-1.5 grid gap-2.5">
        {allowances.map((allowance) => (
          <Allowance key={allowance.group ?? 'messages'} allowance={allowance} />
        ))}
      </ul>
    </div>
  );
}

function Allowance({ allowance }: { allowance: AllowanceView }) {
  const t = plansText.useText();
  const { unit, title, included, left, held } = allowance;
  const isSeconds = unit === 'seconds';
  const whole = (units: number) => formatCount(isSeconds ? Math.floor(units / 60) : units);
  return (
    <li>
      <div className="flex items-baseline justify-between gap-3">
        <span>{title === null ? t('messages') : translateSentence(title)}</span>
        <span className="figures font-medium">
          {t(isSeconds ? 'leftMinutes' : 'leftMessages', { left: whole(left), included: whole(included) })}
        </span>
      </div>
      <div className="mt-1 h-1.5 overflow-hidden rounded-small bg-press" aria-hidden>
        <div className="h-full rounded-small bg-accent" style={{ width: `${share(left, included)}%` }} />
      </div>
      {isSeconds && held > 0 && <p className="figures text-note text-muted">{t('held', { held: whole(held) })}</p>}
      {!isSeconds && <p className="text-note text-muted">{t('messagesNote')}</p>}
    </li>
  );
}

const share = (left: number, included: number) => (included === 0 ? 0 : (left / included) * 100);

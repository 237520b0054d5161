import { CircleCheck, CircleDashed } from 'lucide-react';
import { authText } from '../../texts/auth.ts';
import { cx } from '../../ui/cx.ts';

const RULES = [
  ['ruleLength', /.{8}/s],
  ['ruleUpper', /[A-Z]/],
  ['ruleLower', /[a-z]/],
  ['ruleDigit', /\d/],
] as const;

/** What a new password needs, each ticked off while it is typed. */
export function PasswordRules({ password }: { password: string }) {
  const t = authText.useText();
  return (
    <ul aria-label={t('rules')} className="-mt-3 flex flex-wrap gap-x-4 gap-y-1 text-note">
      {RULES.map(([key, rule]) => {
        const isMet = rule.test(password);
        const Icon = isMet ? CircleCheck : CircleDashed;
        return (
          <li
            key={key}
            data-met={isMet}
            className={cx('flex items-center gap-1.5', isMet ? 'text-call' : 'text-muted')}
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {t(key)}
            {isMet && <span className="sr-only">{t('ruleMet')}</span>}
          </li>
        );
      })}
    </ul>
  );
}

import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ComponentProps } from 'react';
import { authText } from '../texts/auth.ts';
import { cx } from './cx.ts';
import { PasswordField } from './password-field.tsx';

const RULES = [
  ['ruleLength', /.{8}/s],
  ['ruleUpper', /[A-Z]/],
  ['ruleLower', /[a-z]/],
  ['ruleDigit', /\d/],
] as const;

type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete'>;

/** A new password, what it needs, and the same password again. `typed` is what stands in the first field. */
export function NewPassword({ typed, first, again }: { typed: string; first: FieldProps; again: FieldProps }) {
  return (
    <>
      <PasswordField {...first} autoComplete="new-password" />
      <PasswordRules password={typed} />
      <PasswordField {...again} autoComplete="new-password" />
    </>
  );
}

/** What a new password needs, each ticked off while it is typed. */
function PasswordRules({ password }: { password: string }) {
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

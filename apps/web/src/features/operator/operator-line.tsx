import { legal } from '../../texts/legal.ts';
import { useOperator } from './who-runs-this.tsx';

/** Who runs this installation, where they are, and where to write to; nothing where they have not said so. */
export function OperatorLine() {
  const t = legal.useText();
  const answer = useOperator();
  const operator = answer.is === 'here' ? answer.value.operator : null;
  if (operator === null) return null;
  return (
    <section className="mx-auto max-w-6xl px-5 pb-14 sm:px-8" data-testid="operator">
      <h2 className="font-sans text-lead font-semibold tracking-normal">{t('whoTitle')}</h2>
      <address className="mt-1 not-italic wrap-anywhere text-muted">
        {[operator.name, ...operator.lines].map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        {operator.email !== null && (
          <a href={`mailto:${operator.email}`} className="block underline">
            {t('whoEmail', { email: operator.email })}
          </a>
        )}
      </address>
    </section>
  );
}

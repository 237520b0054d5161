import { ECHO_TEST } from '@farline/contracts/service-numbers';
import { CircleCheck, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { dashboardText } from '../../texts/dashboard.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import type { FirstStep, FirstSteps } from './first-steps.ts';

/** It answers, says the number and echoes. */
const PRACTICE = '+447700900123';

interface FirstStepsCardProps {
  steps: FirstSteps;
  /** Only practice numbers can be called before money is added. */
  isTrial: boolean;
  onCall: (number: string) => void;
  /** To the phone, with nothing in it. */
  onPhone: () => void;
  /** Makes a button open what adds money. */
  addingFunds: (button: ReactElement) => ReactElement;
  onDismiss: () => void;
}

/** A newcomer's first minutes: hear yourself, a practice call, call somebody. The first that is not done stands out. */
export function FirstStepsCard({ steps, isTrial, onCall, onPhone, addingFunds, onDismiss }: FirstStepsCardProps) {
  const t = dashboardText.useText();
  const next = steps.find(({ isDone }) => !isDone)?.step;
  const act = (step: FirstStep, look: 'primary' | 'quiet'): ReactElement => {
    const button = (word: string, press?: () => void): ReactElement => (
      <Button look={look} onClick={press}>
        {word}
      </Button>
    );
    if (step === 'hear') return button(t('hearAct'), () => onCall(ECHO_TEST));
    if (step === 'practise') return button(t('practiseAct'), () => onCall(PRACTICE));
    return isTrial ? addingFunds(button(t('addFunds'))) : button(t('makeCall'), onPhone);
  };
  return (
    <Card aria-labelledby="first-steps" data-testid="first-steps">
      <div className="flex items-start justify-between gap-4">
        <h2 id="first-steps" className="text-title font-semibold">
          {t('firstTitle')}
        </h2>
        <IconButton label={t('firstDismiss')} look="muted" className="-me-2 -mt-2" onClick={onDismiss}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <ol className="mt-2 grid gap-1">
        {steps.map(({ step, isDone }, index) => (
          <li key={step} data-step={step} data-done={isDone} className="flex gap-4 py-2.5">
            <Sign isDone={isDone} isNext={step === next} place={index + 1} />
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-2.5">
              <div className="min-w-56 flex-1">
                <h3 className={cx('font-semibold', isDone && 'text-muted')}>{t(`${step}Title`)}</h3>
                {!isDone && (
                  <p className="prose-width text-note text-muted">
                    {t(step === 'call' && isTrial ? 'callBodyTrial' : `${step}Body`)}
                  </p>
                )}
              </div>
              {!isDone && act(step, step === next ? 'primary' : 'quiet')}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** A tick, or the place in the list. */
function Sign({ isDone, isNext, place }: { isDone: boolean; isNext: boolean; place: number }) {
  const t = dashboardText.useText();
  if (isDone) return <CircleCheck role="img" aria-label={t('stepDone')} className="size-8 shrink-0 text-call" />;
  return (
    <span
      className={cx(
        'figures grid size-8 shrink-0 place-items-center rounded-full text-note font-semibold',
        isNext ? 'bg-accent text-on-accent' : 'bg-soft text-muted',
      )}
    >
      {place}
    </span>
  );
}

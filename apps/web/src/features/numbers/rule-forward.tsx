import { type ForwardStep, RINGING_LIMITS, type GoesOnStep } from '@farline/contracts/numbers/number-forwarding';
import { useState } from 'react';
import { homeCountry } from '../../lib/format/home-country.ts';
import { countryBeside, readNumber, showNumber } from '../../lib/format/phone-number.ts';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { CountrySelect } from '../../ui/country/country-select.tsx';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { PriceOfNumber } from '../../ui/price-of-number.tsx';
import { RingSeconds } from './ring-seconds.tsx';
import { errorAt, type FieldPlace } from './rule-issues.ts';

/** A telephone to forward to, before one is chosen. */
export const NO_TELEPHONE: ForwardStep = { do: 'forward', to: '', most: null };
/** Where somebody lives of whom nothing tells it. */
const SOMEWHERE = 'US';

/** To which telephone calls go on, what that costs, and what one of them may cost. */
export function ForwardFields({
  step,
  at,
  onChange,
}: {
  step: ForwardStep;
  at: FieldPlace;
  onChange: (step: ForwardStep) => void;
}) {
  const t = numberRulesText.useText();
  const [typed, setTyped] = useState(() => (step.to === '' ? '' : showNumber(step.to)));
  const [country, setCountry] = useState(() => countryBeside(step.to, homeCountry() ?? SOMEWHERE));
  const read = readNumber(typed, country);
  const change = (text: string, home: string): void => {
    const number = readNumber(text, home);
    setTyped(text);
    setCountry(home);
    onChange({ ...step, to: number.is === 'number' ? number.e164 : text.trim() });
  };
  return (
    <div className="grid gap-4" data-testid="rule-forward">
      <div className="grid items-start gap-3 @xl:grid-cols-2">
        <CountrySelect value={country} onChoose={(chosen) => change(typed, chosen)} />
        <Field
          label={t('forwardNumber')}
          type="tel"
          autoComplete="off"
          hint={read.is === 'number' ? t('forwardRead', { number: read.international }) : t('forwardHint')}
          error={errorAt(at, 'to')}
          value={typed}
          onChange={({ target }) => change(target.value, country)}
        />
      </div>
      <PriceOfNumber typed={typed} country={country} />
      <Field
        label={t('forwardMost')}
        hint={t('forwardMostHint')}
        inputMode="decimal"
        autoComplete="off"
        className="@xl:max-w-1/2"
        error={errorAt(at, 'most')}
        value={step.most ?? ''}
        onChange={({ target }) => onChange({ ...step, most: amountIn(target.value) })}
      />
      <p className="text-note text-muted">{t('forwardNote')}</p>
    </div>
  );
}

/** Many write a comma before the cents. */
const amountIn = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim().replace(',', '.'));

/** What happens with a call that nobody takes where it rings. */
export function GoesOnFields({
  goesOn,
  isInTurns,
  at,
  onChange,
}: {
  goesOn: GoesOnStep | undefined;
  /** It goes on when all have had their turn. */
  isInTurns: boolean;
  at: FieldPlace;
  onChange: (goesOn: GoesOnStep | undefined) => void;
}) {
  const t = numberRulesText.useText();
  const choose = (chosen: 'end' | 'forward'): void => {
    onChange(chosen === 'end' ? undefined : { afterSeconds: RINGING_LIMITS.usual, then: NO_TELEPHONE });
  };
  return (
    <div className="grid gap-4 border-t border-line pt-4" data-testid="rule-goes-on">
      <p aria-hidden className="text-note font-medium">
        {t('goesOnLabel')}
      </p>
      <Segments
        label={t('goesOnLabel')}
        className="justify-self-start"
        value={goesOn === undefined ? 'end' : 'forward'}
        options={(['end', 'forward'] as const).map((value) => ({ value, label: t(`goesOn_${value}`) }))}
        onChoose={choose}
      />
      {goesOn !== undefined && (
        <>
          {isInTurns ? (
            <p className="text-note text-muted">{t('goesOnTurnsNote')}</p>
          ) : (
            <RingSeconds
              label={t('afterSeconds')}
              hint={t('goesOnNote')}
              error={errorAt(at, 'afterSeconds')}
              seconds={goesOn.afterSeconds}
              onChange={(afterSeconds) => onChange({ ...goesOn, afterSeconds })}
            />
          )}
          <ForwardFields
            step={goesOn.then}
            at={{ ...at, path: `${at.path}.then` }}
            onChange={(then) => onChange({ ...goesOn, then })}
          />
        </>
      )}
    </div>
  );
}

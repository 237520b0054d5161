import type { NumberRuleReply, RingStep, RuleStep } from '@farline/contracts/number-rules';
import { Link } from 'react-router';
import { numberRulesText } from '../../texts/number-rules.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Segments } from '../../ui/segments.tsx';

type Phones = NumberRuleReply['phones'];

const RING_ALL: RingStep = { do: 'ring', browsers: true, phones: 'all' };

/** What is done with a call: some things ring, or the caller hears that the number is busy, or that nobody is there. */
export function RuleStepFields({
  step,
  phones,
  onChange,
}: {
  step: RuleStep;
  phones: Phones;
  onChange: (s: RuleStep) => void;
}) {
  const t = numberRulesText.useText();
  return (
    <>
      <Segments
        label={t('doLabel')}
        className="justify-self-start"
        value={step.do}
        options={(['ring', 'busy', 'nobody', 'voicemail'] as const).map((value) => ({
          value,
          label: t(`do_${value}`),
        }))}
        onChoose={(chosen) => onChange(chosen === 'ring' ? RING_ALL : { do: chosen })}
      />
      {step.do === 'ring' && <RingFields step={step} phones={phones} onChange={onChange} />}
      {step.do !== 'ring' && <p className="text-note text-muted">{t(`${step.do}Note`)}</p>}
    </>
  );
}

/** Which things ring. */
export function RingFields({
  step,
  phones,
  onChange,
}: {
  step: RingStep;
  phones: Phones;
  onChange: (s: RingStep) => void;
}) {
  const t = numberRulesText.useText();
  const chosen = step.phones;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-note font-medium">{t('ringsTitle')}</legend>
      <Checkbox
        label={t('browsers')}
        checked={step.browsers}
        onChange={({ target }) => onChange({ ...step, browsers: target.checked })}
      />
      <Checkbox
        label={t('allPhones')}
        checked={chosen === 'all'}
        onChange={({ target }) => onChange({ ...step, phones: target.checked ? 'all' : phones.map(({ id }) => id) })}
      />
      {chosen !== 'all' &&
        phones.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            className="ms-8"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange({
                ...step,
                phones: target.checked ? [...chosen, id] : chosen.filter((each) => each !== id),
              })
            }
          />
        ))}
      {phones.length === 0 && (
        <p className="text-note text-muted">
          {t('noPhones')}{' '}
          <Link to="/settings/phones" className="text-accent underline underline-offset-4">
            {t('addPhone')}
          </Link>
        </p>
      )}
    </fieldset>
  );
}

import type { Menu, SayStep } from '@farline/contracts/menus/menu';
import type { RingStep, RuleStep } from '@farline/contracts/numbers/number-rules';
import { Link } from 'react-router';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Segments } from '../../ui/segments.tsx';
import { errorAt, type FieldPlace } from './rule-issues.ts';
import { MenuSelect } from './rule-menu-select.tsx';
import { isInTurns, type Phones, withoutPhone, withPhones } from './rule-ring-order.ts';
import { SayFields } from './rule-say.tsx';
import { RingTurns } from './rule-ring-turns.tsx';
import { ForwardFields, NO_TELEPHONE, GoesOnFields } from './rule-forward.tsx';

export type { Phones } from './rule-ring-order.ts';

const RING_ALL: RingStep = { do: 'ring', browsers: true, phones: 'all' };

/** What can be done while a number is open, and while it is not. */
export const OPEN_STEPS = ['ring', 'forward', 'menu', 'voicemail', 'say', 'busy'] as const;
export const CLOSED_STEPS = [...OPEN_STEPS, 'nobody'] as const;

type Language = SayStep['language'];

/** Each step as it begins; `language`: in which its words are read out. */
export const FIRST_OF = {
  ring: () => RING_ALL,
  forward: () => NO_TELEPHONE,
  busy: () => ({ do: 'busy' }),
  nobody: () => ({ do: 'nobody' }),
  voicemail: () => ({ do: 'voicemail' }),
  menu: () => ({ do: 'menu', menu: '' }),
  say: (language) => ({ do: 'say', language, text: '' }),
} as const satisfies Record<RuleStep['do'], (language: Language) => RuleStep>;

/**
 * What is done with a call, one of a few: some things ring, it goes on to a telephone, something answers in the place of people, or the caller hears
 * that the number is busy, or that nobody is there.
 */
export function RuleStepFields({
  step,
  among,
  phones,
  menus,
  language,
  at,
  onChange,
}: {
  step: RuleStep;
  among: readonly RuleStep['do'][];
  phones: Phones;
  menus: readonly Menu[];
  language: Language;
  at: FieldPlace;
  onChange: (s: RuleStep) => void;
}) {
  const t = numberRulesText.useText();
  return (
    <>
      <Segments
        label={t('doLabel')}
        className="justify-self-start"
        value={step.do}
        options={among.map((value) => ({ value, label: t(`do_${value}`) }))}
        onChoose={(chosen) => onChange(FIRST_OF[chosen](language))}
      />
      {step.do === 'ring' && (
        <>
          <RingFields step={step} phones={phones} error={at.issues.get(at.path)} at={at} onChange={onChange} />
          <GoesOnFields
            goesOn={step.goesOn}
            isInTurns={isInTurns(step)}
            at={{ ...at, path: `${at.path}.goesOn` }}
            onChange={(goesOn) => onChange(withGoesOn(step, goesOn))}
          />
        </>
      )}
      {step.do === 'forward' && <ForwardFields step={step} at={at} onChange={onChange} />}
      {step.do === 'menu' && menus.length > 1 && (
        <MenuSelect menu={step.menu} menus={menus} onChange={(menu) => onChange({ do: 'menu', menu })} />
      )}
      {step.do === 'say' && <SayFields step={step} error={errorAt(at, 'text')} onChange={onChange} />}
      {step.do !== 'ring' && step.do !== 'forward' && <p className="text-note text-muted">{t(`${step.do}Note`)}</p>}
    </>
  );
}

function withGoesOn({ goesOn: _before, ...step }: RingStep, goesOn: RingStep['goesOn']): RingStep {
  return goesOn === undefined ? step : { ...step, goesOn };
}

/** Which things ring. */
export function RingFields({
  step,
  phones,
  error,
  at,
  onChange,
}: {
  step: RingStep;
  phones: Phones;
  /** Nothing is chosen, where this says so. */
  error?: string | undefined;
  at: FieldPlace;
  onChange: (s: RingStep) => void;
}) {
  const t = numberRulesText.useText();
  const chosen = step.phones;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-note font-medium">{t('ringsTitle')}</legend>
      <Checkbox
        label={t('browsers')}
        error={error}
        checked={step.browsers}
        onChange={({ target }) => onChange({ ...step, browsers: target.checked })}
      />
      <Checkbox
        label={t('allPhones')}
        checked={chosen === 'all'}
        onChange={({ target }) => onChange(withPhones(step, target.checked ? 'all' : phones.map(({ id }) => id)))}
      />
      {chosen !== 'all' &&
        phones.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            className="ms-8"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? { ...step, phones: [...chosen, id] } : withoutPhone(step, id))
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
      <RingTurns step={step} phones={phones} at={at} onChange={onChange} />
    </fieldset>
  );
}

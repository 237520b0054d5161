import { RINGING_LIMITS, type RingStep } from '@farline/contracts/numbers/number-forwarding';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { IconButton } from '../../ui/button.tsx';
import { Segments } from '../../ui/segments.tsx';
import { RingSeconds } from './ring-seconds.tsx';
import { errorAt, type FieldPlace } from './rule-issues.ts';
import { inOrder, isInTurns, type Phones, type Rings, ringsInOrder, withOrder } from './rule-ring-order.ts';

interface RingTurnsProps {
  step: RingStep;
  phones: Phones;
  at: FieldPlace;
  onChange: (step: RingStep) => void;
}

/** Whether what rings does so together or one after another, and then for how long each and in which order. */
export function RingTurns({ step, phones, at, onChange }: RingTurnsProps) {
  const t = numberRulesText.useText();
  const { order = 'together' } = step;
  // Kept while all ring together.
  const [seconds, setSeconds] = useState<number>(step.secondsEach ?? RINGING_LIMITS.usual);
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line pt-4" data-testid="rule-turns">
      <p aria-hidden className="text-note font-medium">
        {t('orderLabel')}
      </p>
      <Segments
        label={t('orderLabel')}
        className="justify-self-start"
        value={order}
        options={(['together', 'in_turn', 'longest_idle'] as const).map((value) => ({
          value,
          label: t(`order_${value}`),
        }))}
        onChoose={(chosen) => onChange(inOrder({ secondsEach: seconds, ...step }, chosen))}
      />
      {isInTurns(step) && (
        <>
          {order === 'longest_idle' && <p className="text-note text-muted">{t('longestIdleNote')}</p>}
          {order === 'in_turn' && <OrderList step={step} phones={phones} onChange={onChange} />}
          <RingSeconds
            label={t('secondsEach')}
            hint={t('secondsEachHint')}
            error={errorAt(at, 'secondsEach')}
            seconds={seconds}
            onChange={(secondsEach) => {
              setSeconds(secondsEach);
              onChange({ ...step, secondsEach });
            }}
          />
          <p className="text-note text-muted">{t('turnsNote')}</p>
        </>
      )}
    </div>
  );
}

function OrderList({ step, phones, onChange }: Omit<RingTurnsProps, 'at'>) {
  const t = numberRulesText.useText();
  const rings = ringsInOrder(step, phones);
  if (rings.length < 2) return null;
  const swap = (place: number): void => {
    const [one, other] = rings.slice(place, place + 2);
    if (one !== undefined && other !== undefined) {
      onChange(withOrder(step, rings.toSpliced(place, 2, other, one)));
    }
  };
  return (
    <ol aria-label={t('orderTitle')} className="grid grid-cols-1">
      {rings.map((each, place) => (
        <OrderLine
          key={each.key}
          rings={each}
          place={place}
          count={rings.length}
          onUp={place === 0 ? null : () => swap(place - 1)}
          onDown={place === rings.length - 1 ? null : () => swap(place)}
        />
      ))}
    </ol>
  );
}

interface OrderLineProps {
  rings: Rings;
  place: number;
  count: number;
  /** Null: it stands at that end. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

function OrderLine({ rings: { label }, place, count, onUp, onDown }: OrderLineProps) {
  const t = numberRulesText.useText();
  // The name of the button that has the focus says where the line has gone.
  const line = { name: label, place: place + 1, of: count };
  return (
    <li className="flex items-center gap-1 border-t border-line first:border-t-0">
      <p className="min-w-0 flex-1 wrap-anywhere py-2">
        <span className="me-2 text-muted">{place + 1}.</span>
        {label}
      </p>
      <IconButton label={t('moveUp', line)} aria-disabled={onUp === null} onClick={() => onUp?.()}>
        <ChevronUp aria-hidden className={onUp === null ? 'size-5 opacity-40' : 'size-5'} />
      </IconButton>
      <IconButton
        label={t('moveDown', line)}
        aria-disabled={onDown === null}
        onClick={() => onDown?.()}
        className="-me-2"
      >
        <ChevronDown aria-hidden className={onDown === null ? 'size-5 opacity-40' : 'size-5'} />
      </IconButton>
    </li>
  );
}

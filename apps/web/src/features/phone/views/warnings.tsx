import { TriangleAlert } from 'lucide-react';
import { useNow } from '../../../lib/page/use-now.ts';
import { phoneText } from '../../../texts/phone.ts';
import { isFree } from '../../../lib/calls/is-free.ts';
import { ENDING_SOON_SECONDS, isMendedByMoney, secondsLeft, sentenceOfEnd } from '../ending-soon.ts';
import { type PhoneState, stateWord } from '../phone-state.ts';
import { usePhone } from '../phone-store.ts';
import { goOnWhereLost } from '../microphone-control.ts';
import { Button } from '../../../ui/button.tsx';
import { TopUpSlot } from './phone-slots.tsx';
import { CallFigure } from './call-figure.tsx';

export type UnderWay = Extract<PhoneState, { state: 'calling' | 'talking' }>;

/** The arc of a call; where money is to be added there is room for that alone. */
export function Figure({ phone }: { phone: UnderWay }) {
  const left = secondsLeft(phone, useNow(phone.state === 'talking'));
  if (left !== null && left <= ENDING_SOON_SECONDS && isMendedByMoney(phone.call)) return null;
  const word = stateWord(phone);
  return <CallFigure state={word === 'in-call' || word === 'ringing' ? word : 'calling'} />;
}

/** What is wrong with a call that is talked on, or soon will be, and what helps. */
export function Warnings({ phone }: { phone: UnderWay }) {
  const t = phoneText.useText();
  const isTalking = phone.state === 'talking';
  const isHeld = usePhone((state) => state.isHeld);
  const now = useNow(isTalking);
  if (!isTalking) return null;
  const left = secondsLeft(phone, now);
  const isEndingSoon = left !== null && left <= ENDING_SOON_SECONDS;
  return (
    <div className="text-note font-medium text-attention">
      {isEndingSoon && (
        // No live region: it changes each second, and the announcer says it now and then.
        <p className="figures mt-3 flex items-center justify-center gap-1.5" data-testid="money-ends">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {sentenceOfEnd(phone.call, left)}
        </p>
      )}
      {isEndingSoon && isMendedByMoney(phone.call) && <TopUpSlot call={phone.call} />}
      <div role="status" className="mt-3 grid gap-2 empty:hidden">
        {isHeld && (
          <p className="text-center">
            {t(phone.call.direction === 'inbound' && isFree(phone.call) ? 'onHoldFree' : 'onHold')}
          </p>
        )}
        <Unheard />
        {phone.signalling === 'lost' && (
          <p className="flex items-start gap-1.5 text-start">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t('engineLost')}
          </p>
        )}
      </div>
    </div>
  );
}

/** The microphone is gone, and none took its place. */
function Unheard() {
  const t = phoneText.useText();
  const problem = usePhone((state) => state.microphoneProblem);
  if (problem === null) return null;
  return (
    <div className="grid justify-items-center gap-2" data-testid="unheard">
      <p className="flex items-start gap-1.5 text-start">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('unheard', { why: t(`problem_${problem}`) })}
      </p>
      <Button look="quiet" size="small" onClick={() => void goOnWhereLost()}>
        {t('tryAgain')}
      </Button>
    </div>
  );
}

import type { Call } from '@farline/contracts/calls';
import { Grip, Mic, MicOff, Pause, Phone, PhoneForwarded, Play, Volume2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { formatDuration, formatRunningPrice, formatRateShort } from '../../../lib/format/format.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { hangUp, toggleHold, toggleMute } from '../call-control.ts';
import { costSoFar } from '../cost-so-far.ts';
import { isFree } from '../../../lib/calls/is-free.ts';
import { CallerSlot } from './phone-slots.tsx';
import { Identity, isMarkedPractice, useWho } from './identity.tsx';
import { Keypad } from './keypad.tsx';
import { talkedSeconds } from '../phone-state.ts';
import { isMergedIn, usePhone } from '../phone-store.ts';
import { QualitySign } from './quality-sign.tsx';
import { SoundSettings } from './sound-settings.tsx';
import { ParkedSign } from './parked-sign.tsx';
import { numberOfTransfer } from '../transfer-state.ts';
import { TransferDrawer, TransferSign } from './transfer-view.tsx';
import { useNow } from '../../../lib/page/use-now.ts';
import { isService } from '../../../lib/calls/is-service.ts';
import { Figure, type UnderWay, Warnings } from './warnings.tsx';
import { otherSide } from '../../../lib/calls/other-side.ts';
import { PracticeSign } from '../../../ui/practice-badge.tsx';

type Drawer = ReturnType<typeof usePhone.getState>['drawer'];
const setDrawer = (drawer: Drawer): void => usePhone.setState({ drawer, transferTyped: '' });

const closeDrawer = (): void => setDrawer('none');

/** The phone with a call: from the first ring to the last word. The end button keeps the Call button's place. */
export function CallView({ phone }: { phone: UnderWay }) {
  const drawer = usePhone((state) => state.drawer);
  const isTalking = phone.state === 'talking';
  const isWithAnother = usePhone((state) => isMergedIn(state) || numberOfTransfer(state.transfer) !== null);
  return (
    <>
      {drawer === 'none' ? (
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5 pt-6 short:pt-1">
          <Figure phone={phone} />
          <div className="mt-4 short:mt-2">
            <Identity call={phone.call} />
          </div>
          {phone.state === 'talking' ? <Meter phone={phone} /> : <Progress phone={phone} />}
          <Warnings phone={phone} />
          <Beside call={phone.call} isTalking={isTalking} />
        </div>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5">
          <Compact phone={phone} />
          <Warnings phone={phone} />
          <div className="mt-auto pt-3">
            {drawer === 'keypad' && (
              <>
                <SentDigits />
                <Keypad hasPlus={false} />
              </>
            )}
            {drawer === 'sound' && <SoundSettings onDone={closeDrawer} />}
            {drawer === 'transfer' && <TransferDrawer farSide={otherSide(phone.call)} onDone={closeDrawer} />}
          </div>
        </div>
      )}
      <div className="px-5">
        <div className="mt-3 grid grid-cols-6 gap-1.5">
          <MuteControl />
          <HoldControl isTalking={isTalking} />
          <DrawerControl icon={Grip} drawer="keypad" isDisabled={!isTalking} />
          <DrawerControl
            icon={PhoneForwarded}
            drawer="transfer"
            isWide
            isDisabled={!isTalking || isWithAnother || phone.call.direction === 'inbound'}
            testId="transfer-control"
          />
          <DrawerControl icon={Volume2} drawer="sound" isWide />
        </div>
      </div>
      <div className="p-5 pt-4">
        <Button look="stop" size="large" className="w-full" onClick={hangUp} data-testid="hang-up">
          <Phone aria-hidden className="size-5 rotate-[135deg] fill-current" />
          <EndWord isTalking={isTalking} />
        </Button>
      </div>
    </>
  );
}

function EndWord({ isTalking }: { isTalking: boolean }) {
  const t = phoneText.useText();
  const isEndAsked = usePhone((state) => state.isEndAsked);
  return isTalking ? t(isEndAsked ? 'escAgain' : 'hangUp') : t('cancel');
}

function Progress({ phone }: { phone: Extract<UnderWay, { state: 'calling' }> }) {
  const t = phoneText.useText();
  const words = { nothing: t('calling'), ringing: t('ringing'), network: t('earlyMedia') };
  const { terms, destination } = phone.call;
  return (
    <div className="mt-4 text-center">
      <p className="text-lead font-medium">{words[phone.hears]}</p>
      <p className="figures mt-1 text-note text-muted">
        {isService(destination) ? t('free') : t('perMinute', { price: formatRateShort(terms.perMinute) })}
      </p>
    </div>
  );
}

/** Who, how long and how much in one line, above an open drawer. */
function Compact({ phone }: { phone: UnderWay }) {
  const t = phoneText.useText();
  const bars = usePhone((state) => state.bars);
  const now = useNow(phone.state === 'talking');
  const { who, name } = useWho(phone.call);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p title={who} className={cx('max-w-full truncate font-semibold', name === null && 'phone-number')}>
        {isMarkedPractice(phone.call) && <PracticeSign way={phone.call.direction} />}
        {who}
      </p>
      {phone.state === 'talking' && (
        <p className="figures flex shrink-0 items-center gap-2.5">
          <span className="font-semibold">{formatDuration(talkedSeconds(phone, now))}</span>
          <span className="text-note text-muted">
            {isFree(phone.call) ? t('costsFree') : formatRunningPrice(costSoFar(phone.call, talkedSeconds(phone, now)))}
          </span>
          <QualitySign bars={bars} />
        </p>
      )}
    </div>
  );
}

/** Time, money and connection while somebody talks. */
function Meter({ phone }: { phone: Extract<UnderWay, { state: 'talking' }> }) {
  const t = phoneText.useText();
  const bars = usePhone((state) => state.bars);
  const now = useNow(true);
  const isNothingPaid = isFree(phone.call);
  return (
    <div className="mt-3 text-center">
      <p
        className="display figures text-display font-semibold"
        role="timer"
        aria-label={t('lasting')}
        data-testid="timer"
      >
        {formatDuration(talkedSeconds(phone, now))}
      </p>
      <p className="figures mt-1 inline-flex items-center gap-3 text-body">
        <span data-testid="running-cost">
          {isNothingPaid ? t('costsFree') : formatRunningPrice(costSoFar(phone.call, talkedSeconds(phone, now)))}
          {!isNothingPaid && (
            <span className="ms-1 text-note text-muted">
              {isIncluded(phone.call, talkedSeconds(phone, now)) ? t('includedSoFar') : t('soFar')}
            </span>
          )}
        </span>
        <QualitySign bars={bars} />
      </p>
    </div>
  );
}

function isIncluded(call: Call, seconds: number): boolean {
  return Math.max(1, seconds) <= (call.included?.seconds ?? 0);
}

/** The calls beside this one: what it is transferred to, and what waits. And what is kept of whoever is talked with. */
function Beside({ call, isTalking }: { call: Call; isTalking: boolean }) {
  return (
    <>
      <TransferSign />
      <ParkedSign />
      {isTalking && <CallerSlot call={call} />}
    </>
  );
}

function MuteControl() {
  const t = phoneText.useText();
  const isMuted = usePhone((state) => state.isMuted);
  return (
    <Control
      icon={isMuted ? MicOff : Mic}
      label={isMuted ? t('unmute') : t('mute')}
      isOn={isMuted}
      onPress={toggleMute}
      testId="mute"
    />
  );
}

function HoldControl({ isTalking }: { isTalking: boolean }) {
  const t = phoneText.useText();
  const isHeld = usePhone((state) => state.isHeld);
  const isMerged = usePhone(isMergedIn);
  return (
    <Control
      icon={isHeld ? Play : Pause}
      label={isHeld ? t('resume') : t('hold')}
      isOn={isHeld}
      isDisabled={!isTalking || isMerged}
      onPress={toggleHold}
      testId="hold"
    />
  );
}

interface DrawerControlProps extends Pick<ControlProps, 'icon' | 'isDisabled' | 'isWide' | 'testId'> {
  drawer: 'keypad' | 'sound' | 'transfer';
}

/** Draws something out over the phone's face, or puts it away. */
function DrawerControl({ drawer, ...control }: DrawerControlProps) {
  const t = phoneText.useText();
  const isOn = usePhone((state) => state.drawer === drawer);
  return (
    <Control {...control} label={t(drawer)} isOn={isOn} isDrawer onPress={() => setDrawer(isOn ? 'none' : drawer)} />
  );
}

interface ControlProps {
  icon: ComponentType<{ className?: string }>;
  label: string;
  isOn: boolean;
  /** Opens something below; else `label` says what a press does now, and a state beside it would say the opposite. */
  isDrawer?: boolean;
  isDisabled?: boolean;
  /** Two of these fill a row, or three of the others. */
  isWide?: boolean;
  onPress: () => void;
  testId?: string;
}

function Control(props: ControlProps) {
  const { icon: Icon, label, isOn, isDrawer = false, isDisabled = false, isWide = false, onPress, testId } = props;
  return (
    <button
      type="button"
      aria-expanded={isDrawer ? isOn : undefined}
      disabled={isDisabled}
      onClick={onPress}
      data-testid={testId}
      className={cx(
        'grid h-14.5 min-w-0 place-items-center content-center gap-1 rounded-control text-[0.75rem] leading-tight font-medium transition-colors disabled:opacity-45 short:h-12',
        isWide ? 'col-span-3' : 'col-span-2',
        isOn ? 'bg-text text-ground' : 'bg-soft hover:bg-press',
      )}
    >
      <Icon aria-hidden className="size-5.5" />
      {label}
    </button>
  );
}

function SentDigits() {
  const t = phoneText.useText();
  const digits = usePhone((state) => state.sentDigits);
  return (
    <p className="figures -mt-1 mb-1 min-h-7 truncate py-1 text-center text-note text-muted" data-testid="sent-digits">
      {digits !== '' && t('sentDigits', { digits })}
    </p>
  );
}

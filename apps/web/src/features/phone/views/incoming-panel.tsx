import { useQuery } from '@tanstack/react-query';
import { MessageSquare, Phone, Voicemail } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useNavigate } from 'react-router';
import { shownCaller } from '../../../lib/calls/other-side.ts';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { formatWhen } from '../../../lib/format/format-time.ts';
import { readNumber, showNumber } from '../../../lib/format/phone-number.ts';
import { threadPath } from '../../../lib/messages/thread-path.ts';
import { historyQuery, queryClient } from '../../../lib/session/queries.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { CallerDoubtNote } from '../../../ui/caller-doubt.tsx';
import { cx } from '../../../ui/cx.ts';
import { Flag } from '../../../ui/flag.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PlaceFlag, placeName } from '../../../ui/place.tsx';
import { PracticeBadge } from '../../../ui/practice-badge.tsx';
import { answer, decline, type TalkedOn } from '../answer-control.ts';
import { isBusy } from '../phone-state.ts';
import { canWait, usePhone } from '../phone-store.ts';
import type { RingingCall } from '../ring-state.ts';
import { useRinging } from '../ring-store.ts';
import { isMarkedPractice } from './identity.tsx';
import { useRingAlert } from './use-ring-alert.ts';
import { type RingKey, useRingKeys } from './use-ring-keys.ts';
import { useRingPlace } from './use-ring-place.ts';

/** What can be done about a call that rings, and the key of each. */
interface RingAction extends RingKey {
  label: string;
  look: 'call' | 'stop' | 'quiet';
  icon: ReactNode;
  testId: string;
}

/** Calls that come in: above everything, dialogs too, until something is done about them. */
export function IncomingPanel() {
  const t = phoneText.useText();
  const calls = useRinging((ringing) => ringing.calls);
  const whoCalls = useWhoCalls();
  const [first] = calls;
  const actions = useActions(first);
  const sentence = first === undefined ? '' : t('isCalling', { who: whoCalls(first) });
  useRingKeys(first?.id ?? null, actions);
  useRingAlert(calls, sentence);
  return (
    <>
      <p aria-live="assertive" className="sr-only" data-testid="ring-announcement">
        {sentence}
      </p>
      {/* A dialog makes the rest of the page inert, but for what tells people something live. */}
      <div data-phone-layer aria-live="off" className="contents">
        {first !== undefined && (
          <Panel key={first.id} call={first} actions={actions}>
            {calls.slice(1).map((other) => (
              <p key={other.id} className="mt-2 truncate text-note text-muted">
                {t('andAnother', { who: whoCalls(other) })}
              </p>
            ))}
          </Panel>
        )}
      </div>
    </>
  );
}

interface PanelProps {
  call: RingingCall;
  actions: readonly RingAction[];
  children: ReactNode;
}

function Panel({ call, actions, children }: PanelProps) {
  const t = phoneText.useText();
  const whoId = useId();
  const isWaiting = usePhone((state) => isBusy(state.phone));
  const who = useWhoCalls()(call);
  const { clothes, isBelow } = useRingPlace();
  return (
    <section
      role="alertdialog"
      aria-labelledby={whoId}
      tabIndex={-1}
      data-testid="incoming-call"
      data-state={call.state}
      data-rings-below={isBelow ? '' : undefined}
      className={cx(
        'appearing pointer-events-auto fixed z-70 mx-auto max-h-[calc(100dvh-1.5rem)] max-w-md overflow-y-auto rounded-card border border-line bg-raised shadow-float',
        clothes,
        isWaiting ? 'p-4' : 'p-4 sm:p-5',
      )}
    >
      <div className="flex items-center gap-2 text-note font-medium text-muted">
        <span aria-hidden className="relative grid size-3 place-items-center">
          <span className="absolute size-3 animate-[ring-out_1.6s_ease-out_infinite] rounded-full bg-marigold motion-reduce:hidden" />
          <span className="size-2 rounded-full bg-marigold" />
        </span>
        <p className="flex-1">{t(isWaiting ? 'waitingCall' : 'incomingCall')}</p>
      </div>
      <p id={whoId} className="phone-number display mt-1.5 truncate text-title font-semibold" data-testid="who-calls">
        {who}
      </p>
      <Whence call={call} />
      {call.record !== null && <CallerDoubtNote call={call.record} />}
      {!isWaiting && call.number !== null && <Earlier id={call.id} number={call.number} />}
      {call.state === 'answering' && !isWaiting && (
        <p className="late mt-2 text-note text-muted">
          {t('askingMicrophone')}. {t('askingMicrophoneHint')}
        </p>
      )}
      {call.problem !== null && <Problem kind={call.problem} />}
      <Actions call={call} actions={actions} />
      {children}
    </section>
  );
}

function Actions({ call, actions }: { call: RingingCall; actions: readonly RingAction[] }) {
  const t = phoneText.useText();
  return (
    <div className="mt-3.5 grid grid-cols-2 gap-2">
      {actions.map((action, place) => (
        <Button
          key={action.testId}
          look={action.look}
          aria-keyshortcuts={action.key}
          aria-disabled={action.isAnswer && call.state === 'answering'}
          data-testid={action.testId}
          onClick={action.act}
          className={cx(
            'min-h-12 px-2! leading-tight',
            place === actions.length - 1 && actions.length % 2 === 1 && 'col-span-2',
          )}
        >
          {action.icon}
          <span>{action.isAnswer && call.state === 'answering' ? t('answering') : action.label}</span>
          <kbd
            aria-hidden
            className="ms-0.5 hidden rounded-small border border-current/40 px-1.5 text-[0.6875rem] leading-4.5 font-medium opacity-80 sm:[@media(hover:hover)]:inline"
          >
            {action.key}
          </kbd>
        </Button>
      ))}
    </div>
  );
}

/** Where the caller is, and which number was called. */
function Whence({ call: { number, record } }: { call: RingingCall }) {
  const t = phoneText.useText();
  const name = useNames()(number ?? '');
  const read = number === null ? null : readNumber(number, undefined);
  return (
    <div className="mt-0.5 text-note text-muted">
      {number !== null && (
        <p className="flex items-center gap-2">
          {record !== null ? (
            <PlaceFlag destination={record.destination} />
          ) : (
            <Flag countryCode={read?.is === 'number' ? read.countryCode : null} />
          )}
          <span className="truncate">
            {name !== null ? showNumber(number) : record === null ? null : placeName(record.destination)}
          </span>
        </p>
      )}
      {record !== null && (
        <p className="mt-0.5 truncate" data-testid="called-number">
          {t('calledNumber', { number: showNumber(record.to) })}
        </p>
      )}
      {record !== null && isMarkedPractice(record) && (
        <div className="mt-1.5">
          <PracticeBadge way="inbound" />
        </div>
      )}
    </div>
  );
}

/** When there was a call with them before. */
function Earlier({ id, number }: { id: string; number: string }) {
  const t = phoneText.useText();
  const { data } = useQuery(historyQuery(1, 2, { q: number }), queryClient);
  const before = data?.calls.find((call) => call.id !== id);
  if (before === undefined) return null;
  return <p className="mt-0.5 text-note text-muted">{t('lastCall', { when: formatWhen(before.startTime) })}</p>;
}

function Problem({ kind }: { kind: NonNullable<RingingCall['problem']> }) {
  const t = phoneText.useText();
  const way =
    kind === 'microphone_refused' || kind === 'no_microphone' || kind === 'microphone_busy' || kind === 'other_tab'
      ? t(`ringWay_${kind}`)
      : t('ringWay');
  return (
    <Notice kind="error" title={t(`problem_${kind}`)} className="mt-3 text-note" data-testid="ring-problem">
      {way}
    </Notice>
  );
}

/** Gives who calls, as people write it. */
function useWhoCalls(): (call: RingingCall) => string {
  const t = phoneText.useText();
  const nameOf = useNames();
  return ({ number, record }) => {
    if (number !== null) return nameOrNumber(nameOf(number), number);
    return (record === null ? null : shownCaller(record)) ?? t('noNumberShown');
  };
}

function useActions(call: RingingCall | undefined): readonly RingAction[] {
  const t = phoneText.useText();
  const navigate = useNavigate();
  const isWaiting = usePhone((state) => isBusy(state.phone));
  const canHold = usePhone(canWait);
  if (call === undefined) return [];
  const { id, number, hasVoicemail } = call;
  const sign = <Phone aria-hidden className="size-4.5 shrink-0 fill-current" />;
  const endSign = <Phone aria-hidden className="size-4.5 shrink-0 rotate-[135deg] fill-current" />;
  const answering = (key: string, label: string, testId: string, talkedOn: TalkedOn): RingAction => ({
    key,
    label,
    testId,
    look: 'call',
    icon: sign,
    isAnswer: true,
    act: () => void answer(id, talkedOn),
  });
  const declining: RingAction = {
    key: 'D',
    label: t('decline'),
    testId: 'decline',
    look: 'stop',
    icon: endSign,
    isAnswer: false,
    // During a call its caller hears busy, and who else is asked rings on.
    act: () => decline(id, isWaiting ? 'here' : 'everywhere'),
  };
  const sending: RingAction[] = hasVoicemail ? [sendingToVoicemail(id, t('toVoicemail'))] : [];
  if (isWaiting) {
    return [
      ...(canHold ? [answering('H', t('holdAndAnswer'), 'hold-and-answer', 'waits')] : []),
      answering('E', t('endAndAnswer'), 'end-and-answer', 'ends'),
      declining,
      ...sending,
    ];
  }
  const texting: RingAction = {
    key: 'T',
    label: t('replyWithText'),
    testId: 'reply-with-text',
    look: 'quiet',
    icon: <MessageSquare aria-hidden className="size-4.5 shrink-0" />,
    isAnswer: false,
    act: () => {
      decline(id, 'everywhere');
      if (number !== null) void navigate(threadPath(number));
    },
  };
  const answerIt = answering('A', t('answer'), 'answer', 'ends');
  return [answerIt, declining, ...sending, ...(number === null ? [] : [texting])];
}

const sendingToVoicemail = (id: string, label: string): RingAction => ({
  key: 'V',
  label,
  testId: 'to-voicemail',
  look: 'quiet',
  icon: <Voicemail aria-hidden className="size-4.5 shrink-0" />,
  isAnswer: false,
  act: () => decline(id, 'to-voicemail'),
});

import type { Call } from '@farline/contracts/calls';
import { ECHO_TEST } from '@farline/contracts/service-numbers';
import { Phone } from 'lucide-react';
import { Link } from 'react-router';
import { formatDuration } from '../../../lib/format/format.ts';
import { translateSentence } from '../../../lib/language/i18n.ts';
import { exactCostOf } from '../../../lib/calls/exact-cost.ts';
import { otherSide } from '../../../lib/calls/other-side.ts';
import { useCallWord } from '../../../lib/calls/use-price-ahead.ts';
import { limitPath } from '../../../lib/calls/limit-path.ts';
import { threadPath } from '../../../lib/messages/thread-path.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { placeCall } from '../call-control.ts';
import { CallerSlot } from './phone-slots.tsx';
import { CallFigure } from './call-figure.tsx';
import { Identity } from './identity.tsx';
import { priceOf, reasonOf } from '../call-outcome.ts';
import { type ProblemKind, problemOfReason } from '../line/phone-problem.ts';
import type { PhoneState } from '../phone-state.ts';
import { isGivenAway } from '../transfer-state.ts';
import { TransferredView } from './transferred-view.tsx';
import { dismissElsewhere, openPhone, tellPhone, usePhone } from '../phone-store.ts';
import { isService } from '../../../lib/calls/is-service.ts';

type Ended = Extract<PhoneState, { state: 'ended' }>;

/** What stood in a call's way that is said to have cost nothing. */
const SAYS_FREE = new Set<ProblemKind>(['no_network', 'engine_unavailable']);
const isCharged = ({ cost }: Call): boolean => cost !== null && Number(cost.amount) > 0;

/** After the call: why it ended, how long it was, what it cost, and the next one. */
export function EndedView({ phone }: { phone: Ended }) {
  const t = phoneText.useText();
  const { call } = phone;
  const number = otherSide(call);
  const callWord = useCallWord(t(call.direction === 'inbound' ? 'callBack' : 'callAgain'), number);
  const again = (): void => {
    tellPhone({ type: 'cleared' });
    dismissElsewhere();
    usePhone.setState({ typed: '' });
    openPhone();
  };
  if (isGivenAway(call) && call.endedAt === null) return <TransferredView call={call} onDone={again} />;
  const problem = problemOfReason(call.reason) ?? phone.problem;
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5 pt-6 short:pt-1">
        <CallFigure state="ended" />
        <div className="mt-4">
          <Identity call={call} />
        </div>
        <p className="mx-auto mt-4 max-w-72 text-center text-lead font-medium text-balance" data-testid="end-reason">
          {reasonOf(phone)}
        </p>
        {problem !== null && !(SAYS_FREE.has(problem) && isCharged(call)) && (
          <Notice
            kind="warning"
            className="mt-4 text-note"
            action={problem === 'out_of_credit' || limitPath(call) !== null ? <WayOut call={call} /> : undefined}
          >
            {t(`way_${problem}`)}
          </Notice>
        )}
        <TimeAndPrice phone={phone} />
        {isWritable(call) && number !== null && <SendText number={number} />}
        <CallerSlot call={call} />
        <IncludedUsed call={call} />
      </div>
      <div className="grid gap-2 p-5 pt-4">
        <Button look="quiet" size="large" className="w-full" onClick={again}>
          {t('newNumber')}
        </Button>
        {number !== null && (
          <Button
            look="call"
            size="large"
            className="w-full"
            onClick={() => void placeCall(number)}
            data-testid="call-again"
          >
            <Phone aria-hidden className="size-5 fill-current" />
            {callWord}
          </Button>
        )}
      </div>
    </>
  );
}

/** How long it was, and what it cost; nothing is told of a time that nobody talked. */
function TimeAndPrice({ phone: { call, talkedSeconds } }: { phone: Ended }) {
  const t = phoneText.useText();
  return (
    <dl className="mt-5 grid auto-cols-fr grid-flow-col gap-1.5 text-center">
      {talkedSeconds > 0 && <Fact name={t('duration')} value={formatDuration(talkedSeconds)} testId="ended-duration" />}
      <Fact name={t('charged')} value={priceOf(call)} testId="ended-price" cost={call.cost} title={exactCostOf(call)} />
    </dl>
  );
}

/** What the plan's minutes covered of it. */
function IncludedUsed({ call: { included } }: Pick<Ended, 'call'>) {
  const t = phoneText.useText();
  if (included === null || included.seconds === 0) return null;
  return (
    <p className="figures mt-2 text-center text-note text-muted">
      {t('includedLeft', { stretch: formatDuration(included.seconds), group: translateSentence(included.group) })}
    </p>
  );
}

const isWritable = ({ destination, reason }: Call): boolean => !isService(destination) && reason !== 'unallocated';

/** Who cannot be talked to can be written to. */
function SendText({ number }: { number: string }) {
  const t = phoneText.useText();
  return (
    <p className="mt-3 text-center">
      <Button asChild look="link">
        <Link to={threadPath(number)} onClick={() => usePhone.setState({ isOpen: false })}>
          {t('sendText')}
        </Link>
      </Button>
    </p>
  );
}

function Fact({
  name,
  value,
  testId,
  cost = null,
  title,
}: {
  name: string;
  value: string;
  testId: string;
  cost?: Call['cost'];
  title?: string | undefined;
}) {
  return (
    <div className="rounded-control bg-soft px-3 py-3">
      <dt className="text-note text-muted">{name}</dt>
      <dd className="figures mt-0.5 font-semibold" data-testid={testId} data-amount={cost?.amount} title={title}>
        {value}
      </dd>
    </div>
  );
}

/** What can be done about it at once. */
function WayOut({ call }: Pick<Ended, 'call'>) {
  const t = phoneText.useText();
  const path = limitPath(call);
  if (path !== null) {
    return (
      <Button asChild size="small">
        <Link to={path} data-testid="limit-link">
          {t(path.includes('?open=') ? 'openIt' : 'seeLimits')}
        </Link>
      </Button>
    );
  }
  return (
    <Button size="small" onClick={() => void placeCall(ECHO_TEST)}>
      {t('callEcho')}
    </Button>
  );
}

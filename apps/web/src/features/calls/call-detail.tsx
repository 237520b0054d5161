import type { Call } from '@farline/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { endSentence } from '../../lib/calls/end-sentence.ts';
import { formatDuration, formatPrice } from '../../lib/format/format.ts';
import { formatExactly } from '../../lib/format/format-time.ts';
import { isolate } from '../../lib/language/i18n.ts';
import { limitPath } from '../../lib/calls/limit-path.ts';
import { otherSide, shownCaller } from '../../lib/calls/other-side.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { callDetailQuery, queryClient } from '../../lib/session/queries.ts';
import { callDetailText } from '../../texts/calls/call-detail.ts';
import { callsText } from '../../texts/calls.ts';
import { sharedText } from '../../texts/shared.ts';
import { Part } from '../../ui/part.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { CallerDoubtNote } from '../../ui/caller-doubt.tsx';
import { Failed } from '../../ui/failed.tsx';
import { CallActions } from './call-actions.tsx';
import { CallForwarding } from './call-forwarding.tsx';
import { rateOf } from './call-rate.ts';
import { EndCall } from './end-call.tsx';
import { CallRoute, CallTimeline } from './call-timeline.tsx';
import { PriceLines } from './price-lines.tsx';
import { QualityCurve } from './quality-curve.tsx';
import { api } from '../../lib/api/api-client.ts';
import { ReceiptLink } from '../../ui/receipt-link.tsx';
import { useOperatorName } from '../../lib/page/operator.ts';
import { isService } from '../../lib/calls/is-service.ts';

type CallDetailProps = ComponentProps<typeof CallActions> & {
  /** What is kept of whoever has the other side's number: notes and tags, of other features. */
  aboutPerson?: (number: string) => ReactNode;
};

/** Everything that a call says about itself: why it ended, what happened when, its way, its price, its sound. */
export function CallDetail({ call, aboutPerson, ...actions }: CallDetailProps) {
  const t = callDetailText.useText();
  const number = isService(call.destination) ? null : otherSide(call);
  return (
    <div className="appearing grid gap-5 px-3 pb-5 pt-2" data-testid="call-detail">
      {call.reasonText !== null && (
        <p className="prose-width font-medium">
          <span className="sr-only">
            {t('why')}
            {sharedText.say('colon')}
          </span>
          {endSentence(call)}
        </p>
      )}
      <CallerDoubtNote call={call} />
      <LimitLink call={call} />
      <EndCall call={call} />
      <CallActions {...actions} call={call} />
      {number !== null && aboutPerson !== undefined && (
        <div className="grid justify-items-start gap-2" data-testid="kept-of-person">
          {aboutPerson(number)}
        </div>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-note">
        {factsOf(call).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <Explanation call={call} />
    </div>
  );
}

/** The way to where the limit that stopped the call is lifted. */
function LimitLink({ call }: { call: Call }) {
  const t = callDetailText.useText();
  const path = limitPath(call);
  if (path === null) return null;
  return (
    <Button asChild look="quiet" size="small" className="justify-self-start">
      <Link to={path}>{t('toLimit')}</Link>
    </Button>
  );
}

/** What only the server can tell, fetched when a call is looked at. */
function Explanation({ call }: { call: Call }) {
  const t = callDetailText.useText();
  const detail = useQuery(callDetailQuery(call.id), queryClient);
  if (detail.isPending) return <Skeleton className="late h-24 w-full" />;
  if (detail.data === undefined) {
    return (
      <Failed
        error={detail.error}
        fallback={t('detailFailed')}
        safe={callsText.say('notTouched')}
        onTryAgain={() => void detail.refetch()}
      />
    );
  }
  const { timeline, route, priceLines, quality, archivedAt, forward } = detail.data;
  return (
    <>
      {priceLines.length > 0 && (
        <Part title={t('priceTitle')}>
          <PriceLines lines={priceLines} />
          {call.duration > 0 && <ReceiptLink ask={async () => await api('GET /calls/{id}/receipt', { id: call.id })} />}
        </Part>
      )}
      {forward !== null && <CallForwarding forward={forward} />}
      {timeline.length > 0 && (
        <Part title={t('timeline')}>
          <CallTimeline entries={timeline} call={call} />
        </Part>
      )}
      {(route.length > 0 || call.duration > 0) && (
        <details data-testid="technical-details">
          <summary className="inline-flex min-h-9 cursor-pointer items-center text-note font-medium">
            {t('technical')}
          </summary>
          <div className="mt-3 grid gap-5">
            {route.length > 0 && (
              <Part title={t('route')}>
                <CallRoute steps={route} />
              </Part>
            )}
            {call.duration > 0 && (
              <Part title={t('sound')}>
                {quality === null ? (
                  <p className="text-note text-muted">{archivedAt === null ? t('soundUnknown') : <Archived />}</p>
                ) : (
                  <QualityCurve quality={quality} />
                )}
              </Part>
            )}
          </div>
        </details>
      )}
    </>
  );
}

function factsOf(call: Call): [string, string][] {
  const t = callDetailText.say;
  const isInbound = call.direction === 'inbound';
  const from: [string, string] = [t('fromWhom'), shownCaller(call) ?? callsText.say('unknownCaller')];
  const facts: [string, string][] = [
    ...(isInbound ? [from] : []),
    [t('to'), isService(call.destination) ? isolate(call.to) : showNumber(call.to)],
  ];
  if (call.isPractice) facts.push([t('practiceName'), callsText.say('practiceNote')]);
  facts.push([t('started'), formatExactly(call.startTime)]);
  if (call.duration > 0) facts.push([t('talked'), formatDuration(call.duration)]);
  facts.push([t('rate'), rateOf(call)]);
  if (call.cost !== null) facts.push([t('price'), formatPrice(call.cost)]);
  if (call.paidBy === 'trial_credit') facts.push([t('paidBy'), t('paidByPractice')]);
  if (!isInbound) facts.push([t('shown'), shownOf(call)]);
  if (call.endedBy !== null) facts.push([t('endedBy'), whoEnded(call, call.endedBy)]);
  return facts;
}

function shownOf({ from, isNumberWithheld }: Call): string {
  if (isNumberWithheld) return callDetailText.say('withheld');
  return from === null ? callDetailText.say('anonymous') : showNumber(from);
}

function whoEnded({ direction, placedBy }: Call, endedBy: NonNullable<Call['endedBy']>): string {
  if (placedBy === 'forward' && endedBy === 'caller') return callDetailText.say('by_whoCalls');
  return callDetailText.say(`by_${direction === 'inbound' ? TURNED[endedBy] : endedBy}`);
}

/** Who ended a call that came in, as who was called sees it. */
const TURNED = { caller: 'callee', callee: 'caller', farline: 'farline', carrier: 'carrier' } as const;

/** Who has moved the details of old calls elsewhere. */
function Archived() {
  const t = callDetailText.useText();
  const operator = useOperatorName();
  return operator === null ? t('archived') : t('archivedBy', { operator: operator.name });
}

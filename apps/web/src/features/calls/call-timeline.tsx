import type { Call } from '@farline/contracts/calls';
import type { RouteStep, TimelineEntry } from '@farline/contracts/call-detail';
import { endSentence } from '../../lib/calls/end-sentence.ts';
import { formatTime } from '../../lib/format/format-time.ts';
import { formatStretch } from '../../lib/format/format.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { callDetailText } from '../../texts/calls/call-detail.ts';

/** What happened to a call, in order, each with its time. */
export function CallTimeline({
  entries,
  call,
}: {
  entries: readonly TimelineEntry[];
  call: Pick<Call, 'direction' | 'placedBy'>;
}) {
  return (
    <ol className="grid gap-2 text-note">
      {entries.map((entry) => (
        <li key={`${entry.event} ${entry.at}`} className="grid grid-cols-[6rem_1fr] gap-3">
          <time dateTime={entry.at} className="figures text-muted">
            {formatTime(entry.at)}
          </time>
          <span>{wordsOf(entry, entries, call)}</span>
        </li>
      ))}
    </ol>
  );
}

/** The trunks that were tried, in order, and what each said. */
export function CallRoute({ steps }: { steps: readonly RouteStep[] }) {
  const t = callDetailText.useText();
  return (
    <ol className="grid gap-1.5 text-note">
      {steps.map((step, index) => (
        <li key={`${step.trunk} ${index}`} className="flex flex-wrap gap-x-2">
          <span className="font-medium">{step.trunk}</span>
          <span className="text-muted">
            {t(`outcome_${step.outcome}`)}
            {step.sipStatus !== null && ` (${step.sipStatus}${step.sipPhrase === null ? '' : ` ${step.sipPhrase}`})`}
          </span>
        </li>
      ))}
    </ol>
  );
}

function wordsOf(
  entry: TimelineEntry,
  entries: readonly TimelineEntry[],
  call: Pick<Call, 'direction' | 'placedBy'>,
): string | null {
  const t = callDetailText.say;
  const timeOf = (event: TimelineEntry['event']) => entries.find((other) => other.event === event)?.at ?? null;
  switch (entry.event) {
    case 'extended':
      return t('event_extended', { stretch: formatStretch(entry.grantedSeconds) });
    case 'warned':
      return t('event_warned', { seconds: entry.secondsLeft });
    case 'takes_over':
      return t('event_takes_over', { number: showNumber(entry.from) });
    case 'transferred':
      return t('event_transferred', { number: showNumber(entry.to) });
    case 'ended':
      return endSentence({ ...entry, ...call, ringingAt: timeOf('rang'), answeredAt: timeOf('answered') });
    case 'allowed':
      return t('event_allowed');
    case 'dialled':
      if (call.placedBy === 'forward') return t('event_forward_dialled');
      return t(call.direction === 'inbound' ? 'event_in_dialled' : 'event_dialled');
    case 'rang':
    case 'answered':
      return t(call.direction === 'inbound' ? `event_in_${entry.event}` : `event_${entry.event}`);
  }
}

import type { Voicemail } from '@farline/contracts/voicemail/voicemails';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { formatExactly, formatWhen } from '../../../lib/format/format-time.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { threadPath } from '../../../lib/messages/thread-path.ts';
import { queryClient } from '../../../lib/session/queries.ts';
import { messagesText } from '../../../texts/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/card.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PeerFlag } from '../../../ui/peer.tsx';
import { VoicemailActions } from './voicemail-actions.tsx';
import { VoicemailBoxes } from './voicemail-boxes.tsx';
import { VoicemailPlayer } from './voicemail-player.tsx';
import { VoicemailTranscript } from './voicemail-transcript.tsx';
import { voicemailsQuery } from './voicemail-queries.ts';

/** From this share of the room on it is said how much of it is left. */
const NEARLY_FULL = 0.8;

/** What callers left whom nobody answered, newest first: on one number, if the address names it. */
export function VoicemailList() {
  const t = messagesText.useText();
  const [search, setSearch] = useSearchParams();
  const number = search.get('number');
  const found = useInfiniteQuery(voicemailsQuery(number), queryClient);
  const shown = found.data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = found.data?.pages ?? [];
  return (
    <div className="mx-auto max-w-3xl px-5 py-8 sm:px-8">
      <Link
        to="/messages"
        className="mb-4 inline-flex min-h-9 items-center gap-1.5 rounded-small text-note font-medium text-accent"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {t('back')}
      </Link>
      <h1 className="text-display font-semibold">{t('vmTitle')}</h1>
      <p className="mb-6 mt-1.5 text-muted">{t('vmLead')}</p>
      <VoicemailBoxes
        boxes={first?.boxes ?? []}
        chosen={number}
        onChoose={(next) =>
          setSearch(next === null ? {} : { number: next }, { replace: true, preventScrollReset: true })
        }
      />
      {found.isPending && <Skeleton className="h-48 rounded-card" />}
      {found.isError && (
        <Failed
          error={found.error}
          fallback={t('vmFailed')}
          safe={t('nothingLost')}
          onTryAgain={() => void found.refetch()}
        />
      )}
      {first !== undefined && first.usedSeconds > first.mostSeconds * NEARLY_FULL && (
        <Notice
          kind="warning"
          title={t('vmUsed', { used: minutes(first.usedSeconds), most: minutes(first.mostSeconds) })}
        />
      )}
      {found.isSuccess && shown.length === 0 && <Nothing number={number} />}
      <ul aria-label={t('vmList')} className="grid gap-3" data-testid="voicemails">
        {shown.map((voicemail) => (
          <VoicemailLine key={voicemail.id} voicemail={voicemail} />
        ))}
      </ul>
      <MoreButton list={found} className="mt-4" />
    </div>
  );
}

/** Nobody has left a message, or none on this number. */
function Nothing({ number }: { number: string | null }) {
  const t = messagesText.useText();
  if (number !== null) return <p className="text-muted">{t('vmNoneHere')}</p>;
  return (
    <Empty
      level="h2"
      title={t('vmEmpty')}
      action={
        <Button asChild look="quiet">
          <Link to="/numbers">{t('vmToNumbers')}</Link>
        </Button>
      }
    >
      {t('vmEmptyBody')}
    </Empty>
  );
}

const minutes = (seconds: number) => String(Math.ceil(seconds / 60));

function VoicemailLine({ voicemail }: { voicemail: Voicemail }) {
  const t = messagesText.useText();
  const { from, fromText, number, at, heardAt } = voicemail;
  const isNew = heardAt === null;
  const [whoId, whenId] = [useId(), useId()];
  return (
    <li data-testid="voicemail">
      <article
        aria-labelledby={`${whoId} ${whenId}`}
        className="grid gap-3 rounded-card border border-line bg-raised p-4"
      >
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <span id={whoId} className={isNew ? 'min-w-0 truncate font-semibold' : 'min-w-0 truncate font-medium'}>
            {from === null ? (fromText ?? t('vmUnknown')) : <From from={from} />}
          </span>
          {isNew && (
            <span className="rounded-full bg-accent-soft px-2 py-0.5 text-note font-medium text-accent">
              {t('vmNew')}
            </span>
          )}
          <span className="figures text-note text-muted">{t('vmCalled', { number: showNumber(number) })}</span>
          <time id={whenId} dateTime={at} title={formatExactly(at)} className="figures ms-auto text-note text-muted">
            {formatWhen(at)}
          </time>
        </div>
        <VoicemailPlayer voicemail={voicemail} />
        <VoicemailTranscript transcript={voicemail.transcript} />
        <VoicemailActions voicemail={voicemail} />
      </article>
    </li>
  );
}

function From({ from }: { from: string }) {
  const nameOf = useNames();
  return (
    <Link to={threadPath(from)} className="inline-flex items-center gap-2 hover:underline">
      <PeerFlag peer={from} />
      {nameOrNumber(nameOf(from), from)}
    </Link>
  );
}

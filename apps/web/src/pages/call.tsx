import type { Call } from '@farline/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { CallDetail } from '../features/calls/call-detail.tsx';
import { AddNumber } from '../features/contacts/add-number.tsx';
import { TagsOfNumber } from '../features/contacts/tag.tsx';
import { callAtOnce } from '../features/phone/index.ts';
import { formatExactly } from '../lib/format/format-time.ts';
import { shownCaller } from '../lib/calls/other-side.ts';
import { showNumber } from '../lib/format/phone-number.ts';
import { callDetailQuery, queryClient } from '../lib/session/queries.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { callsText } from '../texts/calls.ts';
import { Button } from '../ui/button.tsx';
import { Card, Skeleton } from '../ui/card.tsx';
import { Failed } from '../ui/failed.tsx';
import { later } from '../ui/later/later.tsx';
import { PlaceFlag, placeName } from '../ui/place.tsx';

const NoteHere = later(async () => (await import('../features/messages/note-here.tsx')).NoteHere, {
  missing: 'nothing',
});

const keptOf = (number: string) => (
  <>
    <TagsOfNumber number={number} isAlone />
    <NoteHere peer={number} />
  </>
);

function titleOf(call: Call): string {
  const t = callsText.say;
  if (call.direction === 'outbound') return t('callTitle', { number: showNumber(call.to) });
  return t('callTitleIn', { number: shownCaller(call) ?? t('unknownCaller') });
}

/** /calls/<id>: one call by itself, where a line of the account or a notice leads. */
export function Page() {
  const t = callsText.useText();
  const { id = '' } = useParams();
  const found = useQuery(callDetailQuery(id), queryClient);
  const call = found.data?.call;
  const title = call === undefined ? t('pageTitle') : titleOf(call);
  usePageTitle(title);
  return (
    <div className="mx-auto max-w-3xl px-5 py-8 sm:px-8">
      <Button asChild look="plain" size="small" className="-ms-3 mb-3">
        <Link to="/calls?view=all">
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          {t('allCalls')}
        </Link>
      </Button>
      <h1 className="text-display font-semibold">{title}</h1>
      {call !== undefined && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 text-muted">
          <PlaceFlag destination={call.destination} />
          {placeName(call.destination)} · <time dateTime={call.startTime}>{formatExactly(call.startTime)}</time>
        </p>
      )}
      <div className="mt-6">
        {found.isPending && <Skeleton className="h-96 rounded-card" />}
        {found.isError && (
          <Failed
            error={found.error}
            fallback={t('callFailed')}
            safe={t('notTouched')}
            onTryAgain={() => void found.refetch()}
          />
        )}
        {call !== undefined && (
          <Card room="list">
            <CallDetail
              call={call}
              onCallAgain={callAtOnce}
              addContact={(number) => <AddNumber number={number} />}
              aboutPerson={keptOf}
            />
          </Card>
        )}
      </div>
    </div>
  );
}

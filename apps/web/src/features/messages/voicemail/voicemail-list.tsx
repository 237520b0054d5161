import type { Voicemail } from '@farline/contracts/voicemail/voicemails';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { RequestError } from '../../../lib/api/http.ts';
import { voicemailPath } from '../../../lib/messages/voicemail-path.ts';
import { useRoomForDetail } from '../../../lib/page/use-room-for-detail.ts';
import { queryClient } from '../../../lib/session/queries.ts';
import { messagesText } from '../../../texts/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Skeleton } from '../../../ui/card.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { VoicemailBoxes } from './voicemail-boxes.tsx';
import { VoicemailDetail } from './voicemail-detail.tsx';
import { type Asked, VoicemailDialogs } from './voicemail-dialogs.tsx';
import { VoicemailRows } from './voicemail-rows.tsx';
import { voicemailQuery, voicemailsQuery } from './voicemail-queries.ts';

/** From this share of the room on it is said how much of it is left. */
const NEARLY_FULL = 0.8;

interface VoicemailListProps {
  /** Which one the address names; null: none. */
  openId: string | null;
  onCall: (number: string) => void;
}

/** What callers left whom nobody answered, newest first: on one number, if the address names it. */
export function VoicemailList({ openId, onCall }: VoicemailListProps) {
  const t = messagesText.useText();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const number = search.get('number');
  const found = useInfiniteQuery(voicemailsQuery(number), queryClient);
  const [first] = found.data?.pages ?? [];
  const show = (id: string | null, of: string | null): void =>
    void navigate(voicemailPath(id, of), { replace: true, preventScrollReset: true });
  return (
    <div className="mx-auto max-w-6xl px-5 py-8 sm:px-8">
      <Link
        to="/messages"
        className="mb-4 inline-flex min-h-9 items-center gap-1.5 rounded-small text-note font-medium text-accent"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {t('pageTitle')}
      </Link>
      <h1 className="text-display font-semibold">{t('vmTitle')}</h1>
      <p className="mb-6 mt-1.5 text-muted">{t('vmLead')}</p>
      <VoicemailBoxes boxes={first?.boxes ?? []} chosen={number} onChoose={(next) => show(null, next)} />
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
      {found.data !== undefined && (
        <Found
          voicemails={found.data.pages.flatMap(({ items }) => items)}
          list={found}
          number={number}
          openId={openId}
          onSelect={(id) => show(id, number)}
          onCall={onCall}
        />
      )}
    </div>
  );
}

interface FoundProps extends VoicemailListProps {
  voicemails: readonly Voicemail[];
  list: ComponentProps<typeof MoreButton>['list'];
  number: string | null;
  onSelect: (id: string | null) => void;
}

/** The voicemails that were found; the open one's details stand under its line or, where there is room, beside the list. */
function Found({ voicemails, list, number, openId, onSelect, onCall }: FoundProps) {
  const isBeside = useRoomForDetail();
  const [asked, ask] = useState<Asked | null>(null);
  const { opened, failure, tryAgain } = useOpened(voicemails, openId);
  const shown = useShownFirst(voicemails);
  const selected = opened ?? (isBeside && (openId === null || failure !== null) ? shown : undefined);
  const detail = (voicemail: Voicemail) => (
    <VoicemailDetail key={voicemail.id} voicemail={voicemail} onCall={onCall} onAsk={ask} />
  );
  const hasPlaceBeside = isBeside && voicemails.length > 0;
  const isAbove = !hasPlaceBeside && opened !== undefined && !voicemails.includes(opened);
  return (
    <>
      {failure !== null && (
        <Above key={openId}>
          <NotOpened error={failure} onTryAgain={tryAgain} />
        </Above>
      )}
      {isAbove && (
        <Above key={opened.id}>
          <Card room="list" className="mb-5">
            {detail(opened)}
          </Card>
        </Above>
      )}
      <VoicemailDialogs asked={asked} onClose={() => ask(null)} onDeleted={() => onSelect(null)} />
      {voicemails.length === 0 ? (
        <Nothing number={number} />
      ) : (
        <div className="flex items-start gap-5">
          <Card room="list" className="@container min-w-0 flex-1">
            <VoicemailRows
              voicemails={voicemails}
              openId={openId}
              selectedId={selected?.id ?? null}
              onSelect={onSelect}
              renderDetail={isBeside ? undefined : detail}
              onCall={onCall}
            />
            <MoreButton list={list} className="my-2" />
          </Card>
          {isBeside && selected !== undefined && (
            <Card
              as="div"
              room="tight"
              className="sticky top-24 max-h-[calc(100dvh-8rem)] w-88 overflow-y-auto undocked:pb-20"
            >
              {detail(selected)}
            </Card>
          )}
        </div>
      )}
    </>
  );
}

/** What stands above the list comes into view: a link may have led to it from further down. */
function Above({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={place} className="scroll-mb-24">
      {children}
    </div>
  );
}

/** The voicemail that the address bar names, though it may stand on another page of the list; it may be gone, too. */
function useOpened(voicemails: readonly Voicemail[], openId: string | null) {
  const listed = voicemails.find(({ id }) => id === openId);
  const isElsewhere = openId !== null && listed === undefined;
  const elsewhere = useQuery({ ...voicemailQuery(openId ?? ''), enabled: isElsewhere }, queryClient);
  return {
    opened: listed ?? (isElsewhere && !elsewhere.isError ? elsewhere.data : undefined),
    failure: isElsewhere && elsewhere.isError ? elsewhere.error : null,
    tryAgain: () => void elsewhere.refetch(),
  };
}

/** The voicemail that the address bar names can't be shown: it was deleted, or could not be read. */
function NotOpened({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  const t = messagesText.useText();
  if (error instanceof RequestError && error.status === 404) return <Notice kind="info" title={t('vmGone')} />;
  return <Failed error={error} fallback={t('vmFailed')} safe={t('nothingLost')} onTryAgain={onTryAgain} />;
}

/** What stands beside the list as long as none was chosen: the newest, and it stays while newer ones come in, since somebody may be listening to it. */
function useShownFirst(voicemails: readonly Voicemail[]): Voicemail | undefined {
  const [keptId, keep] = useState(voicemails[0]?.id);
  const kept = voicemails.find(({ id }) => id === keptId) ?? voicemails[0];
  if (kept?.id !== keptId) keep(kept?.id);
  return kept;
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

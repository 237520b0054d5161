import type { ListedThread } from '@farline/contracts/messages/messages';
import { Ban, CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import { useNames } from '../../lib/calls/use-names.ts';
import { formatExactly } from '../../lib/format/format-time.ts';
import { notePath } from '../../lib/messages/note-address.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { messagesText } from '../../texts/messages.ts';
import { shell } from '../../texts/shell.ts';
import { cx } from '../../ui/cx.ts';
import { useInboxView } from './inbox-view.ts';
import { Marked } from './marked.tsx';
import { formatBriefly } from '../../lib/format/brief-times.ts';
import { stateOf } from './message-state.ts';
import { PeerNumber } from './person/peer-number.tsx';
import { PeerFlag, peerName } from '../../ui/peer.tsx';
import { RowActions } from '../../ui/row-actions/row-actions.tsx';
import { UnreadPill } from '../../ui/unread-pill/unread-pill.tsx';

interface ThreadLineProps {
  thread: ListedThread;
  isOpen: boolean;
  onCall: (number: string) => void;
}

/** One person of the inbox at a glance: who, when, the last words, how far they are, what is unread or begun. */
export function ThreadLine({ thread, isOpen, onCall }: ThreadLineProps) {
  const t = messagesText.useText();
  const nameOf = useNames();
  const { peer, last, found, isBlocked, others } = thread;
  const unread = sumOfAll(thread, (one) => one.unread);
  const scheduled = sumOfAll(thread, (one) => one.scheduled);
  const begun = [thread, ...others].find((one) => one.draft !== '');
  const draft = begun?.draft ?? '';
  const at = found?.at ?? last?.createdAt ?? thread.changedAt;
  return (
    <li className="group/row relative flex border-t border-line first:border-t-0">
      <Link
        // A draft stands in the field of its own number.
        to={found === null ? threadPath(begun?.peer ?? peer) : threadPath(peer, found.messageId)}
        data-line
        data-abridged
        data-peer={peer}
        data-unread={unread}
        aria-current={isOpen ? 'page' : undefined}
        className={cx(
          'grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control px-3 py-3 transition-colors group-hover/row:bg-soft',
          isOpen && 'bg-soft',
        )}
      >
        <PeerFlag peer={peer} />
        <span className={cx('flex min-w-0 items-center', unread > 0 ? 'font-semibold' : 'font-medium')}>
          <bdi className="truncate">{peerName(peer, nameOf)}</bdi>
          {found !== null && <FoundNumber peer={peer} />}
          {isBlocked && <Ban aria-label={t('blocked')} className="ms-1.5 size-4 shrink-0 text-muted" />}
          {scheduled > 0 && (
            <CalendarClock
              aria-label={t('scheduledCount', { count: scheduled })}
              className="ms-1.5 size-4 shrink-0 text-muted"
            />
          )}
        </span>
        {unread > 0 && <UnreadPill count={unread}>{shell.say('unreadMessages', { count: unread })}</UnreadPill>}
        <span className="col-span-2 col-start-2 flex min-w-0 items-center gap-1.5 text-note text-muted">
          {found === null ? (
            <LastWords thread={{ ...thread, draft, unread, scheduled }} />
          ) : (
            <FoundWords found={found} />
          )}
          <time dateTime={at} title={formatExactly(at)} className="figures ms-auto shrink-0 ps-1.5">
            {formatBriefly(at)}
          </time>
        </span>
      </Link>
      <RowActions number={peer} who={peerName(peer, nameOf)} notePath={notePath(threadPath(peer))} onCall={onCall} />
    </li>
  );
}

/** By which of a person's numbers it was found: each has a line of its own then. */
function FoundNumber({ peer }: { peer: string }) {
  return (
    <span className="ms-1.5 shrink-0 text-note font-normal text-muted">
      <PeerNumber peer={peer} />
    </span>
  );
}

/** With all numbers of a person together. */
function sumOfAll(thread: ListedThread, figure: (one: Pick<ListedThread, 'unread' | 'scheduled'>) => number): number {
  return [thread, ...thread.others].reduce((sum, one) => sum + figure(one), 0);
}

/** What was searched for, in the words around it. */
function FoundWords({ found: { text, direction } }: { found: NonNullable<ListedThread['found']> }) {
  const t = messagesText.useText();
  const searched = useInboxView(({ q }) => q);
  return (
    <bdi data-testid="found" className="line-clamp-2 wrap-anywhere">
      {direction === 'outbound' && `${t('fromYou')} `}
      <Marked text={text} searched={searched} />
    </bdi>
  );
}

/** The draft, where one was begun; else the last message, with the sign of how far it is. */
function LastWords({ thread: { draft, note, last, unread, scheduled } }: { thread: ListedThread }) {
  const t = messagesText.useText();
  if (draft !== '') {
    return (
      <>
        <span className="shrink-0 font-medium text-accent">{t('draft')}</span>
        <bdi className="truncate">{draft}</bdi>
      </>
    );
  }
  if (last === null && scheduled > 0)
    return <span className="truncate">{t('scheduledCount', { count: scheduled })}</span>;
  if (last === null) return note === '' ? null : <bdi className="truncate">{note}</bdi>;
  const state = stateOf(last);
  return (
    <>
      {state !== null && <state.icon aria-label={state.word} className={cx('size-4 shrink-0', state.colour)} />}
      <bdi className={cx('truncate', unread > 0 && 'text-text')}>{last.text}</bdi>
    </>
  );
}

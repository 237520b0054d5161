import type { Thread } from '@farline/contracts/messages/messages';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { ArrowLeft, Ban, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { sentenceOf } from '../../lib/api/http.ts';
import { useNames } from '../../lib/calls/use-names.ts';
import { formatPrice, formatSum, formatTimeOfDay, localTimeIn } from '../../lib/format/format.ts';
import { readNumber, showNumber } from '../../lib/format/phone-number.ts';
import { shownTimeZone } from '../../lib/format/time-zone.ts';
import { sumOf } from '../../lib/format/sum-of.ts';
import { NOTE_HASH } from '../../lib/messages/note-address.ts';
import { useNumbersOfPerson } from '../../lib/messages/use-numbers-of-person.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { messagesText } from '../../texts/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { bestHour } from '../../lib/calls/best-hour.ts';
import { usePriceAhead } from '../../lib/calls/use-price-ahead.ts';
import { callsWithQuery, changeThread, personSpendQuery } from './messages-queries.ts';
import type { BlockedNumbers } from './person/blocked-of.ts';
import { isNumber, PeerFlag, peerName } from '../../ui/peer.tsx';
import { NoteButton, NoteDialog, NoteLine } from './thread-note.tsx';

/** What the contacts give a thread. */
export interface ContactParts {
  /** What makes a contact of a number. */
  add: (number: string) => ReactNode;
  /** What opens the contact that a number belongs to, around its name. */
  open: (number: string, name: ReactNode) => ReactNode;
  /** The tags of whoever has the number; nothing where there are none. */
  tags: (number: string) => ReactNode;
}

/** The list that a thread was opened from, and leads back to. */
export interface ThreadsList {
  path: string;
  word: string;
  onLeave: () => void;
}

interface ThreadHeaderProps {
  peer: string;
  thread: Thread | undefined;
  /** Null: it is not known yet. */
  blocked: BlockedNumbers | null;
  list: ThreadsList;
  onCall: (number: string) => void;
  contacts: ContactParts;
}

/** Who it is, and what can be done with them beside writing. */
export function ThreadHeader({ peer, thread, blocked, list, onCall, contacts }: ThreadHeaderProps) {
  const t = messagesText.useText();
  const nameOf = useNames();
  const name = nameOf(peer);
  const time = localTimeOf(peer);
  const { isNoting, setNoting } = useNoting(thread !== undefined);
  return (
    <header className="flex flex-wrap items-center gap-x-1 gap-y-1 border-b border-line py-2 pe-2 ps-1 @[38rem]:px-4">
      <Link
        to={list.path}
        aria-label={list.word}
        title={list.word}
        onClick={list.onLeave}
        className="inline-grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-soft @[38rem]:hidden"
      >
        <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" />
      </Link>
      <div className={cx('flex-1', name === null ? 'min-w-44 @[38rem]:min-w-56' : 'min-w-36')}>
        <h1 className="flex items-center gap-2.5 font-sans text-lead font-semibold tracking-normal">
          <PeerFlag peer={peer} />
          {name === null ? (
            <bdi className="phone-number">{peerName(peer, nameOf)}</bdi>
          ) : (
            contacts.open(
              peer,
              <bdi data-abridged className="line-clamp-3 wrap-anywhere">
                {name}
              </bdi>,
            )
          )}
        </h1>
        <p className="text-note text-muted">
          {name !== null && isNumber(peer) && <span className="phone-number">{showNumber(peer)}</span>}
          {name !== null && time !== null && ' · '}
          {time !== null && t('timeThere', { time })}
          <SpentOn peer={peer} isFirst={(name === null || !isNumber(peer)) && time === null} />
          <BestHour peer={peer} />
        </p>
      </div>
      {isNumber(peer) && <CallButton peer={peer} onCall={onCall} />}
      <div className="ms-auto flex items-center gap-1">
        <NoteButton note={thread?.note} onOpen={() => setNoting(true)} />
        <BlockButton blocked={blocked} />
        {isNumber(peer) && name === null && contacts.add(peer)}
      </div>
      {contacts.tags(peer)}
      <NoteLine note={thread?.note} onOpen={() => setNoting(true)} />
      <NoteDialog peer={peer} note={thread?.note ?? ''} isOpen={isNoting} onOpenChange={setNoting} />
    </header>
  );
}

/** Calls at one press, so what a minute costs stands on it, where there is room; else it is told to whoever points at it. */
function CallButton({ peer, onCall }: { peer: string; onCall: (number: string) => void }) {
  const t = messagesText.useText();
  const price = usePriceAhead(peer);
  return (
    <Button look="call" size="small" onClick={() => onCall(peer)} title={price ?? undefined} data-testid="call-peer">
      <Phone aria-hidden className="size-4 fill-current" />
      {/* One piece, and none of the row on a telephone: the button's gap stands before each of its pieces. */}
      <span className="max-sm:sr-only">
        {t('call')}
        {price !== null && <span className="figures max-xl:sr-only">{` · ${price}`}</span>}
      </span>
    </Button>
  );
}

/** Whether the note is open, once it is known: the address bar says so, and a row of a list leads there. */
function useNoting(isKnown: boolean): { isNoting: boolean; setNoting: (isNoting: boolean) => void } {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const setNoting = (isNoting: boolean): void =>
    void navigate({ pathname, search, hash: isNoting ? NOTE_HASH : '' }, { replace: true, preventScrollReset: true });
  return { isNoting: isKnown && hash === NOTE_HASH, setNoting };
}

/** What calls and messages with them have come to; nothing where that is nothing, or not known. */
function SpentOn({ peer, isFirst }: { peer: string; isFirst: boolean }) {
  const t = messagesText.useText();
  const numbers = useNumbersOfPerson(peer);
  const known = useQueries({ queries: numbers.map(personSpendQuery) }, queryClient);
  const spent = known.flatMap(({ data }) => data?.spend ?? []);
  const spend = spent.length < numbers.length ? null : spent.reduce(sumOf);
  if (spend === null || Number(spend.amount) === 0) return null;
  return (
    <>
      {!isFirst && ' · '}
      <span className="figures" title={formatPrice(spend)} data-testid="spent-on">
        {t('spent', { amount: formatSum(spend) })}
      </span>
    </>
  );
}

/** When they mostly answer, by the reader's own clock; nothing where the calls say nothing of it. */
function BestHour({ peer }: { peer: string }) {
  const t = messagesText.useText();
  // The list that the thread is made of, which asks for it.
  const { data } = useInfiniteQuery({ ...callsWithQuery(useNumbersOfPerson(peer)), enabled: false }, queryClient);
  // The latest of them: what is read further up changes nothing.
  const calls = data?.pages[0]?.items ?? [];
  const hour = bestHour(calls, shownTimeZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (hour === null) return null;
  return (
    <span className="block" data-testid="best-hour">
      {t('bestHour', { time: formatTimeOfDay(new Date(Date.UTC(2000, 0, 1, hour)), 'UTC') })}
    </span>
  );
}

/** What a blocked person writes, by any of their numbers, stays out of the inbox; where some are blocked, the rest is as well. Null: it is not known yet. */
function BlockButton({ blocked }: { blocked: BlockedNumbers | null }) {
  const t = messagesText.useText();
  const [isBusy, setBusy] = useState(false);
  const isAll = blocked?.is === 'all';
  const toggle = async ({ is, blocked: kept, open }: BlockedNumbers): Promise<void> => {
    setBusy(true);
    try {
      await Promise.all(
        (is === 'all' ? kept : open).map((number) => changeThread(number, { isBlocked: is !== 'all' })),
      );
    } catch (error) {
      await notify({ type: 'error', message: sentenceOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      label={t(isAll ? 'unblock' : blocked?.is === 'some' ? 'blockRest' : 'block')}
      aria-pressed={isAll}
      disabled={isBusy || blocked === null}
      onClick={() => void (blocked !== null && toggle(blocked))}
    >
      <Ban aria-hidden className={cx('size-5', isAll ? 'text-stop' : 'text-muted')} />
    </IconButton>
  );
}

function localTimeOf(peer: string): string | null {
  const read = readNumber(peer, undefined);
  return read.is === 'number' && read.countryCode !== null ? localTimeIn(read.countryCode) : null;
}

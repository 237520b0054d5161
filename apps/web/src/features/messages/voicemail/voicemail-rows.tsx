import type { Transcript, Voicemail } from '@farline/contracts/voicemail/voicemails';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { formatBriefly } from '../../../lib/format/brief-times.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import { formatExactly, formatWhen } from '../../../lib/format/format-time.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { notePath } from '../../../lib/messages/note-address.ts';
import { threadPath } from '../../../lib/messages/thread-path.ts';
import { moveByArrows } from '../../../lib/page/move-by-arrows.ts';
import { messagesText } from '../../../texts/messages.ts';
import { CallerDoubtSign } from '../../../ui/caller-doubt.tsx';
import { cx } from '../../../ui/cx.ts';
import { PeerFlag } from '../../../ui/peer.tsx';
import { RowActions } from '../../../ui/row-actions/row-actions.tsx';

interface VoicemailRowsProps {
  voicemails: readonly Voicemail[];
  /** Which one the address names; null: none. */
  openId: string | null;
  /** Which one is shown. */
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  /** What opens under the selected line; nothing where the detail stands beside the list. */
  renderDetail: ((voicemail: Voicemail) => ReactNode) | undefined;
  onCall: (number: string) => void;
}

/** One line a voicemail, on a telephone two, read at a glance: who, what they said, when, how long, and a dot where it is new. Arrow keys, J and K move, Enter opens, Esc closes. */
export function VoicemailRows({ voicemails, openId, selectedId, onSelect, renderDetail, onCall }: VoicemailRowsProps) {
  const t = messagesText.useText();
  const list = useRef<HTMLUListElement>(null);
  const nameOf = useNames();
  const { openRow, choose } = useOpenRow({ voicemails, openId, onSelect });
  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && selectedId !== null) choose(null);
    moveByArrows(event, list);
  };
  return (
    <ul ref={list} aria-label={t('vmList')} className="-mx-3" data-testid="voicemails">
      {voicemails.map((voicemail) => {
        const { id, from } = voicemail;
        const isSelected = id === selectedId;
        const who = from === null ? null : nameOrNumber(nameOf(from), from);
        return (
          <li
            key={id}
            ref={id === openId ? openRow : undefined}
            className="scroll-mb-24 border-t border-line first:border-t-0"
            data-testid="voicemail"
          >
            <div className="group/row relative">
              <button
                type="button"
                data-line
                aria-expanded={isSelected}
                onKeyDown={move}
                onClick={() => choose(isSelected && renderDetail !== undefined ? null : id)}
                className={cx(
                  'grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 rounded-control px-3 py-3 text-start transition-colors group-hover/row:bg-soft',
                  '@md:min-h-11 @md:grid-cols-[11rem_minmax(0,1fr)_4.5rem_2.5rem] @md:gap-x-3 @md:py-1 @2xl:grid-cols-[13rem_minmax(0,1fr)_9.5rem_2.5rem]',
                  isSelected && 'bg-soft',
                )}
              >
                <Line voicemail={voicemail} who={who} />
              </button>
              {from !== null && who !== null && (
                <RowActions number={from} who={who} notePath={notePath(threadPath(from))} onCall={onCall} />
              )}
            </div>
            {isSelected && renderDetail?.(voicemail)}
          </li>
        );
      })}
    </ul>
  );
}

/** A row that a link leads to comes into view with what opens under it; of one that was chosen here, the line stays in view. */
function useOpenRow({ voicemails, openId, onSelect }: Pick<VoicemailRowsProps, 'voicemails' | 'openId' | 'onSelect'>) {
  const openRow = useRef<HTMLLIElement>(null);
  const chosen = useRef<string | null>(null);
  const isListed = voicemails.some(({ id }) => id === openId);
  useEffect(() => {
    if (!isListed || openId === null) return;
    const row = openRow.current;
    const shown = chosen.current === openId ? row?.querySelector('[data-line]') : row;
    shown?.scrollIntoView({ block: 'nearest' });
  }, [openId, isListed]);
  const choose = (id: string | null): void => {
    chosen.current = id;
    onSelect(id);
  };
  return { openRow, choose };
}

function Line({ voicemail, who }: { voicemail: Voicemail; who: string | null }) {
  const t = messagesText.useText();
  const { from, fromText, number, at, seconds, heardAt, transcript } = voicemail;
  const isNew = heardAt === null;
  const words = wordsOf(transcript);
  return (
    <>
      <span data-abridged className="flex min-w-0 items-center gap-3">
        <PeerFlag peer={from ?? ''} />
        <span className={cx('flex min-w-0 items-center', isNew ? 'font-semibold' : 'font-medium')}>
          <CallerDoubtSign call={voicemail} />
          <bdi className="truncate">{who ?? fromText ?? t('vmUnknown')}</bdi>
        </span>
      </span>
      <time
        dateTime={at}
        title={formatExactly(at)}
        className="figures justify-self-end text-note text-muted @md:order-2 @md:justify-self-start @2xl:text-body"
      >
        <span className="@2xl:hidden">{formatBriefly(at)}</span>
        <span className="hidden @2xl:inline">{formatWhen(at)}</span>
      </time>
      <span
        data-abridged
        className={cx(
          'flex min-w-0 items-center gap-2 text-note @max-md:ps-9 @md:order-1',
          isNew ? 'text-text' : 'text-muted',
        )}
      >
        {isNew && (
          <span title={t('vmNew')} className="size-2.5 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{t('vmNew')}</span>
          </span>
        )}
        {words === null ? (
          <span className="figures truncate text-muted">{t('vmCalled', { number: showNumber(number) })}</span>
        ) : (
          // Callers speak any language, whatever that of the page.
          <bdi className="truncate">{words}</bdi>
        )}
      </span>
      <span className="figures justify-self-end text-note text-muted @md:order-3 @md:text-body @md:text-text">
        {formatDuration(seconds)}
      </span>
    </>
  );
}

/** What was said, where somebody wrote it down and there were words; as much of it as a line has room for. */
function wordsOf(transcript: Transcript | null): string | null {
  return transcript?.state === 'written' && transcript.text !== '' ? transcript.text.slice(0, 200) : null;
}

import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Megaphone, Voicemail } from 'lucide-react';
import { type ReactNode, useLayoutEffect } from 'react';
import { Link } from 'react-router';
import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { messagesText } from '../../texts/messages.ts';
import { cx } from '../../ui/cx.ts';
import { NewMessage } from './new-message.tsx';
import type { ContactParts } from './thread-header.tsx';
import { ThreadList } from './thread-list.tsx';
import { ThreadView } from './thread-view.tsx';
import { unheardQuery } from './voicemail/voicemail-queries.ts';

interface InboxProps {
  /** Whose thread is open; null: nobody's. */
  openPeer: string | null;
  /** The message that it is opened at; null: its end. */
  at: string | null;
  onCall: (number: string) => void;
  contacts: ContactParts;
}

/** The people of the inbox beside the open thread; on narrow screens the one or the other. */
export function Inbox({ openPeer, at, onCall, contacts }: InboxProps) {
  const t = messagesText.useText();
  const isCallRunning = useCallInProgress((call) => call.isRunning);
  useWindowFilled(openPeer !== null);
  const Heading = openPeer === null ? 'h1' : 'h2';
  return (
    <div
      className={cx(
        'flex flex-col @[38rem]:flex-row @[38rem]:h-[calc(100dvh-4.0625rem)]',
        openPeer !== null && 'h-[calc(100dvh-4.0625rem)]',
        // The bar of a call under way lies over the foot of the page there.
        openPeer !== null && isCallRunning && 'undocked:pb-18',
      )}
    >
      <section
        aria-label={t('pageTitle')}
        className={cx(
          'flex min-h-0 flex-col px-5 pt-6 @[38rem]:w-64 @[38rem]:shrink-0 @[38rem]:border-e @[38rem]:border-line @[38rem]:px-4 @3xl:w-72',
          openPeer !== null && 'hidden @[38rem]:flex',
        )}
      >
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <Heading className="text-title font-semibold">{t('pageTitle')}</Heading>
          <div className="flex items-center gap-1">
            <VoicemailLink />
            <IconLink to="/messages/broadcasts" label={t('broadcasts')} icon={Megaphone} />
            <NewMessage />
          </div>
        </div>
        <ThreadList openPeer={openPeer} />
      </section>
      {openPeer === null ? (
        <p className="hidden flex-1 place-content-center p-8 text-center text-muted @[38rem]:grid">{t('choose')}</p>
      ) : (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <ThreadView key={openPeer} peer={openPeer} at={at} onCall={onCall} contacts={contacts} />
        </div>
      )}
    </div>
  );
}

/** The way to the voicemails, with a dot where some are new. Pushed live. */
function VoicemailLink() {
  const t = messagesText.useText();
  const { data: unheard = 0 } = useQuery(unheardQuery, queryClient);
  const label = unheard === 0 ? t('vmTitle') : t('vmUnheard', { count: unheard });
  return (
    <IconLink to="/messages/voicemail" label={label} icon={Voicemail}>
      {unheard > 0 && (
        <span aria-hidden data-testid="unheard" className="absolute end-1 top-1 size-2.5 rounded-full bg-accent" />
      )}
    </IconLink>
  );
}

interface IconLinkProps {
  to: string;
  label: string;
  icon: LucideIcon;
  children?: ReactNode;
}

function IconLink({ to, label, icon: Icon, children }: IconLinkProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      title={label}
      className="relative inline-grid size-9 shrink-0 place-items-center rounded-control text-text transition-colors hover:bg-soft"
    >
      <Icon aria-hidden className="size-5" />
      {children}
    </Link>
  );
}

/** A thread fills the window: there is no foot of the page below it, and nothing lies over its field (styles.css). */
function useWindowFilled(isFilled: boolean): void {
  useLayoutEffect(() => {
    if (!isFilled) return;
    const { dataset } = document.documentElement;
    dataset['filled'] = '';
    return () => {
      delete dataset['filled'];
    };
  }, [isFilled]);
}

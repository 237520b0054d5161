import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Megaphone, Voicemail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { queryClient } from '../../lib/session/queries.ts';
import { messagesText } from '../../texts/messages.ts';
import { Panes } from '../../ui/panes/panes.tsx';
import { useInboxView } from './inbox-view.ts';
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
  const Heading = openPeer === null ? 'h1' : 'h2';
  const list = (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <Heading className="text-title font-semibold">{t('pageTitle')}</Heading>
        <div className="flex items-center gap-1">
          <VoicemailLink />
          <IconLink to="/messages/broadcasts" label={t('broadcasts')} icon={Megaphone} />
          <NewMessage opensByAddress />
        </div>
      </div>
      <ThreadList openPeer={openPeer} onCall={onCall} />
    </>
  );
  return (
    <Panes label={t('pageTitle')} list={list} hint={t('choose')}>
      {openPeer === null ? null : (
        <ThreadView
          key={openPeer}
          peer={openPeer}
          at={at}
          list={{ path: '/messages', word: t('back'), onLeave: () => useInboxView.setState({ leftPeer: openPeer }) }}
          takesFocus={at === null}
          onCall={onCall}
          contacts={contacts}
        />
      )}
    </Panes>
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

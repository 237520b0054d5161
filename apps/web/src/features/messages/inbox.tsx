import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Megaphone, Voicemail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { queryClient } from '../../lib/session/queries.ts';
import { messagesText } from '../../texts/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Panes } from '../../ui/panes/panes.tsx';
import { UnreadPill } from '../../ui/unread-pill/unread-pill.tsx';
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
        <NewMessage opensByAddress />
      </div>
      <div className="-ms-3 -mt-2 mb-2 flex flex-wrap">
        <VoicemailLink />
        <WayTo to="/messages/broadcasts" icon={Megaphone} word={t('broadcasts')} />
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

/** The way to the voicemails, and how many are new. Pushed live. */
function VoicemailLink() {
  const t = messagesText.useText();
  const { data: unheard = 0 } = useQuery(unheardQuery, queryClient);
  return (
    <WayTo to="/messages/voicemail" icon={Voicemail} word={t('vmTitle')}>
      {unheard > 0 && (
        <UnreadPill count={unheard} data-testid="unheard">
          {t('vmUnheard', { count: unheard })}
        </UnreadPill>
      )}
    </WayTo>
  );
}

interface WayToProps {
  to: string;
  icon: LucideIcon;
  word: string;
  children?: ReactNode;
}

function WayTo({ to, icon: Icon, word, children }: WayToProps) {
  return (
    <Button asChild look="plain" size="small">
      <Link to={to}>
        <Icon aria-hidden className="size-4.5" />
        {word}
        {children}
      </Link>
    </Button>
  );
}

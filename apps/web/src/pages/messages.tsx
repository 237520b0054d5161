import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { CONTACTS_OF_THREAD } from '../features/contacts/contacts-of-thread.tsx';
import { Inbox } from '../features/messages/inbox.tsx';
import { messageQuery } from '../features/messages/messages-queries.ts';
import { peerName } from '../ui/peer.tsx';
import { VoicemailList } from '../features/messages/voicemail/voicemail-list.tsx';
import { callAtOnce } from '../features/phone/index.ts';
import { useNames } from '../lib/calls/use-names.ts';
import { threadPath } from '../lib/messages/thread-path.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { queryClient } from '../lib/session/queries.ts';
import { messagesText } from '../texts/messages.ts';

/** What stands in the place of a number for the voicemails: no sender of texts has such a name here. */
const VOICEMAIL = 'voicemail';

/** /messages/voicemail, and /messages/voicemail/<id>; /messages, and /messages/<number>: the people of the inbox, beside the thread of one of them; ?message=<id> leads to it in its thread, and ?new asks whom to write to. */
export function Page() {
  const t = messagesText.useText();
  const nameOf = useNames();
  const { peer, voicemail } = useParams();
  const [search] = useSearchParams();
  const id = search.get('message');
  const named = useQuery({ ...messageQuery(id ?? ''), enabled: id !== null && peer === undefined }, queryClient);
  const isVoicemail = peer === VOICEMAIL || voicemail !== undefined;
  usePageTitle(
    isVoicemail
      ? t('vmTitle')
      : peer === undefined
        ? t('pageTitle')
        : t('threadTitle', { name: peerName(peer, nameOf) }),
  );
  if (isVoicemail) return <VoicemailList openId={voicemail ?? null} onCall={callAtOnce} />;
  if (peer === undefined && named.data !== undefined)
    return <Navigate replace to={threadPath(named.data.peer, named.data.id)} />;
  return <Inbox openPeer={peer ?? null} at={id} onCall={callAtOnce} contacts={CONTACTS_OF_THREAD} />;
}

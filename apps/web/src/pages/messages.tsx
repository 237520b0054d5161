import { useParams } from 'react-router';
import { AddNumber } from '../features/contacts/add-number.tsx';
import { Inbox } from '../features/messages/inbox.tsx';
import { peerName } from '../features/messages/peer.tsx';
import { openPhone } from '../features/phone/index.ts';
import { useNames } from '../lib/calls/use-names.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { messagesText } from '../texts/messages.ts';

/** /messages, and /messages/<number>: the people of the inbox, beside the thread of one of them. */
export function Page() {
  const t = messagesText.useText();
  const nameOf = useNames();
  const { peer } = useParams();
  usePageTitle(peer === undefined ? t('pageTitle') : t('threadTitle', { name: peerName(peer, nameOf) }));
  return <Inbox openPeer={peer ?? null} onCall={openPhone} addContact={(number) => <AddNumber number={number} />} />;
}

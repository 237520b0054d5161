import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import { BroadcastForm } from '../features/broadcasts/broadcast-form.tsx';
import { BroadcastList } from '../features/broadcasts/broadcast-list.tsx';
import { BroadcastView } from '../features/broadcasts/broadcast-view.tsx';
import { putBroadcast } from '../features/broadcasts/broadcasts-queries.ts';
import { useBroadcastForm } from '../features/broadcasts/use-broadcast-form.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { broadcastsText } from '../texts/broadcasts.ts';

/** /messages/broadcasts, /messages/broadcasts/new, and /messages/broadcasts/<id>. */
export function Page() {
  const t = broadcastsText.useText();
  const { id } = useParams();
  usePageTitle(t(id === 'new' ? 'newBroadcast' : 'pageTitle'));
  return (
    <div className="mx-auto max-w-3xl px-5 py-8 sm:px-8">
      <Link
        to={id === undefined ? '/messages' : '/messages/broadcasts'}
        className="mb-4 inline-flex min-h-9 items-center gap-1.5 rounded-small text-note font-medium text-accent"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {t(id === undefined ? 'toMessages' : 'toBroadcasts')}
      </Link>
      {id === undefined && (
        <>
          <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
          <p className="prose-width mb-6 mt-1.5 text-muted">{t('lead')}</p>
          <BroadcastList />
        </>
      )}
      {id === 'new' && <NewBroadcast />}
      {id !== undefined && id !== 'new' && <BroadcastView key={id} id={id} />}
    </div>
  );
}

function NewBroadcast() {
  const t = broadcastsText.useText();
  const navigate = useNavigate();
  const form = useBroadcastForm({
    broadcast: null,
    onSaved: (broadcast) => {
      putBroadcast(broadcast);
      void navigate(`/messages/broadcasts/${broadcast.id}`, { replace: true });
    },
  });
  return (
    <>
      <h1 className="mb-5 text-display font-semibold">{t('newBroadcast')}</h1>
      <BroadcastForm broadcast={null} form={form} />
    </>
  );
}

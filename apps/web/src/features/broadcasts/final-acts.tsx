import { Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../lib/api/api-client.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { broadcastQuery, broadcastsQuery, putBroadcast } from './broadcasts-queries.ts';

/** Ends one that is under way, for good: asks first. */
export function EndButton({ id, isBusy }: { id: string; isBusy: boolean }) {
  const t = broadcastsText.useText();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button look="quiet" disabled={isBusy} onClick={() => setAsked(true)}>
        <X aria-hidden className="size-4.5" />
        {t('end')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('endTitle')}
          lead={t('endLead')}
          confirm={t('end')}
          failed={t('endFailed')}
          act={async () => {
            try {
              putBroadcast((await api('POST /messages/broadcasts/{id}/cancel', { id })).broadcast);
            } catch (error) {
              // It may be over by now.
              void queryClient.invalidateQueries({ queryKey: broadcastQuery(id).queryKey });
              throw error;
            }
          }}
          onClose={() => setAsked(false)}
          data-testid="end-broadcast"
        />
      )}
    </>
  );
}

/** Removes one that is not under way, with its recipients: asks first. */
export function RemoveButton({ id, isDraft }: { id: string; isDraft: boolean }) {
  const t = broadcastsText.useText();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const remove = async (): Promise<void> => {
    await api('DELETE /messages/broadcasts/{id}', { id });
    await queryClient.invalidateQueries({ queryKey: broadcastsQuery.queryKey });
    await navigate('/messages/broadcasts');
  };
  return (
    <>
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden className="size-4" />
        {t('remove')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('removeTitle')}
          lead={t(isDraft ? 'removeDraftLead' : 'removeLead')}
          confirm={t('removeConfirm')}
          failed={t('removeFailed')}
          act={remove}
          onClose={() => setAsked(false)}
          data-testid="remove-broadcast"
        />
      )}
    </>
  );
}

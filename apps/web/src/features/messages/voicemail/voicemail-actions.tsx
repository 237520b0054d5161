import type { Voicemail } from '@farline/contracts/voicemail/voicemails';
import { Link2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messagesText } from '../../../texts/messages.ts';
import { voicemailSharesText } from '../../../texts/voicemail-shares.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SaveFile } from '../../../ui/save-file.tsx';
import { ShareVoicemail } from './share-voicemail.tsx';
import { deleteVoicemail, sayHeard } from './voicemail-queries.ts';

/** What else can be done with a voicemail: keep its sound as a file, have it count as new, delete it. */
export function VoicemailActions({ voicemail }: { voicemail: Voicemail }) {
  const t = messagesText.useText();
  const shares = voicemailSharesText.useText();
  const [isAsking, ask] = useState(false);
  const [isSharing, share] = useState(false);
  const { id, at, heardAt } = voicemail;
  return (
    <div className="flex flex-wrap gap-2">
      <SaveFile
        path={`/voicemails/${id}/recording`}
        name={`voicemail-${at.slice(0, 10)}.wav`}
        label={t('vmDownload')}
      />
      <Button look="quiet" size="small" onClick={() => share(true)}>
        <Link2 aria-hidden className="size-4" />
        {shares('share')}
      </Button>
      {heardAt !== null && (
        <Button look="quiet" size="small" onClick={() => void sayHeard(voicemail, false)}>
          {t('vmAsNew')}
        </Button>
      )}
      <Button look="quiet" size="small" onClick={() => ask(true)}>
        <Trash2 aria-hidden className="size-4" />
        {t('vmDelete')}
      </Button>
      {isSharing && <ShareVoicemail voicemail={voicemail} onClose={() => share(false)} />}
      {isAsking && (
        <ConfirmDialog
          title={t('vmDeleteTitle')}
          lead={t('vmDeleteLead')}
          confirm={t('vmDelete')}
          failed={t('vmDeleteFailed')}
          act={async () => await deleteVoicemail(id)}
          onClose={() => ask(false)}
          data-testid="delete-voicemail"
        />
      )}
    </div>
  );
}

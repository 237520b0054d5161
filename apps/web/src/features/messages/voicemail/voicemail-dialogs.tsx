import type { Voicemail } from '@farline/contracts/voicemail/voicemails';
import { messagesText } from '../../../texts/messages.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ShareVoicemail } from './share-voicemail.tsx';
import { deleteVoicemail, forgetVoicemail } from './voicemail-queries.ts';

/** What is asked before something is done with a voicemail. */
export interface Asked {
  what: 'share' | 'delete';
  voicemail: Voicemail;
}

interface VoicemailDialogsProps {
  asked: Asked | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** They belong to the page and not to the details, which stand elsewhere in a window that grows or shrinks. */
export function VoicemailDialogs({ asked, onClose, onDeleted }: VoicemailDialogsProps) {
  const t = messagesText.useText();
  if (asked === null) return null;
  const { what, voicemail } = asked;
  if (what === 'share') return <ShareVoicemail voicemail={voicemail} onClose={onClose} />;
  const act = async (): Promise<void> => {
    await deleteVoicemail(voicemail.id);
    onDeleted();
    await forgetVoicemail(voicemail.id);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('vmDeleteTitle')}
      lead={t('vmDeleteLead')}
      confirm={t('vmDelete')}
      failed={t('vmDeleteFailed')}
      act={act}
      onClose={onClose}
      data-testid="delete-voicemail"
    />
  );
}

import type { Voicemail } from '@farline/contracts/voicemail/voicemails';
import { Link2, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../lib/api/http.ts';
import { notify } from '../../../lib/page/notify.ts';
import { messagesText } from '../../../texts/messages.ts';
import { voicemailSharesText } from '../../../texts/voicemail-shares.ts';
import { Button } from '../../../ui/button.tsx';
import { SaveFile } from '../../../ui/save-file.tsx';
import { sayHeard } from './voicemail-queries.ts';

interface VoicemailActionsProps {
  voicemail: Voicemail;
  onShare: () => void;
  onDelete: () => void;
  /** What stands before the others. */
  children: ReactNode;
}

/** What else can be done with a voicemail: keep its sound as a file, have it count as new, share it, delete it. */
export function VoicemailActions({ voicemail, onShare, onDelete, children }: VoicemailActionsProps) {
  const t = messagesText.useText();
  const shares = voicemailSharesText.useText();
  const { id, at, heardAt } = voicemail;
  return (
    <div className="flex flex-wrap gap-2">
      {children}
      <SaveFile
        path={`/voicemails/${id}/recording`}
        name={`voicemail-${at.slice(0, 10)}.wav`}
        label={t('vmDownload')}
      />
      <Button look="quiet" size="small" onClick={onShare}>
        <Link2 aria-hidden className="size-4" />
        {shares('share')}
      </Button>
      {heardAt !== null && (
        <Button look="quiet" size="small" onClick={() => void markAsNew(voicemail)}>
          {t('vmAsNew')}
        </Button>
      )}
      <Button look="quiet" size="small" onClick={onDelete}>
        <Trash2 aria-hidden className="size-4" />
        {t('vmDelete')}
      </Button>
    </div>
  );
}

async function markAsNew(voicemail: Voicemail): Promise<void> {
  try {
    await sayHeard(voicemail, false);
  } catch (error) {
    await notify({ type: 'error', message: sentenceOf(error) });
  }
}

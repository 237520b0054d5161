import { instantOf } from '@farline/contracts/messages/wall-clock';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { api, newKey } from '../../../lib/api/api-client.ts';
import { RequestError } from '../../../lib/api/http.ts';
import { messagesText } from '../../../texts/messages.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { scheduledChanged } from '../messages-queries.ts';
import { ScheduleForm } from './schedule-form.tsx';

interface SendLaterButtonProps {
  peer: string;
  text: string;
  /** Who it is from, where somebody chose. */
  from: string | undefined;
  isDisabled: boolean;
  /** This text waits for its time now; the field may have another one by then. */
  onScheduled: (text: string) => void;
}

/** Chooses a time at which the text in the field is sent. */
export function SendLaterButton({ peer, text, from, isDisabled, onScheduled }: SendLaterButtonProps) {
  const t = messagesText.useText();
  // What is sent again after a lost answer is the same request.
  const [key, setKey] = useState<string | null>(null);
  return (
    <>
      <IconButton label={t('sendLater')} disabled={isDisabled} onClick={() => setKey(newKey())}>
        <CalendarClock aria-hidden className="size-5" />
      </IconButton>
      <Dialog
        title={t('sendLater')}
        open={key !== null}
        onOpenChange={(isOpen) => setKey(isOpen ? newKey() : null)}
        data-testid="send-later"
      >
        <ScheduleForm
          peer={peer}
          text={text}
          from={from}
          changed={null}
          onSave={async ({ clock, pricePerSegment }) => {
            const body = { to: peer, text, from, sendAt: clock, pricePerSegment };
            try {
              await api('POST /messages', { body, idempotencyKey: `${key}-${instantOf(clock)?.getTime()}` });
            } catch (error) {
              // The server gives a key the same answer again.
              if (error instanceof RequestError && error.status > 0) setKey(newKey());
              throw error;
            }
            setKey(null);
            onScheduled(text);
            await scheduledChanged(peer);
          }}
        />
      </Dialog>
    </>
  );
}

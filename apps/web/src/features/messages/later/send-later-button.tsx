import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { messagesText } from '../../../texts/messages.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { scheduleMessage } from './schedule-message.ts';

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
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('sendLater')} disabled={isDisabled} onClick={() => setOpen(true)}>
        <CalendarClock aria-hidden className="size-5" />
      </IconButton>
      <Dialog title={t('sendLater')} open={isOpen} onOpenChange={setOpen} data-testid="send-later">
        <ScheduleForm
          peer={peer}
          text={text}
          from={from}
          changed={null}
          onSave={async ({ clock, pricePerSegment }) => {
            await scheduleMessage({ to: peer, text, from, sendAt: clock, pricePerSegment });
            setOpen(false);
            onScheduled(text);
          }}
        />
      </Dialog>
    </>
  );
}

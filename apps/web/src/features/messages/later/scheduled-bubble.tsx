import type { ScheduledMessage } from '@farline/contracts/messages/messages';
import { instantOf, type WallClock } from '@farline/contracts/messages/wall-clock';
import { CalendarClock, CircleAlert, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { sentenceOf } from '../../../lib/api/http.ts';
import { formatExactly } from '../../../lib/format/format-time.ts';
import { notify } from '../../../lib/page/notify.ts';
import { messagesText } from '../../../texts/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { BubbleLine, BubbleText } from '../bubble.tsx';
import { formatMoment } from '../../../lib/format/brief-times.ts';
import { scheduledChanged } from '../messages-queries.ts';
import { PeerNumber } from '../person/peer-number.tsx';
import { refusalSentence } from '../../../lib/messages/refusal-sentence.ts';
import { type Entered, ScheduleForm } from './schedule-form.tsx';
import { cityOf } from './send-later.ts';

/** A message that waits for its time, or was not sent when that came: it can be changed and cancelled. */
export function ScheduledBubble({ scheduled }: { scheduled: ScheduledMessage }) {
  const t = messagesText.useText();
  const [isOpen, setOpen] = useState(false);
  const { id, peer, text, status, sendAt } = scheduled;
  const isFailed = status === 'failed';
  const cancel = async (): Promise<void> => {
    try {
      await api('DELETE /messages/scheduled/{id}', { id });
    } catch (error) {
      await notify({ type: 'error', message: sentenceOf(error) });
    }
    await scheduledChanged(peer);
  };
  return (
    <BubbleLine direction="outbound" testId="scheduled" id={id} status={status}>
      <BubbleText direction="outbound" text={text} />
      <p className="flex min-h-6 flex-wrap items-center justify-end gap-x-1.5 text-note text-muted">
        {isFailed ? (
          <CircleAlert aria-hidden className="size-3.5 text-stop" />
        ) : (
          <CalendarClock aria-hidden className="size-3.5" />
        )}
        <time dateTime={sendAt} title={formatExactly(sendAt)} className={isFailed ? 'text-stop' : undefined}>
          {t(isFailed ? 'scheduledFailed' : 'scheduledFor', { when: formatMoment(new Date(sendAt)) })}
        </time>
        <TimeThere scheduled={scheduled} />
        <PeerNumber peer={peer} />
      </p>
      {scheduled.reason !== null && (
        <p className="max-w-80 text-note">
          {refusalSentence({ code: scheduled.reason, message: scheduled.reasonText ?? '' })}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" size="small" onClick={() => setOpen(true)}>
          <Pencil aria-hidden className="size-4" />
          {t('change')}
        </Button>
        <Button look="quiet" size="small" onClick={() => void cancel()}>
          <Trash2 aria-hidden className="size-4" />
          {t(isFailed ? 'discard' : 'cancelScheduled')}
        </Button>
      </div>
      <ChangeDialog scheduled={scheduled} isOpen={isOpen} onOpenChange={setOpen} />
    </BubbleLine>
  );
}

interface ChangeDialogProps {
  scheduled: ScheduledMessage;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Its text, its sender and its time. */
function ChangeDialog({ scheduled, isOpen, onOpenChange }: ChangeDialogProps) {
  const t = messagesText.useText();
  /** What was refused after its dialog was closed. */
  const [lost, setLost] = useState<Entered | null>(null);
  const { id, peer, text, number } = scheduled;
  return (
    <Dialog title={t('changeScheduled')} open={isOpen} onOpenChange={onOpenChange} data-testid="change-scheduled">
      <ScheduleForm
        peer={peer}
        text={lost?.text ?? text}
        from={lost?.from ?? number}
        changed={lost === null ? scheduled : { ...scheduled, ...momentOf(lost.clock, scheduled) }}
        onLost={setLost}
        onSave={async ({ clock: sendAt, ...written }) => {
          const body = { ...written, sendAt };
          await api('PATCH /messages/scheduled/{id}', { id, body });
          setLost(null);
          onOpenChange(false);
          await scheduledChanged(peer);
        }}
      />
    </Dialog>
  );
}

function momentOf(clock: WallClock, { sendAt }: ScheduledMessage): Pick<ScheduledMessage, 'sendAt' | 'timeZone'> {
  return { sendAt: instantOf(clock)?.toISOString() ?? sendAt, timeZone: clock.timeZone };
}

/** Where it was told by other clocks than one's own: what these show. */
function TimeThere({ scheduled: { sendAt, timeZone } }: { scheduled: ScheduledMessage }) {
  const t = messagesText.useText();
  if (timeZone === null) return null;
  const when = formatMoment(new Date(sendAt), timeZone);
  if (when === formatMoment(new Date(sendAt))) return null;
  return <span>{t('scheduledThere', { when, place: cityOf(timeZone) })}</span>;
}

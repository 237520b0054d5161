import type { ScheduledMessage } from '@farline/contracts/messages/messages';
import { instantOf, type WallClock } from '@farline/contracts/messages/wall-clock';
import { CalendarClock, CircleAlert, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import type { RefusalOf } from '../../../lib/api/api-routes.ts';
import { RequestError } from '../../../lib/api/http.ts';
import { formatExactly } from '../../../lib/format/format-time.ts';
import { notify } from '../../../lib/page/notify.ts';
import { messagesText } from '../../../texts/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { BubbleLine, BubbleText } from '../bubble.tsx';
import { formatMoment } from '../../../lib/format/brief-times.ts';
import { scheduledChanged } from '../messages-queries.ts';
import { PeerNumber } from '../person/peer-number.tsx';
import { refusalSentence } from '../../../lib/messages/refusal-sentence.ts';
import { changeScheduled, changesOf, type Entered } from './change-scheduled.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { cityOf } from './send-later.ts';

/** A message that waits for its time, or was not sent when that came: it can be changed and cancelled. */
export function ScheduledBubble({ scheduled }: { scheduled: ScheduledMessage }) {
  const t = messagesText.useText();
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null);
  const { id, peer, text, status, sendAt } = scheduled;
  const isFailed = status === 'failed';
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
        <Button look="quiet" size="small" onClick={() => setAsked('change')}>
          <Pencil aria-hidden className="size-4" />
          {t('change')}
        </Button>
        <Button look="quiet" size="small" onClick={() => setAsked('delete')}>
          <Trash2 aria-hidden className="size-4" />
          {t(isFailed ? 'discard' : 'cancelScheduled')}
        </Button>
      </div>
      <ChangeDialog
        scheduled={scheduled}
        isOpen={asked === 'change'}
        onOpenChange={(isOpen) => setAsked(isOpen ? 'change' : null)}
      />
      {asked === 'delete' && <DeleteDialog scheduled={scheduled} onClose={() => setAsked(null)} />}
    </BubbleLine>
  );
}

const SENT = 'already_sent' satisfies RefusalOf<'DELETE /messages/scheduled/{id}'>;

/** Asks first: its words are gone then. */
function DeleteDialog({ scheduled: { id, peer }, onClose }: { scheduled: ScheduledMessage; onClose: () => void }) {
  const t = messagesText.useText();
  return (
    <ConfirmDialog
      title={t('deleteScheduledTitle')}
      lead={t('deleteScheduledLead')}
      confirm={t('deleteScheduled')}
      failed={t('deleteScheduledFailed')}
      act={async () => {
        try {
          await api('DELETE /messages/scheduled/{id}', { id });
        } catch (error) {
          void scheduledChanged(peer);
          if (!(error instanceof RequestError) || error.code !== SENT) throw error;
          // With the message goes the question: what it was too late for is said apart from it.
          void notify({ type: 'error', message: refusalSentence(error) });
        }
        onClose();
        await scheduledChanged(peer);
      }}
      onClose={onClose}
      data-testid="delete-scheduled"
    />
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
  /** What was changed, and refused after its dialog was closed. */
  const [lost, setLost] = useState<Partial<Entered>>({});
  return (
    <Dialog title={t('changeScheduled')} open={isOpen} onOpenChange={onOpenChange} data-testid="change-scheduled">
      <ChangeForm
        scheduled={scheduled}
        lost={lost}
        onLost={setLost}
        onChanged={() => {
          setLost({});
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

interface ChangeFormProps {
  scheduled: ScheduledMessage;
  lost: Partial<Entered>;
  onLost: (changes: Partial<Entered>) => void;
  onChanged: () => void;
}

function ChangeForm({ scheduled, lost, onLost, onChanged }: ChangeFormProps) {
  // What another device changes while this is open is not what somebody saw here.
  const [opened] = useState(scheduled);
  return (
    <ScheduleForm
      peer={opened.peer}
      text={lost.text ?? opened.text}
      from={lost.from ?? opened.number}
      changed={lost.clock === undefined ? opened : { ...opened, ...momentOf(lost.clock, opened) }}
      onLost={(entered) => onLost(changesOf(opened, entered))}
      onSave={async (entered) => {
        await changeScheduled(opened, entered);
        onChanged();
      }}
    />
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

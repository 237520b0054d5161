import type { MessagePreview, ScheduledMessage } from '@farline/contracts/messages/messages';
import { instantOf, type WallClock } from '@farline/contracts/messages/wall-clock';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { RequestError, sentenceOf } from '../../../lib/api/http.ts';
import { formatPrice } from '../../../lib/format/format.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { senderReplaced } from '../../../lib/messages/sender-replaced.ts';
import { allOf, senderOf, sendersQuery } from '../../../lib/messages/senders.ts';
import { useStillOpen } from '../../../lib/page/use-still-open.ts';
import { queryClient } from '../../../lib/session/queries.ts';
import { messagesText } from '../../../texts/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { notifyFailure } from '../../../ui/notify-failure.ts';
import { isNumber } from '../../../ui/peer.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextCount } from '../../../ui/text-count/text-count.tsx';
import { countText, replaced } from '../../../lib/messages/count-text.ts';
import { refusalSentence } from '../../../lib/messages/refusal-sentence.ts';
import { clockOf, type Entered } from './change-scheduled.ts';
import { zonesFor, suggestionsFor } from './send-later.ts';
import { ownTimeZone, TimeFields } from './time-fields.tsx';
import type { Whereabouts } from '../quiet-hours.ts';
import { usePreview, useWrites } from '../use-preview.ts';

interface ScheduleFormProps {
  peer: string;
  text: string;
  /** Who it is from; undefined: the server knows. */
  from: string | undefined;
  /** What is changed; null: it is new, and its text stands in the composer. */
  changed: ScheduledMessage | null;
  /** Sends it to the server; what it throws is shown. */
  onSave: (entered: Entered & { pricePerSegment: ScheduledMessage['pricePerSegment'] }) => Promise<void>;
  /** It was not saved, and nobody sees that here any more: what had been entered. */
  onLost?: (entered: Entered) => void;
}

/** When a message is to be sent; of one that waits already, its text and its sender too. */
export function ScheduleForm(props: ScheduleFormProps) {
  const t = messagesText.useText();
  const {
    isNew,
    text,
    setText,
    from,
    setFrom,
    counted,
    preview,
    refusal,
    clock,
    choose,
    isPast,
    failure,
    isBusy,
    save,
  } = useScheduling(props);
  return (
    <form className="grid gap-4" onSubmit={(event) => void save(event)}>
      {props.changed !== null && from !== undefined && (
        <SenderSelect sender={from} before={props.changed.number} onChoose={setFrom} />
      )}
      {!isNew && (
        <div>
          <TextArea label={t('write')} value={text} onChange={({ target }) => setText(target.value)} />
          <TextCount
            text={text}
            counted={counted}
            onReplace={(character, replacement) => setText(replaced(text, character, replacement))}
          />
        </div>
      )}
      <TimeFields
        where={whereaboutsOf(preview)}
        clock={clock}
        error={isPast ? t('timePassed') : undefined}
        onChange={choose}
      />
      {preview !== undefined && (
        <p className="text-note text-muted">{t('scheduledPrice', { price: formatPrice(preview.pricePerSegment) })}</p>
      )}
      {refusal !== null && <Notice kind="warning">{refusalSentence(refusal)}</Notice>}
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <Button type="submit" disabled={isBusy || preview === undefined || refusal !== null || text.trim() === ''}>
        {t(isNew ? 'schedule' : 'saveChange')}
      </Button>
    </form>
  );
}

/** What is to be sent and when, what it will be and cost, and what became of saving it. */
function useScheduling({ peer, text: begun, from: before, changed, onSave, onLost }: ScheduleFormProps) {
  const [text, setText] = useState(begun);
  // Of a new one it is chosen beside the form, perhaps while that is open.
  const [chosenFrom, setFrom] = useState<string>();
  const senders = useQuery(sendersQuery, queryClient).data;
  // One that is the account's no more gives way to the first that there is.
  const from =
    changed === null || senders === undefined
      ? (chosenFrom ?? before)
      : (senderOf(senders, chosenFrom, before) ?? allOf(senders)[0]);
  const [chosen, setChosen] = useState(() => (changed === null ? null : clockOf(changed)));
  const [failure, setFailure] = useState<string | null>(null);
  const [isPast, setPast] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isStillOpen = useStillOpen();
  const counted = countText(text, useWrites(peer, from));
  const { preview, refusal } = usePreview(peer, text, counted, from);
  const clock = chosen ?? firstClock(whereaboutsOf(preview));

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const at = instantOf(clock);
    setPast(at === null || at < new Date());
    if (preview === undefined || at === null || at < new Date()) return;
    setBusy(true);
    setFailure(null);
    try {
      await onSave({ text, from, clock, pricePerSegment: preview.pricePerSegment });
    } catch (error) {
      const sentence = error instanceof RequestError ? refusalSentence(error) : sentenceOf(error);
      if (isStillOpen()) return setFailure(sentence);
      onLost?.({ text, from, clock });
      await notifyFailure({ sentence });
    } finally {
      setBusy(false);
    }
  };
  const choose = (another: WallClock): void => {
    setChosen(another);
    setPast(false);
  };
  return {
    isNew: changed === null,
    text,
    setText,
    from,
    setFrom,
    counted,
    preview,
    refusal,
    clock,
    choose,
    isPast,
    failure,
    isBusy,
    save,
  };
}

interface SenderSelectProps {
  sender: string;
  /** Who it was from. */
  before: string;
  onChoose: (sender: string) => void;
}

/** Who it is from, where there are several to choose from; and that who it was from has given way, where that is so. */
function SenderSelect({ sender, before, onChoose }: SenderSelectProps) {
  const t = messagesText.useText();
  const senders = useQuery(sendersQuery, queryClient).data;
  if (senders === undefined) return null;
  const all = allOf(senders);
  const replaced = senderReplaced(senders, before, sender);
  if (all.length < 2) return replaced !== null && <Notice kind="info">{replaced}</Notice>;
  const note = replaced === null ? {} : { hint: replaced };
  return (
    <Select label={t('sender')} value={sender} onChange={({ target }) => onChoose(target.value)} {...note}>
      {all.map((one) => (
        <option key={one} value={one}>
          {isNumber(one) ? showNumber(one) : one}
        </option>
      ))}
    </Select>
  );
}

/** Tomorrow morning, by their clocks. */
function firstClock(where: Whereabouts | null): WallClock {
  const now = new Date();
  const own = ownTimeZone();
  const timeZone = zonesFor(where?.timeZones ?? [], own, now)[0]?.timeZone ?? own;
  return { local: suggestionsFor(timeZone, now)[0] ?? '', timeZone };
}

/** Where the server says that the recipient is. */
function whereaboutsOf(preview: MessagePreview | undefined): Whereabouts | null {
  if (preview === undefined || preview.countryCode === null) return null;
  return { countryCode: preview.countryCode, timeZones: preview.timeZones };
}

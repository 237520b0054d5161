import { fieldsOfName } from '@farline/contracts/messages/message-fields';
import { useQuery } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useNames } from '../../lib/calls/use-names.ts';
import type { RefusalOf } from '../../lib/api/api-routes.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { sendersQuery } from '../../lib/messages/senders.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { messagesText } from '../../texts/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { ComposerNotes } from './composer-notes.tsx';
import { countText, replaced } from '../../lib/messages/count-text.ts';
import { hindranceOf, isSendable } from './composing.ts';
import { emptyDraft, typeDraft, useDraft } from './drafts.ts';
import { sendMessage } from './outbox.ts';
import { useIsChoosingNumber } from './person/choosing-number.ts';
import { NumberChoice } from './person/number-choice.tsx';
import { nameRefused, SenderChoice, useSender } from './sender-choice.tsx';
import { SendLaterButton } from './later/send-later-button.tsx';
import { TemplatesButton } from './templates/templates-button.tsx';
import { usePreview, useWrites } from './use-preview.ts';

interface ComposerProps {
  peer: string;
  /** The newest message of the thread; '' in an empty one, null where it is not read yet. */
  newestId: string | null;
  /** Where there is a keyboard, from the start. */
  takesFocus: boolean;
  onSent: () => void;
}

/** The field for a new message: what it will be and cost stands below it, and what is in its way. Enter sends. */
export function Composer({ peer, newestId, takesFocus, onSent }: ComposerProps) {
  const t = messagesText.useText();
  const notesId = useId();
  const { text, from, counted, preview, hindrance } = useWriting(peer);
  const isChoosing = useIsChoosingNumber();
  const field = useGrowingField(text, takesFocus && !isChoosing);

  const { empty, begin, send } = useActs({ peer, newestId, onSent, text, from, preview, hindrance, field });
  return (
    <div className="border-t border-line px-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] pt-3 @[38rem]:px-4">
      <NumberChoice peer={peer} />
      <SenderChoice peer={peer} shown={preview?.from} />
      <form onSubmit={send} className="flex items-end gap-2">
        <TextField
          ref={field}
          text={text}
          notesId={notesId}
          onType={(typed) => typeDraft(peer, typed)}
          onEnter={send}
        />
        <IconButton
          type="submit"
          label={t('send')}
          look="primary"
          disabled={!isSendable(text, hindrance)}
          className="disabled:cursor-not-allowed"
        >
          <SendHorizontal aria-hidden className="size-5 rtl:-scale-x-100" />
        </IconButton>
      </form>
      {/* Outside of the form: what is sent off in a dialog of its own does not send the text too. */}
      <div id={notesId}>
        <ComposerNotes
          actions={
            <ComposerActions
              peer={peer}
              text={text}
              from={from}
              isSchedulable={text.trim() !== '' && (hindrance === null || hindrance.is === 'out_of_credit')}
              onBegin={begin}
              onScheduled={empty}
            />
          }
          text={text}
          counted={counted}
          preview={preview}
          hindrance={hindrance}
          onReplace={(character, replacement) => {
            typeDraft(peer, replaced(text, character, replacement));
            field.current?.focus();
          }}
        />
      </div>
    </div>
  );
}

interface ActsProps
  extends Omit<ComposerProps, 'takesFocus'>,
    Pick<ReturnType<typeof useWriting>, 'text' | 'from' | 'preview' | 'hindrance'> {
  field: RefObject<HTMLTextAreaElement | null>;
}

/** What is done with the text in the field. */
function useActs({ peer, newestId, onSent, text, from, preview, hindrance, field }: ActsProps) {
  const empty = (taken: string): void => {
    if (emptyDraft(peer, taken)) field.current?.focus();
  };
  const begin = (filled: string): void => {
    typeDraft(peer, text.trim() === '' ? filled : `${text.trimEnd()} ${filled}`);
    field.current?.focus();
  };
  const isSending = useRef(false);
  const keep = async (): Promise<void> => {
    isSending.current = true;
    try {
      await sendMessage({ peer, text, from, pricePerSegment: preview?.pricePerSegment ?? null, after: newestId });
      empty(text);
      onSent();
    } catch (error) {
      void notify({ type: 'error', message: sentenceOf(error) });
    } finally {
      isSending.current = false;
    }
  };
  const send = (event: { preventDefault: () => void }): void => {
    event.preventDefault();
    if (isSendable(text, hindrance) && !isSending.current) void keep();
  };
  return { empty, begin, send };
}

interface ComposerActionsProps {
  peer: string;
  text: string;
  from: string | undefined;
  isSchedulable: boolean;
  /** Takes a text that was not typed. */
  onBegin: (text: string) => void;
  onScheduled: (text: string) => void;
}

/** What else can be done with a text than sending it. */
function ComposerActions({ peer, text, from, isSchedulable, onBegin, onScheduled }: ComposerActionsProps) {
  const known = fieldsOfName(useNames()(peer) ?? '');
  return (
    <>
      <TemplatesButton known={known} onUse={onBegin} />
      <SendLaterButton peer={peer} text={text} from={from} isDisabled={!isSchedulable} onScheduled={onScheduled} />
    </>
  );
}

interface TextFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** What stands below describes it. */
  notesId: string;
  onType: (text: string) => void;
  onEnter: (event: KeyboardEvent) => void;
}

/** The text; Shift and Enter begin another line. */
function TextField({ ref, text, notesId, onType, onEnter }: TextFieldProps) {
  const t = messagesText.useText();
  const press = (event: KeyboardEvent): void => {
    // While a word is being put together, Enter chooses it.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) onEnter(event);
  };
  return (
    <textarea
      ref={ref}
      aria-label={t('write')}
      placeholder={t('write')}
      aria-describedby={notesId}
      enterKeyHint="send"
      dir="auto"
      rows={1}
      value={text}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={press}
      className="max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-edge bg-raised px-3.5 py-2.5 text-body transition-colors placeholder:text-muted hover:border-text"
    />
  );
}

/** What is being written to somebody, what it will be and cost, and what stands in its way. */
function useWriting(peer: string) {
  const text = useDraft(peer);
  const from = useSender(peer);
  const counted = countText(text, useWrites(peer, from));
  const { preview, refusal: refused } = usePreview(peer, text, counted, from);
  const areSendersKnown = useQuery(sendersQuery, queryClient).isFetched;
  const refusal = refused === null ? null : refusalOf(peer, refused, areSendersKnown);
  const usage = useQuery(usageQuery, queryClient).data;
  const purse = usage === undefined ? undefined : { available: usage.wallet.available, trialCredit: usage.trialCredit };
  return { text, from, counted, preview, hindrance: hindranceOf({ text, counted, preview, refusal, purse }) };
}

type Refusal = RefusalOf<'POST /messages/preview'>;
const NUMBER_NEEDED = 'rented_number_needed' satisfies Refusal;
const NAME_REFUSED = 'sender_name_refused' satisfies Refusal;

/** What a refusal says of them; null: it may be gone once it is known whom the account may write as. */
function refusalOf(peer: string, refused: { code: string; message: string }, areSendersKnown: boolean) {
  if (refused.code === NUMBER_NEEDED && !areSendersKnown) return null;
  return refused.code === NAME_REFUSED ? nameRefused(peer, refused) : refused;
}

/** A field as high as its text, within bounds; it takes the focus where there is a keyboard. */
function useGrowingField(text: string, takesFocus: boolean): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    if (field.current === null) return;
    field.current.style.height = 'auto';
    field.current.style.height = `${field.current.scrollHeight + 2}px`;
  }, [text]);
  useEffect(() => {
    // On a telephone the keyboard would cover what was written last.
    if (takesFocus && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return field;
}

import { useQuery } from '@tanstack/react-query';
import { PhoneForwarded } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatRateShort } from '../../../lib/format/format.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { contactNamesQuery, queryClient } from '../../../lib/session/queries.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { placeName } from '../../../ui/place.tsx';
import { OUT_OF_CREDIT, sentenceOfProblem } from '../line/phone-problem.ts';
import { SpeedDial } from './speed-dial.tsx';
import { usePhone } from '../phone-store.ts';
import { dismissTransfer, takeBack, transferTo } from '../transfer-control.ts';
import { numberOfTransfer } from '../transfer-state.ts';
import { type Quote, useQuote } from './use-quote.ts';
import { isService } from '../../../lib/calls/is-service.ts';

/** Where the call is to go: a number, a contact or a favourite, its price, and the word to do it. */
export function TransferDrawer({ onDone }: { onDone: () => void }) {
  const t = phoneText.useText();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault(); // Else the phone's own keys would hang up.
      onDone();
    };
    const shown = form.current;
    shown?.addEventListener('keydown', leave);
    return () => shown?.removeEventListener('keydown', leave);
  }, [onDone]);
  const quote = useQuote(typed);
  const { data: contacts } = useQuery(contactNamesQuery, queryClient);
  const canTransfer = quote.price !== null && quote.refusal === null && quote.price.talkSeconds !== 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!canTransfer) return;
    void transferTo(typed.trim());
    onDone();
  };
  return (
    <form ref={form} onSubmit={submit} className="grid gap-2.5" data-testid="transfer-form">
      <SpeedDial onChoose={setTyped} />
      <label className="grid gap-1 text-note font-medium">
        {t('transferTo')}
        <input
          ref={field}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          dir="ltr"
          maxLength={40}
          placeholder={t('numberPlaceholder')}
          value={typed}
          list="transfer-contacts"
          aria-describedby="transfer-price"
          data-testid="transfer-field"
          onChange={(event) => setTyped(event.target.value)}
          className="phone-number min-h-12 w-full rounded-control border border-edge bg-ground px-3.5 text-lead font-medium placeholder:font-normal hover:border-text"
        />
      </label>
      <datalist id="transfer-contacts">
        {contacts?.map(({ number, name }) => (
          <option key={number} value={number}>
            {name}
          </option>
        ))}
      </datalist>
      <p id="transfer-price" role="status" className="figures min-h-5 text-note" data-testid="transfer-price">
        {wordsOf(quote)}
      </p>
      <p className="text-note text-muted">{t('transferNote')}</p>
      <Button type="submit" look="call" className="w-full" disabled={!canTransfer} data-testid="transfer-now">
        <PhoneForwarded aria-hidden className="size-5" />
        {t('transferNow')}
      </Button>
    </form>
  );
}

/** How the transfer stands: whom it calls, with the way back, or why it came to nothing. */
export function TransferSign() {
  const t = phoneText.useText();
  const transfer = usePhone((state) => state.transfer);
  if (transfer.is === 'none') return null;
  const number = numberOfTransfer(transfer);
  return (
    <div
      className="mt-3 grid justify-items-center gap-2 rounded-control bg-soft p-3 text-center text-note"
      data-testid="transfer"
      data-state={transfer.is}
    >
      <p className="font-medium text-balance">
        {transfer.is === 'back'
          ? t('transferFailed', { why: transfer.why })
          : t('transferring', { number: showNumber(number ?? '') })}
      </p>
      {transfer.is === 'ringing' && (
        <Button look="link" onClick={takeBack}>
          {t('takeBack')}
        </Button>
      )}
      {transfer.is === 'back' && (
        <Button look="link" onClick={dismissTransfer}>
          {t('dismiss')}
        </Button>
      )}
    </div>
  );
}

function wordsOf({ price, refusal }: Quote): string {
  const t = phoneText.say;
  if (refusal !== null) return sentenceOfProblem(refusal);
  if (price === null) return '';
  if (price.talkSeconds === 0) return sentenceOfProblem(OUT_OF_CREDIT);
  if (isService(price.destination)) return `${placeName(price.destination)} · ${t('free')}`;
  return `${placeName(price.destination)} · ${t('perMinute', { price: formatRateShort(price.terms.perMinute) })}`;
}

import { PhoneForwarded } from 'lucide-react';
import { type FormEvent, type KeyboardEvent as KeyPress, type RefObject, useEffect, useRef } from 'react';
import { formatRateShort } from '../../../lib/format/format.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { moveByArrows } from '../../../lib/page/move-by-arrows.ts';
import { termsInWords } from '../../../lib/calls/terms-in-words.ts';
import { useNames } from '../../../lib/calls/use-names.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { placeName } from '../../../ui/place.tsx';
import { OUT_OF_CREDIT, sentenceOfProblem } from '../line/phone-problem.ts';
import { SpeedDial } from './speed-dial.tsx';
import { usePhone } from '../phone-store.ts';
import { dismissTransfer, takeBack, transferTo } from '../transfer-control.ts';
import { numberOfTransfer } from '../transfer-state.ts';
import { type Sought, TransferPeople, useSought } from './transfer-people.tsx';
import { type Quote, useQuote } from './use-quote.ts';
import { isService } from '../../../lib/calls/is-service.ts';

const setTyped = (transferTyped: string): void => usePhone.setState({ transferTyped });

/** Where the call is to go: a number, a contact or a favourite, its price, and the word to do it. */
export function TransferDrawer({ farSide, onDone }: { farSide: string | null; onDone: () => void }) {
  const t = phoneText.useText();
  const typed = usePhone((state) => state.transferTyped);
  const field = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => field.current?.focus(), []);
  useLeaving(form, onDone);
  const quote = useQuote(typed);
  const sought = useSought(typed, farSide);
  const name = useNames()(quote.read.is === 'number' ? quote.read.e164 : '');
  const isPossible = canTransfer(quote, sought);
  const choose = (number: string): void => {
    setTyped(number);
    field.current?.focus();
  };
  const press = (event: KeyPress): void => {
    moveByArrows(event, form);
    const [first] = sought.people;
    if (event.key !== 'Enter' || event.target !== field.current || first === undefined) return;
    // Who was found comes into the field, with the price: nobody is called unseen.
    event.preventDefault();
    choose(first.number);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPossible) return;
    void transferTo(typed.trim());
    onDone();
  };
  return (
    // The keys come from the buttons in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} onSubmit={submit} onKeyDown={press} className="grid gap-2.5" data-testid="transfer-form">
      {typed === '' && <SpeedDial butNot={farSide} onChoose={choose} />}
      <label className="grid gap-1 text-note font-medium">
        {t('transferTo')}
        <input
          ref={field}
          type="text"
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          maxLength={40}
          placeholder={t('numberPlaceholder')}
          value={typed}
          aria-describedby="transfer-price"
          data-testid="transfer-field"
          onChange={(event) => setTyped(event.target.value)}
          className="phone-number min-h-12 w-full rounded-control border border-edge bg-ground px-3.5 text-lead font-medium placeholder:font-normal hover:border-text"
        />
      </label>
      <TransferPeople people={sought.people} onChoose={choose} />
      <p id="transfer-price" role="status" className="figures min-h-5 text-note" data-testid="transfer-price">
        {name !== null && <bdi className="block font-medium">{name}</bdi>}
        {wordsOf(quote, sought)}
      </p>
      <p className="text-note text-muted">{t('transferNote')}</p>
      <Button type="submit" look="call" className="w-full" disabled={!isPossible} data-testid="transfer-now">
        <PhoneForwarded aria-hidden className="size-5" />
        {t('transferNow')}
      </Button>
    </form>
  );
}

/** Esc puts the form away, wherever in it the focus is. */
function useLeaving(form: RefObject<HTMLElement | null>, onDone: () => void): void {
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault(); // Else the phone's own keys would hang up.
      onDone();
    };
    const shown = form.current;
    shown?.addEventListener('keydown', leave);
    return () => shown?.removeEventListener('keydown', leave);
  }, [form, onDone]);
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

/** Nobody is called a second time, to talk with themselves. */
export function canTransfer({ price, refusal }: Quote, { whyNobody }: Sought): boolean {
  return whyNobody !== 'onThisCall' && refusal === null && price !== null && price.talkSeconds !== 0;
}

/** What stands under the field: whom and what it would cost, or why it can't be done. */
export function wordsOf({ price, refusal }: Quote, { whyNobody }: Sought): string {
  const t = phoneText.say;
  if (whyNobody !== null) return t(whyNobody);
  if (refusal !== null) return sentenceOfProblem(refusal);
  if (price === null) return '';
  if (price.talkSeconds === 0) return sentenceOfProblem(OUT_OF_CREDIT);
  if (isService(price.destination)) return `${placeName(price.destination)} · ${t('free')}`;
  const perMinute = t('perMinute', { price: formatRateShort(price.terms.perMinute) });
  return [placeName(price.destination), perMinute, termsInWords(price.terms)].join(' · ');
}

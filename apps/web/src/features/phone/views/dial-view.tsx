import { Delete, Phone } from 'lucide-react';
import { type KeyboardEvent, use, useEffect, useRef } from 'react';
import { useNames } from '../../../lib/calls/use-names.ts';
import { formatRateShort, formatStretch, localTimeIn } from '../../../lib/format/format.ts';
import { homeCountry } from '../../../lib/format/home-country.ts';
import { lettersToDigits } from '../../../lib/format/keypad-letters.ts';
import { isolate, translateSentence } from '../../../lib/language/i18n.ts';
import { readNumber, showNumber } from '../../../lib/format/phone-number.ts';
import { moveByArrows } from '../../../lib/page/move-by-arrows.ts';
import { useSession } from '../../../lib/session/session.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/card.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PlaceFlag, placeName } from '../../../ui/place.tsx';
import { PracticeBadge } from '../../../ui/practice-badge.tsx';
import { placeCall } from '../call-control.ts';
import { useFieldSearch } from '../field-search.ts';
import { PhoneSlotContext } from './phone-slots.tsx';
import { HomeChoice } from './home-choice.tsx';
import { Keypad } from './keypad.tsx';
import { EMAIL_UNCONFIRMED, OUT_OF_CREDIT, type PhoneProblem, sentenceOfProblem } from '../line/phone-problem.ts';
import type { RefusedCall } from '../phone-state.ts';
import { tellPhone, usePhone } from '../phone-store.ts';
import { prepareCall } from '../line/prepare-call.ts';
import { ProblemBox, TermsNote } from './later-views.ts';
import { SpeedDial } from './speed-dial.tsx';
import { type Quote, useQuote } from './use-quote.ts';
import { useWithheldNumber } from '../withheld-number.ts';
import { isService } from '../../../lib/calls/is-service.ts';

/** The phone at rest: the number, where it lies, what it costs, how long the money lasts, and the Call button. */
export function DialView({ refused }: { refused: RefusedCall | null }) {
  const typed = usePhone((phone) => phone.typed);
  const number = lettersToDigits(typed.trim());
  const quote = useQuote(number);
  const isPriced = quote.price !== null;
  useEffect(() => {
    if (isPriced) prepareCall();
  }, [isPriced]);
  const isConfirmed = useSession((session) => session.status !== 'signed-in' || session.user.emailConfirmed);
  const stands = refused?.problem.kind === 'email_unconfirmed' && isConfirmed ? null : refused;
  const refusal = stands ?? (quote.refusal === null ? null : { number, problem: quote.refusal });
  const inTheWay = obstacle(quote, isConfirmed);
  const isName = isNameLike(number);
  const canCall = number !== '' && !isName && quote.refusal === null && inTheWay === null;
  // Whoever has not typed a whole number may mean somebody, or something else.
  const isPart = !isPriced && quote.read.is === 'incomplete' && typed.trim().length >= 2;
  const isSought = isName || isPart;
  const press = fieldKeys(number);
  return (
    <>
      {/* The keys come from the field and the buttons in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={press} className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5 pt-1">
        <NumberField typed={typed} quote={quote} />
        <div className="mt-3 min-h-24 short:mt-2">
          {refusal === null ? (
            <>
              <Meant number={number} typed={typed} isSought={isSought} />
              {!isSought && <Price quote={quote} isEmpty={number === ''} />}
              {inTheWay !== null && <ProblemBox refused={{ number, problem: inTheWay }} isDismissable={false} />}
            </>
          ) : (
            <Refusal refused={refusal} isDismissable={stands !== null} quote={quote} />
          )}
        </div>
      </div>
      <div className="px-5">
        <Keypad hasPlus />
        <Shown />
      </div>
      <div className="p-5 pt-2">
        <Button
          look="call"
          size="large"
          className="w-full"
          disabled={!canCall}
          onClick={() => void placeCall(number)}
          data-testid="call-button"
        >
          <Phone aria-hidden className="size-5 fill-current" />
          <CallWord price={quote.price} />
        </Button>
      </div>
    </>
  );
}

/** Why the number isn't called. That it calls for help is said without a script that may have to be fetched. */
function Refusal({ quote, ...shown }: { refused: RefusedCall; isDismissable: boolean; quote: Quote }) {
  const { problem } = shown.refused;
  if (problem.kind === 'number_emergency') {
    return <Notice kind="error" title={sentenceOfProblem(problem)} className="mt-2" data-testid="phone-problem" />;
  }
  return (
    <>
      <ProblemBox {...shown} />
      {problem.kind === 'price_changed' && <Price quote={quote} isEmpty={false} />}
    </>
  );
}

/** What keys do in the field and below it: the list of what was found has them first; arrows move among faces, and Enter calls. */
function fieldKeys(number: string) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const isInField = event.target instanceof HTMLInputElement;
    if (isInField && useFieldSearch.getState().list?.press(event) === true) return;
    moveByArrows(event, { current: event.currentTarget });
    if (event.key !== 'Enter' || !isInField) return;
    event.preventDefault();
    if (!event.repeat && number !== '' && !isNameLike(number)) void placeCall(number);
  };
}

/** What the typed text may mean before it has a price: speed dial while it is empty, what the search finds, a number told as a word. */
function Meant({ number, typed, isSought }: { number: string; typed: string; isSought: boolean }) {
  const fill = use(PhoneSlotContext);
  if (number === '') return <SpeedDial />;
  if (isSought) return fill({ is: 'found', typed });
  return number === typed.trim() ? null : <DialledAs number={number} />;
}

/** Letters that no key of a telephone dials. */
const isNameLike = (text: string): boolean => /\p{L}/u.test(text);

/** What letters come to on the keys of a telephone. */
function DialledAs({ number }: { number: string }) {
  const t = phoneText.useText();
  const read = readNumber(number, homeCountry());
  const shown = read.is === 'number' ? read.international : number;
  return <p className="phone-number mb-1 text-note text-muted">{t('dialledAs', { number: isolate(shown) })}</p>;
}

/** What the button does and what a minute of it costs, where that is known. */
function CallWord({ price }: Pick<Quote, 'price'>) {
  const t = phoneText.useText();
  if (price === null) return t('call');
  if (isService(price.destination)) return t('callFor', { price: t('free') });
  if (price.included !== null) return t('callFor', { price: t('includedSoFar') });
  return t('callFor', { price: t('perMinute', { price: formatRateShort(price.terms.perMinute) }) });
}

function NumberField({ typed, quote }: { typed: string; quote: Quote }) {
  const t = phoneText.useText();
  const field = useRef<HTMLInputElement>(null);
  const list = useFieldSearch((search) => search.list);
  const change = (value: string): void => {
    tellPhone({ type: 'cleared' });
    usePhone.setState({ typed: value });
  };
  return (
    <div className="relative" dir="ltr">
      <input
        ref={field}
        data-number-field
        data-testid="number-field"
        type="text"
        role="combobox"
        aria-expanded={list !== null}
        aria-controls={list?.id}
        aria-activedescendant={list?.currentId}
        aria-autocomplete="list"
        inputMode="tel"
        spellCheck={false}
        autoComplete="off"
        aria-label={t('numberLabel')}
        placeholder={t('numberPlaceholder')}
        value={typed}
        maxLength={40}
        onChange={(event) => change(event.target.value)}
        className="phone-number min-h-14 w-full rounded-control border border-edge bg-ground ps-12.5 pe-12 text-lead font-medium transition-colors placeholder:font-normal hover:border-text"
      />
      <HomeChoice flag={<FieldFlag quote={quote} />} />
      {typed !== '' && (
        <IconButton
          label={t('deleteDigit')}
          look="muted"
          className="absolute end-1 top-1.5"
          onClick={() => {
            change(typed.slice(0, -1));
            field.current?.focus();
          }}
        >
          <Delete aria-hidden className="size-5" />
        </IconButton>
      )}
    </div>
  );
}

function FieldFlag({ quote: { read, price } }: { quote: Quote }) {
  if (price !== null) return <PlaceFlag destination={price.destination} />;
  switch (read.is) {
    case 'echo':
    case 'voicemail':
      return <PlaceFlag destination={{ kind: read.is, countryCode: null }} />;
    case 'number':
    case 'incomplete':
      return <Flag countryCode={read.countryCode} />;
    case 'empty':
      return <Flag countryCode={homeCountry() ?? null} />;
  }
}

function Price({ quote, isEmpty }: { quote: Quote; isEmpty: boolean }) {
  const t = phoneText.useText();
  const { price, isAsking, read } = quote;
  const name = useNames()(read.is === 'number' ? read.e164 : '');
  if (isEmpty || (price === null && !isAsking)) return <p className="text-note text-muted">{t('hint')}</p>;
  if (price === null) {
    return (
      <div className="late grid gap-2.5" role="status" aria-label={t('pricing')}>
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-7 w-32" />
        <Skeleton className="h-4 w-52" />
      </div>
    );
  }
  const { kind } = price.destination;
  const isOurs = isService(price.destination);
  return (
    <div className="appearing" data-testid="quote">
      {price.isPractice === true && !isOurs && <PracticeBadge />}
      {name !== null && (
        <p title={name} className="flex font-semibold" data-testid="known-as">
          <bdi className="truncate">{name}</bdi>
        </p>
      )}
      <p className="flex flex-wrap items-baseline gap-x-2 font-medium" data-testid="destination">
        {placeName(price.destination)}
        <LocalTime countryCode={price.destination.countryCode} />
      </p>
      <p className="display figures mt-0.5 text-title font-semibold" data-testid="price">
        {isOurs ? t('free') : t('perMinute', { price: formatRateShort(price.terms.perMinute) })}
      </p>
      <p className="min-h-5 text-note text-muted">
        {kind === 'echo' ? (
          t('echoNote')
        ) : kind === 'voicemail' ? (
          t('voicemailNote')
        ) : (
          <TermsNote terms={price.terms} />
        )}
      </p>
      {price.included !== null && (
        <p className="figures mt-1.5 text-note font-medium" data-testid="included">
          {t('includedLeft', {
            stretch: formatStretch(price.included.seconds),
            group: translateSentence(price.included.group),
          })}
        </p>
      )}
      {price.talkSeconds !== null && price.talkSeconds > 0 && (
        <p className="figures mt-1.5 text-note font-medium" data-testid="talk-time">
          {t('talkTime', { stretch: formatStretch(price.talkSeconds) })}
        </p>
      )}
    </div>
  );
}

function LocalTime({ countryCode }: { countryCode: string | null }) {
  const t = phoneText.useText();
  const time = countryCode === null ? null : localTimeIn(countryCode);
  if (time === null) return null;
  return <span className="figures text-note font-normal text-muted">{t('timeThere', { time })}</span>;
}

/** Which of the account's numbers the far side sees. */
function Shown() {
  const t = phoneText.useText();
  const session = useSession();
  const { isWithheld } = useWithheldNumber();
  const number = session.status === 'signed-in' ? session.user.numbers[0] : undefined;
  return (
    <p className="figures mt-2 min-h-5 text-center text-note text-muted">
      {number !== undefined && (isWithheld ? t('withheld') : t('shown', { number: showNumber(number) }))}
    </p>
  );
}

/** What will refuse a call whose price is known; the echo is free, and for everybody. */
function obstacle({ price }: Quote, isConfirmed: boolean): PhoneProblem | null {
  if (price === null || price.destination.kind === 'echo') return null;
  if (!isConfirmed) return EMAIL_UNCONFIRMED;
  return price.talkSeconds === 0 ? OUT_OF_CREDIT : null;
}

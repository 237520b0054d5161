import { useEffect, useState } from 'react';
import { api } from '../lib/api/api-client.ts';
import type { Reply } from '../lib/api/api-routes.ts';
import { countryName, formatPrice, formatRateShort } from '../lib/format/format.ts';
import { termsInWords } from '../lib/calls/terms-in-words.ts';
import { noteCheckedNumber } from '../lib/calls/checked-number.ts';
import { homeCountry } from '../lib/format/home-country.ts';
import { sentenceOf } from '../lib/api/http.ts';
import { useSession } from '../lib/session/session.ts';
import { translateSentence } from '../lib/language/i18n.ts';
import { pricingText } from '../texts/pricing.ts';
import { Flag } from './flag.tsx';

type Answer =
  | { is: 'nothing' }
  | { is: 'price'; price: Reply<'POST /calls/calculate-cost'> }
  | { is: 'refused'; sentence: string };

const TYPING_PAUSE_MS = 400;
const FEWEST_DIGITS = 7;
const MINUTES = 10;

/** What a call to a number costs, once enough of it is typed; nothing until then. Without a country it is read at home. */
export function PriceOfNumber({ typed, country }: { typed: string; country?: string }) {
  const answer = usePriceOf(typed, country);
  return (
    <>
      {answer.is === 'price' && <Price price={answer.price} />}
      {answer.is === 'refused' && (
        <p className="text-note font-medium text-attention">{translateSentence(answer.sentence)}</p>
      )}
    </>
  );
}

function Price({ price }: { price: Reply<'POST /calls/calculate-cost'> }) {
  const t = pricingText.useText();
  const { countryCode, kind } = price.destination;
  if (kind === 'echo' || kind === 'voicemail') return <p>{t('checkFree')}</p>;
  return (
    <p>
      <span className="inline-flex items-center gap-2 font-medium">
        <Flag countryCode={countryCode} />
        {countryCode === null ? t('checkAbroad') : countryName(countryCode)}
      </span>
      <span className="block text-note text-muted">
        {t('checkPrice', {
          rate: formatRateShort(price.terms.perMinute),
          price: formatPrice(price.price),
          minutes: MINUTES,
        })}
      </span>
      <span className="block text-note text-muted">{termsInWords(price.terms)}</span>
    </p>
  );
}

function usePriceOf(typed: string, country = homeCountry()): Answer {
  const [answer, setAnswer] = useState<{ of: string; answer: Answer }>({ of: '', answer: { is: 'nothing' } });
  const number = typed.trim();
  const asked = `${country ?? ''} ${number}`;
  const isAskable = number.replace(/\D/g, '').length >= FEWEST_DIGITS || number === '*43';
  useEffect(() => {
    if (!isAskable) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      api('POST /calls/calculate-cost', {
        body: { to: number, duration: MINUTES * 60, ...(country === undefined ? {} : { defaultCountry: country }) },
      }).then(
        (price) => {
          if (!isWanted) return;
          setAnswer({ of: asked, answer: { is: 'price', price } });
          if (useSession.getState().status !== 'signed-in') noteCheckedNumber(number);
        },
        (error: unknown) =>
          isWanted && setAnswer({ of: asked, answer: { is: 'refused', sentence: sentenceOf(error) } }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [number, country, asked, isAskable]);
  return isAskable && answer.of === asked ? answer.answer : { is: 'nothing' };
}

import type { CodeWay, Verification } from '@farline/contracts/numbers/verified-numbers';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import type { RefusalOf } from '../../lib/api/api-routes.ts';
import { RequestError } from '../../lib/api/http.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { formatTime } from '../../lib/format/format-time.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { countryBeside, showNumber } from '../../lib/format/phone-number.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { refreshUser } from '../../lib/session/session.ts';
import { verifiedNumbersText } from '../../texts/numbers/verified-numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CountrySelect } from '../../ui/country/country-select.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { numbersQuery } from './numbers-queries.ts';
import { orderCode, type CodeOrder } from './order-code.ts';
import { useUnreached } from './use-unreached.ts';

type Step =
  | { is: 'number' }
  | ({ is: 'price' } & CodeOrder)
  /** `way` null: its price was shown before the page was opened. */
  | { is: 'code'; way: CodeOrder | null; verification: Verification };

/** Where somebody lives of whom nothing tells it. */
const SOMEWHERE = 'US';

/** Verifies a number that somebody has elsewhere: the price, a call or a text with a code, and the code. */
export function OwnElsewhere() {
  const t = verifiedNumbersText.useText();
  return (
    <section aria-labelledby="own-elsewhere" data-testid="own-elsewhere">
      <h2 id="own-elsewhere" className="text-title font-semibold">
        {t('title')}
      </h2>
      <p className="mb-4 mt-1.5 max-w-[70ch] text-muted">{t('lead')}</p>
      <Card as="div">
        <Steps />
      </Card>
    </section>
  );
}

function Steps() {
  const t = verifiedNumbersText.useText();
  const { step, failure, isBusy, ask, sendCode, confirm, restart } = useVerification();
  return (
    <div className="grid gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      {step.is === 'number' && <NumberForm isBusy={isBusy} onAsk={ask} />}
      {step.is === 'price' && (
        <>
          <p>{costOf(step)}</p>
          <div className="flex flex-wrap gap-3">
            <Button disabled={isBusy} onClick={() => sendCode(step)}>
              {step.by === 'call' ? t('callMe') : t('textMe')}
            </Button>
            <OtherWay by={step.by} number={step.price.number} isBusy={isBusy} onAsk={ask} />
            <Button look="quiet" onClick={restart}>
              {t('otherNumber')}
            </Button>
          </div>
        </>
      )}
      {step.is === 'code' && (
        <CodeForm
          key={step.verification.id}
          verification={step.verification}
          isBusy={isBusy}
          onCode={(code) => confirm(step.verification, code)}
          onAgain={() => (step.way === null ? ask(anew(step.verification)) : sendCode(step.way))}
          onOther={restart}
          otherWay={<OtherWay {...anew(step.verification)} isBusy={isBusy} onAsk={ask} />}
        />
      )}
    </div>
  );
}

const anew = ({ number, messageId }: Verification): Asked & { by: CodeWay } => ({
  number,
  by: messageId === null ? 'call' : 'text',
});

type OtherWayProps = { by: CodeWay; number: string; isBusy: boolean; onAsk: (asked: Asked) => void };

/** Leads to the price of a text instead of a call, or of a call instead of a text. */
function OtherWay({ by, number, isBusy, onAsk }: OtherWayProps) {
  const t = verifiedNumbersText.useText();
  return (
    <Button
      type="button"
      look="quiet"
      disabled={isBusy}
      onClick={() => onAsk({ number, by: by === 'call' ? 'text' : 'call' })}
    >
      {by === 'call' ? t('textInstead') : t('callInstead')}
    </Button>
  );
}

const priceOf = async (body: Asked) => await api('POST /numbers/verifications/price', { body });

/** How far it has come, and what leads on. A page that is opened while a code still counts begins there: its call is paid for. */
function useVerification() {
  const t = verifiedNumbersText.useText();
  const open = useQuery(numbersQuery, queryClient).data?.openVerification ?? null;
  const [gone, go] = useState<Step | null>(null);
  const step: Step = gone ?? (open === null ? { is: 'number' } : { is: 'code', way: null, verification: open });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<Step>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      go(await act());
    } catch (error) {
      setFailure(failureOf(error, t('failed')));
    }
    setBusy(false);
  };
  return {
    step,
    failure,
    isBusy,
    ask: (asked: Asked) =>
      void attempt(async () => ({ is: 'price', by: asked.by ?? 'call', price: await priceOf(asked) })),
    sendCode: ({ by, price }: CodeOrder) =>
      void attempt(async () => {
        try {
          const verification = await orderCode({ by, price });
          void queryClient.invalidateQueries({ queryKey: numbersQuery.queryKey });
          return { is: 'code', way: { by, price }, verification };
        } catch (error) {
          if (!(error instanceof RequestError && MORE_EXPENSIVE.has(error.code))) throw error;
          const moreExpensive = await priceOf({ number: price.number, by });
          setFailure(failureOf(error, t('failed')));
          return { is: 'price', by, price: moreExpensive };
        }
      }),
    confirm: ({ id, number }: Verification, code: string) =>
      void attempt(async () => {
        await api('POST /numbers/verifications/{id}/confirm', { id, body: { code } });
        void queryClient.invalidateQueries({ queryKey: ['numbers'] });
        void refreshUser();
        await notify({ type: 'success', message: t('verified', { number: showNumber(number) }) });
        return { is: 'number' };
      }),
    restart: () => {
      setFailure(null);
      go({ is: 'number' });
    },
  };
}

const MORE_EXPENSIVE = new Set<string>([
  'verification_dearer',
  'verification_text_dearer',
] satisfies RefusalOf<'POST /numbers/verifications'>[]);

function costOf({ by, price: { number, most } }: CodeOrder): string {
  const t = verifiedNumbersText.say;
  const shown = showNumber(number);
  if (Number(most.amount) === 0) return t(by === 'call' ? 'callIsFree' : 'textIsFree', { number: shown });
  return t(by === 'call' ? 'callCosts' : 'textCosts', { number: shown, price: formatPrice(most) });
}

type Asked = { number: string; defaultCountry?: string; by?: CodeWay };

function NumberForm({ isBusy, onAsk }: { isBusy: boolean; onAsk: (asked: Asked) => void }) {
  const t = verifiedNumbersText.useText();
  const [number, setNumber] = useState('');
  const [country, setCountry] = useState(() => countryBeside('', homeCountry() ?? SOMEWHERE));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAsk({ number, defaultCountry: country });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid items-start gap-3 @xl:grid-cols-2">
        <CountrySelect value={country} onChoose={setCountry} />
        <Field
          label={t('number')}
          hint={t('numberHint')}
          type="tel"
          autoComplete="tel"
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
      </div>
      <Button type="submit" disabled={isBusy || number.trim() === ''} className="justify-self-start">
        {t('check')}
      </Button>
    </form>
  );
}

type CodeProps = {
  verification: Verification;
  isBusy: boolean;
  onCode: (code: string) => void;
  onAgain: () => void;
  onOther: () => void;
  otherWay: ReactNode;
};

const CODE_DIGITS = 6;

function CodeForm({ verification, isBusy, onCode, onAgain, onOther, otherWay }: CodeProps) {
  const t = verifiedNumbersText.useText();
  const [code, setCode] = useState('');
  const unreached = useUnreached(verification);
  const number = showNumber(verification.number);
  const isText = verification.messageId !== null;
  const when = formatTime(verification.expiresAt);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onCode(code);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {unreached === null ? (
        <div>
          <p className="font-semibold" role="status">
            {t(isText ? 'texting' : 'calling', { number })}
          </p>
          <p className="mt-1 text-muted">{t(isText ? 'textingBody' : 'callingBody', { when })}</p>
        </div>
      ) : (
        <Notice kind="warning" title={t(isText ? 'textUnreached' : 'unreached', { number })} data-testid="unreached">
          {unreached}
        </Notice>
      )}
      <Field
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="figures @xl:max-w-1/2"
        value={code}
        onChange={({ target }) => setCode(target.value.replace(/\D/g, '').slice(0, CODE_DIGITS))}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isBusy || code.length < CODE_DIGITS}>
          {t('confirm')}
        </Button>
        <Button type="button" look="quiet" disabled={isBusy} onClick={onAgain}>
          {t(isText ? 'textAgain' : 'again')}
        </Button>
        {otherWay}
        <Button type="button" look="quiet" onClick={onOther}>
          {t('otherNumber')}
        </Button>
      </div>
    </form>
  );
}

import { validationMessages } from '@farline/contracts/validation-messages';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../lib/api/api-client.ts';
import { RequestError } from '../../lib/api/http.ts';
import { notify } from '../../lib/page/notify.ts';
import { replaceUser } from '../../lib/session/session.ts';
import { confirmText } from '../../texts/confirm.ts';
import { Button } from '../../ui/button.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';

const DIGITS = 6;

/**
 * One field for the code. It goes off by itself with the sixth digit, as when a telephone fills it in or it is pasted. A link to `#code` leads
 * into it, from the same page too.
 */
export function CodeForm() {
  const t = confirmText.useText();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSending, setSending] = useState(false);
  const field = useFieldOfAddress();

  const send = async (code: string): Promise<void> => {
    if (isSending) return;
    setFailure(null);
    if (code.length !== DIGITS) {
      setWrong(code === '' ? validationMessages.codeRequired : validationMessages.codeInvalid);
      field.current?.focus();
      return;
    }
    setWrong(undefined);
    setSending(true);
    try {
      const { user } = await api('POST /auth/confirm-email', { body: { code } });
      await notify({ type: 'success', message: t('confirmed') });
      replaceUser(user);
    } catch (error) {
      const sentence = error instanceof RequestError ? error.fieldErrors['code'] : undefined;
      setWrong(sentence);
      if (sentence === undefined) setFailure(failureOf(error, t('failed')));
      setSending(false);
      field.current?.focus();
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send(digitsOf(typed));
      }}
      className="mt-5 grid max-w-xl gap-3"
    >
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <Field
          ref={field}
          label={t('code')}
          className="min-w-40 flex-1"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          value={typed}
          hint={t('spam')}
          error={wrong}
          onChange={({ target }) => {
            setTyped(target.value);
            setWrong(undefined);
            const code = digitsOf(target.value);
            if (code.length === DIGITS && digitsOf(typed).length < DIGITS) void send(code);
          }}
        />
        <Button type="submit" disabled={isSending} className="mt-6.25 min-h-12">
          {isSending ? t('confirming') : t('confirm')}
        </Button>
      </div>
    </form>
  );
}

/** The digits in what was typed or pasted, whatever stands around them. */
function digitsOf(text: string): string {
  return text.normalize('NFKC').replaceAll(/\D/g, '');
}

function useFieldOfAddress(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '#code') field.current?.focus();
  }, [hash, key]);
  return field;
}

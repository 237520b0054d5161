import { useState } from 'react';
import { sentenceOf } from '../../lib/api/http.ts';
import { twoSentences } from '../../lib/language/two-sentences.ts';
import { notify } from '../../lib/page/notify.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { confirmText } from '../../texts/confirm.ts';
import { Button } from '../../ui/button.tsx';
import { sendCode } from './send-code.ts';

interface ResendProps {
  email: string;
  /** Before, the server sends no other code. In milliseconds since 1970. */
  againAtMs: number;
  onSent: (againAtMs: number) => void;
}

/** Has a new code sent; between two of them the seconds are counted down. */
export function Resend({ email, againAtMs, onSent }: ResendProps) {
  const t = confirmText.useText();
  const [isSending, setSending] = useState(false);
  const [isWaiting, setWaiting] = useState(() => againAtMs > Date.now());
  const seconds = Math.ceil((againAtMs - useNow(isWaiting)) / 1000);
  if (isWaiting && seconds <= 0) setWaiting(false);

  const send = async (): Promise<void> => {
    setSending(true);
    try {
      onSent(await sendCode());
      await notify({ type: 'success', message: t('resent', { email }) });
    } catch (error) {
      await notify({ type: 'error', message: twoSentences(t('resendFailed'), sentenceOf(error)) });
    } finally {
      setSending(false);
    }
  };

  return (
    <Button look="quiet" size="small" disabled={isWaiting || isSending} onClick={() => void send()}>
      {isWaiting ? t('resendIn', { seconds }) : t('resend')}
    </Button>
  );
}

import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { twoSentences } from '../../lib/language/two-sentences.ts';
import { notify } from '../../lib/page/notify.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { confirmText } from '../../texts/confirm.ts';
import { Button } from '../../ui/button.tsx';

/** As long as the server wants between two codes. */
const WAIT_MS = 60_000;

/** Has a new code sent; between two of them the seconds are counted down. */
export function Resend({ email, sentAtMs }: { email: string; sentAtMs: number }) {
  const t = confirmText.useText();
  const [againAtMs, setAgainAtMs] = useState(sentAtMs + WAIT_MS);
  const [isSending, setSending] = useState(false);
  const [isWaiting, setWaiting] = useState(() => againAtMs > Date.now());
  const seconds = Math.ceil((againAtMs - useNow(isWaiting)) / 1000);
  if (isWaiting && seconds <= 0) setWaiting(false);

  const send = async (): Promise<void> => {
    setSending(true);
    try {
      const { againInSeconds } = await api('POST /auth/confirm-email/resend');
      setAgainAtMs(Date.now() + againInSeconds * 1000);
      setWaiting(true);
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

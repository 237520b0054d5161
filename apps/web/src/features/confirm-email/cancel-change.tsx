import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { twoSentences } from '../../lib/language/two-sentences.ts';
import { notify } from '../../lib/page/notify.ts';
import { replaceUser } from '../../lib/session/session.ts';
import { confirmText } from '../../texts/confirm.ts';
import { Button } from '../../ui/button.tsx';

/** Calls a change of the address off. */
export function CancelChange() {
  const t = confirmText.useText();
  const [isSending, setSending] = useState(false);
  const cancel = async (): Promise<void> => {
    setSending(true);
    try {
      replaceUser((await api('DELETE /auth/profile/pending-email')).user);
      await notify({ type: 'success', message: t('cancelled') });
    } catch (error) {
      setSending(false);
      await notify({ type: 'error', message: twoSentences(t('changeFailed'), sentenceOf(error)) });
    }
  };
  return (
    <Button look="link" disabled={isSending} onClick={() => void cancel()}>
      {t('cancelChange')}
    </Button>
  );
}

import type { Call } from '@farline/contracts/calls';
import { PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { callDetailText } from '../../texts/calls/call-detail.ts';
import { Button } from '../../ui/button.tsx';

/** Ends a call that runs, wherever: on another page or a SIP phone, or forwarded to somebody else's telephone. */
export function EndCall({ call }: { call: Call }) {
  const t = callDetailText.useText();
  const [isBusy, setBusy] = useState(false);
  if (call.endedAt !== null) return null;
  const end = async (): Promise<void> => {
    setBusy(true);
    try {
      await api('POST /calls/{id}/end', { id: call.id });
      await queryClient.invalidateQueries({ queryKey: ['calls'] });
    } catch (error) {
      await notify({ type: 'error', message: sentenceOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="stop" size="small" className="justify-self-start" disabled={isBusy} onClick={() => void end()}>
      <PhoneOff aria-hidden className="size-4" />
      {t('endCall')}
    </Button>
  );
}

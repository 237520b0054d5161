import { senderRuleOf } from '@farline/sms';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { sentenceOf } from '../../lib/api/http.ts';
import { readNumber, showNumber } from '../../lib/format/phone-number.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { allOf, type Senders, senderOf, sendersQuery } from '../../lib/messages/senders.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { messagesText } from '../../texts/messages.ts';
import { isNumber } from '../../ui/peer.tsx';
import { changeThread, threadQuery } from './messages-queries.ts';

/** Who messages to somebody are from; undefined: the server knows, as nobody chose, or who was chosen is the account's no more. */
export function useSender(peer: string): string | undefined {
  const chosen = useQuery(threadQuery(peer), queryClient).data?.sender;
  const senders = useSenders();
  // Until it is known whom the account may write as, the server judges who was chosen.
  return senders === undefined ? (chosen ?? undefined) : senderOf(senders, chosen);
}

/**
 * Chooses who messages to somebody are from, where an account has more than one number or a name; every device remembers. `shown`: who
 * they are from now. Where the country does not take a name, what stands below the field says so.
 */
export function SenderChoice({ peer, shown }: { peer: string; shown: string | undefined }) {
  const t = messagesText.useText();
  const id = useId();
  const known = useSenders();
  const senders = known === undefined ? [] : allOf(known);
  const chosen = useSender(peer) ?? shown ?? senders[0];
  if (senders.length < 2) return null;
  const choose = (sender: string): void => {
    const { queryKey } = threadQuery(peer);
    // What is sent before the answer comes is from who was chosen.
    queryClient.setQueryData(queryKey, (thread) => thread && { ...thread, sender });
    changeThread(peer, { sender }).catch(async (error: unknown) => {
      void queryClient.invalidateQueries({ queryKey });
      await notify({ type: 'error', message: translateSentence(sentenceOf(error)) });
    });
  };
  return (
    <p className="mb-2 flex min-w-0 items-center gap-2 text-note text-muted">
      <label htmlFor={id} className="shrink-0">
        {t('sender')}
      </label>
      <select
        id={id}
        value={chosen}
        onChange={({ target }) => choose(target.value)}
        className="figures min-h-9 min-w-0 cursor-pointer truncate rounded-small bg-soft px-2 text-note font-medium text-text"
        data-testid="sender"
      >
        {senders.map((sender) => (
          <option key={sender} value={sender}>
            {isNumber(sender) ? showNumber(sender) : sender}
          </option>
        ))}
      </select>
    </p>
  );
}

/** Why a name cannot be the sender there, by the rule of the recipient's country. */
export function nameRefused(peer: string, { message }: { message: string }): { code: string; message: string } {
  const read = readNumber(peer, undefined);
  const countryCode = read.is === 'number' ? read.countryCode : null;
  const takesNone = countryCode === null || senderRuleOf(countryCode).alphanumeric === 'refused';
  return { code: takesNone ? 'name_refused' : 'name_unregistered', message };
}

function useSenders(): Senders | undefined {
  return useQuery(sendersQuery, queryClient).data;
}

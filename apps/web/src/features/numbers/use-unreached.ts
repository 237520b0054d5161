import type { Verification } from '@farline/contracts/numbers/verified-numbers';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { endSentence } from '../../lib/calls/end-sentence.ts';
import { translateProblem } from '../../lib/language/i18n.ts';
import { callDetailQuery, historyQuery, queryClient } from '../../lib/session/queries.ts';
import { messagesText } from '../../texts/messages.ts';
import { verifiedNumbersText } from '../../texts/numbers/verified-numbers.ts';

/** Of the latest calls: both halves of the one with the code are among them for as long as its code counts. */
const LATEST = 20;

/**
 * Why the call or the text with a code reached nobody, as a sentence of the page's language; null: it may yet, or did. What became of it stands in
 * the history, so that a page which is opened later tells it too.
 */
export function useUnreached(verification: Verification): string | null {
  const ofCall = useUnreachedCall(verification);
  const ofText = useUnreachedText(verification.messageId);
  return verification.messageId === null ? ofCall : ofText;
}

const LOOK_EVERY_MS = 3_000;

function useUnreachedText(messageId: string | null): string | null {
  const t = verifiedNumbersText.useText();
  const text = useQuery(
    {
      queryKey: ['numbers', 'code-text', messageId],
      queryFn: async () => await api('GET /messages/{id}', { id: messageId ?? '' }),
      enabled: messageId !== null,
      refetchInterval: LOOK_EVERY_MS,
    },
    queryClient,
  ).data?.message;
  if (text === undefined || !NOT_THERE.has(text.status)) return null;
  return text.reason === null ? t('textLost') : messagesText.say(`reason_${text.reason}`);
}

const NOT_THERE = new Set(['undelivered', 'failed', 'unknown']);

function useUnreachedCall({ number, madeAt }: Verification): string | null {
  const t = verifiedNumbersText.useText();
  const calls = useQuery(historyQuery(1, LATEST), queryClient).data?.calls ?? [];
  const ours = calls.find(
    ({ placedBy, startTime }) => placedBy === 'verification' && Date.parse(startTime) >= Date.parse(madeAt),
  );
  const isUnanswered = ours !== undefined && ours.endedAt !== null && ours.answeredAt === null;
  const detail = useQuery({ ...callDetailQuery(ours?.id ?? ''), enabled: isUnanswered }, queryClient);
  if (!isUnanswered || detail.isPending) return null;
  const forward = detail.data?.forward ?? null;
  if (forward !== null && forward.number !== number) return null;
  if (forward !== null && forward.refusal !== null) return translateProblem(forward.refusal);
  const placed = calls.find(({ id }) => id === forward?.callId);
  // It is we who gave the call up: whoever asked for it has cancelled nothing.
  if (placed === undefined || placed.reason === 'cancelled') return t('notAnswered');
  const { reason, reasonText, ringingAt, answeredAt } = placed;
  return endSentence({ reason, reasonText, ringingAt, answeredAt }) ?? t('notAnswered');
}

import type { Verification } from '@farline/contracts/numbers/verified-numbers';
import { useQuery } from '@tanstack/react-query';
import { endSentence } from '../../lib/calls/end-sentence.ts';
import { translateProblem } from '../../lib/language/i18n.ts';
import { callDetailQuery, historyQuery, queryClient } from '../../lib/session/queries.ts';
import { verifiedNumbersText } from '../../texts/verified-numbers.ts';

/** Of the latest calls: both halves of the one with the code are among them for as long as its code counts. */
const LATEST = 20;

/**
 * Why the call that was to say a code reached nobody, as a sentence of the page's language; null: it may yet, or did. The history tells it, which
 * live push keeps true, so that a page which is opened later tells it too.
 */
export function useUnreached({ number, madeAt }: Verification): string | null {
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

import type { Keyword } from '@farline/sms';
import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { noteUnanswered } from './answers-store.ts';

type Unanswered = { accountId: string; peer: string; subjectId: string; keyword: Keyword; reason: string };

/** Notes in a thread that a word got no answer, and tells it. */
export async function tellUnanswered(tx: Transaction, { subjectId, ...unanswered }: Unanswered): Promise<void> {
  const { accountId, peer, keyword, reason } = unanswered;
  await noteUnanswered(tx, unanswered);
  await publish(tx, { type: 'keyword.unanswered', accountId, subjectId, payload: { peer, keyword, reason } });
  await publish(tx, { type: 'thread.changed', accountId, subjectId: peer, payload: { peer } });
}

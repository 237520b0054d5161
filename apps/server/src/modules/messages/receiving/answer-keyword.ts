import { findKeyword } from '@farline/sms';
import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { claimKeywordAnswer, setOptedOut } from '../inbox/threads-store.ts';
import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { countAnsweredStrangers, hasWrittenTo } from './answers-store.ts';
import { tellUnanswered } from './tell-unanswered.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * Who sends a text can be forged, and each answer costs the account: so many a day go to people that it never wrote to. What it wrote itself
 * may be answered with STOP by everybody.
 */
export const MOST_STRANGERS = 20;

/**
 * Does what a keyword asks: after STOP nobody writes to this person until START. Each is answered once a day, by an event that the worker takes
 * up: the answer is a message like others, in the language of the word. Of those to whom nothing was ever written only some are.
 */
export async function answerKeyword(
  { clock, log }: Pick<MessagesDeps, 'clock' | 'log'>,
  tx: Transaction,
  message: MessageRecord,
): Promise<void> {
  const found = findKeyword(message.text);
  if (found === null) return;
  const { keyword, language } = found;
  const { accountId, peer, number } = message;
  const at = clock.now();
  if (keyword === 'start') await setOptedOut(tx, { accountId, peer, at: null });
  if (keyword === 'stop') await setOptedOut(tx, { accountId, peer, at });
  await publish(tx, { type: 'thread.changed', accountId, subjectId: peer, payload: { peer } });
  const since = new Date(at.getTime() - DAY_MS);
  const isStranger = !(await hasWrittenTo(tx, { accountId, peer }));
  if (isStranger && (await countAnsweredStrangers(tx, { accountId, since, most: MOST_STRANGERS })) >= MOST_STRANGERS) {
    log.warn({ accountId }, 'a keyword is not answered: as many strangers as may be were answered today');
    return await tellUnanswered(tx, { accountId, peer, subjectId: message.id, keyword, reason: 'too_many_strangers' });
  }
  if (!(await claimKeywordAnswer(tx, { accountId, peer, keyword, isStranger, at, notSince: since }))) return;
  await publish(tx, {
    type: 'keyword.received',
    accountId,
    subjectId: message.id,
    payload: { peer, number, keyword, language },
  });
}

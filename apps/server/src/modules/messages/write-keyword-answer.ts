import { inTransaction } from '../../platform/database.ts';
import { type EventOf, publish } from '../../platform/events.ts';
import { Problem } from '../../platform/problems.ts';
import { usersOfAccount } from '../accounts/index.ts';
import { clearUnanswered } from './receiving/answers-store.ts';
import { keywordAnswer } from './receiving/keyword-answers.ts';
import { tellUnanswered } from './receiving/tell-unanswered.ts';
import type { MessagesDeps } from './record/messages-deps.ts';
import { AlreadyAnswered } from './sending/judge-sending.ts';
import { writeMessage } from './sending/write-message.ts';

/**
 * STOP, START and HELP are answered by a message like others, once; where the account hasn't the money, mostly at no price (`judgeSending`). What is refused all
 * the same does not count as an answer: its users are told, and the next word may have one. What the word asks for is done already. Where the server is too busy this throws, and
 * the event comes again until its subscriber's patience is over; what only one account has too much of does not hold up the others' answers.
 */
export async function writeKeywordAnswer(deps: MessagesDeps, event: EventOf<'keyword.received'>): Promise<void> {
  const { accountId, subjectId, payload } = event;
  if (accountId === null) return;
  const [spender] = await usersOfAccount(deps.database, accountId);
  if (spender === undefined) return;
  const { peer: to, number: from, keyword } = payload;
  const answer = { accountId, userId: null, spender, to, from, text: keywordAnswer(payload), answers: subjectId };
  try {
    await writeMessage(deps, { ...answer, defaultCountry: undefined });
  } catch (error) {
    if (error instanceof AlreadyAnswered) return;
    if (!(error instanceof Problem) || error.code === 'busy') throw error;
    deps.log.warn({ accountId, code: error.code }, 'a keyword could not be answered');
    const reason = error.code;
    return await inTransaction(
      deps.database,
      async (tx) => await tellUnanswered(tx, { accountId, peer: to, subjectId, keyword, reason }),
    );
  }
  await inTransaction(deps.database, async (tx) => {
    if (!(await clearUnanswered(tx, { accountId, peer: to }))) return;
    await publish(tx, { type: 'thread.changed', accountId, subjectId: to, payload: { peer: to } });
  });
}

import { isDeepStrictEqual } from 'node:util';
import { defaultRule, type NumberRule, type NumberRuleReply, ruleWithoutGone } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, type Executor, inTransaction, type Transaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { findAccount, lockAccount, recordAuditEvent, requireOpen } from '../accounts/index.ts';
import { type CheckForwardsDeps, checkForwards } from './check-forwards.ts';
import { telephonesOf } from './forward-telephones.ts';
import { greetingsIn } from './greeting-at.ts';
import { everyStepOf } from './leads-back.ts';
import { greetingsNotYours, numberNotFound, phonesNotYours, ruleChanged } from './record/number-problems.ts';
import { findRule, saveRule } from './rules-store.ts';

export type RuleDeps = {
  database: Database;
  clock: Clock;
  /** The SIP phones of an account, oldest first. */
  phonesOf: (db: Executor, accountId: string) => Promise<{ id: string; name: string }[]>;
  /** What an account can greet callers with. */
  greetingsOf: (db: Executor, accountId: string) => Promise<{ id: string }[]>;
} & CheckForwardsDeps;

/** What happens when a number of an account is called, and which phones it can choose from. Refuses what it does not have. */
export async function viewRule(
  deps: Pick<RuleDeps, 'database' | 'phonesOf' | 'greetingsOf'>,
  wanted: { accountId: string; number: string },
): Promise<NumberRuleReply> {
  const { accountId, number } = wanted;
  const stored = await findRule(deps.database, { accountId, e164: number });
  const account = await findAccount(deps.database, accountId);
  if (stored === null || account === null) throw numberNotFound();
  const phones = (await deps.phonesOf(deps.database, accountId)).map(({ id, name }) => ({ id, name }));
  const rule = stored.rule ?? defaultRule(account.timeZone, account.language);
  const own = { phones: idsOf(phones), greetings: idsOf(await deps.greetingsOf(deps.database, accountId)) };
  return { number, version: stored.version, rule: ruleWithoutGone(rule, own), phones };
}

const idsOf = (found: { id: string }[]): ReadonlySet<string> => new Set(found.map(({ id }) => id));

/**
 * Replaces the rule of a number, and tells where it sends calls on to a telephone that it sent none to before. Refuses a number and phones
 * that are not the account's, and a version that is not the one that is there: somebody has changed it meanwhile, unless to this very rule. So
 * it does telephones that calls cannot be forwarded to.
 */
export async function changeRule(
  deps: RuleDeps,
  change: { accountId: string; userId: string; number: string; address: string; version: number; rule: NumberRule },
): Promise<void> {
  const { accountId, number: e164, version, rule } = change;
  const at = deps.clock.now();
  if ((await findRule(deps.database, { accountId, e164 })) === null) throw numberNotFound();
  await checkForwards(deps, { accountId, number: e164, rule });
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, accountId);
    await requireOpen(tx, accountId);
    const stored = await findRule(tx, { accountId, e164 });
    if (stored === null) throw numberNotFound();
    // The same again: the answer to it was lost.
    if (stored.version === version + 1 && isDeepStrictEqual(stored.rule, rule)) return;
    if (!areAll(chosenPhones(rule), await deps.phonesOf(tx, accountId))) throw phonesNotYours();
    if (!areAll(greetingsIn(rule, at), await deps.greetingsOf(tx, accountId))) throw greetingsNotYours();
    if (!(await saveRule(tx, { accountId, e164, version, rule, at }))) throw ruleChanged();
    await tell(tx, { ...change, before: telephonesOf(stored.rule), after: telephonesOf(rule), at });
  });
}

/** The audit keeps where calls are sent on to, where that has changed: nothing else says afterwards where they went. */
async function tell(
  tx: Transaction,
  changed: {
    accountId: string;
    userId: string;
    number: string;
    address: string;
    version: number;
    before: string[];
    after: string[];
    at: Date;
  },
): Promise<void> {
  const { accountId, userId, number, address, version, before, after, at } = changed;
  const isMoved = before.join() !== after.join();
  await recordAuditEvent(tx, {
    at,
    actor: `user:${userId}`,
    action: 'number.rule_changed',
    accountId,
    subject: null,
    address,
    ...(isMoved ? { before: { forwards: before } } : {}),
    after: { number, version: version + 1, ...(isMoved ? { forwards: after } : {}) },
  });
  await publish(tx, { type: 'number.changed', accountId, subjectId: accountId });
  const telephones = after.filter((telephone) => !before.includes(telephone));
  if (telephones.length === 0) return;
  const payload = { number, telephones, address };
  await publish(tx, { type: 'number.forward_added', accountId, subjectId: accountId, payload });
}

const chosenPhones = (rule: NumberRule): string[] =>
  everyStepOf(rule).flatMap((step) => (step.do === 'ring' && step.phones !== 'all' ? step.phones : []));

function areAll(chosen: string[], found: { id: string }[]): boolean {
  const own = idsOf(found);
  return chosen.every((id) => own.has(id));
}

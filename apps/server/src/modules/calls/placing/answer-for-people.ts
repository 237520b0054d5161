import {
  type CallRings,
  type IncomingOutcome,
  isPossiblyForged,
  type Menu,
  type NumberRule,
  type SayStep,
  usualGreeting,
  type VoicemailGreeting,
} from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import { greetingAt } from '../../numbers/index.ts';
import { isFree } from '../../rating/index.ts';
import { menuWord } from '../menus/menu-word.ts';
import type { CallRecord } from '../record/call-record.ts';

/** What the attendant is to do with a call that nobody takes; empty: it does not answer. */
export type TakeMessage = (
  db: Executor,
  call: {
    accountId: string;
    /** Which one was called. */
    number: string;
    from: string | null;
    greeting: VoicemailGreeting;
    chosen: string | null;
    isPaid: boolean;
  },
) => Promise<string>;

/** The same where a menu answers: which one first, and the word that proves a choice in it. */
export type PlayMenu = (
  db: Executor,
  call: Parameters<TakeMessage>[1] & { menus: Menu[]; start: string; word: string },
) => Promise<string>;

/** The same where a message is said, and the call ends. */
export type SayMessage = (said: { accountId: string } & Pick<SayStep, 'language' | 'text'>) => string;

export type AnsweringDeps = {
  database: Executor;
  /** What the attendant is told to do with a call that reaches an account's voicemail, or a menu of its. */
  takeMessage: TakeMessage;
  playMenu: PlayMenu;
  sayMessage: SayMessage;
  sip: { secret: string };
};

/** What is said of it to the engine. */
export type AnswersCall = Pick<CallRings, 'task' | 'attendant' | 'answersAs' | 'otherwise' | 'voicemail'>;

type Answering = { call: CallRecord; rule: NumberRule | null; outcome: IncomingOutcome; at: Date };

/**
 * What answers a call in the place of people, at once or where nobody has taken it, by the rule of its number; and what does where somebody whose
 * browser rings sends the caller to voicemail, as they may whatever the rule says, unless the mailbox is full.
 */
export async function answerForPeople(deps: AnsweringDeps, given: Answering): Promise<AnswersCall> {
  const { call, outcome } = given;
  const answers = await answersByRule(deps, given);
  if (outcome.is !== 'rings' || !outcome.browsers) return answers;
  const isVoicemail = answers.task !== '' && answers.answersAs === undefined;
  const task = isVoicemail
    ? answers.task
    : await deps.takeMessage(deps.database, { ...reachedBy(given), isPaid: true });
  return task === '' ? answers : { ...answers, voicemail: task, attendant: attendantOf(call.accountId) };
}

async function answersByRule(deps: AnsweringDeps, given: Answering): Promise<AnswersCall> {
  const { call, rule, outcome } = given;
  if (rule === null) return { task: '' };
  const reached = reachedBy(given);
  const start = menuOf(rule, outcome);
  if (start !== null) {
    const word = menuWord(deps.sip.secret, call.id);
    const task = await deps.playMenu(deps.database, { ...reached, menus: rule.menus, start, word });
    return { ...answeredIn(call, task), answersAs: 'menu' };
  }
  const said = saidOf(rule, outcome);
  if (said !== null) {
    return { ...answeredIn(call, deps.sayMessage({ accountId: call.accountId, ...said })), answersAs: 'message' };
  }
  if (outcome.is !== 'voicemail' && rule.unanswered.do === 'busy') return { task: '', otherwise: 'busy' };
  const isVoicemail = outcome.is === 'voicemail' || rule.unanswered.do === 'voicemail';
  return answeredIn(call, isVoicemail ? await deps.takeMessage(deps.database, reached) : '');
}

/** The mailbox that a call comes to, and what it says there. */
const reachedBy = ({ call, rule, at }: Answering): Parameters<TakeMessage>[1] => ({
  accountId: call.accountId,
  number: call.to,
  // Whoever forges numbers is not counted anew by each.
  from: isPossiblyForged(call.callerDoubt) ? null : call.from,
  isPaid: !isFree(call.rated.terms),
  greeting: rule?.voicemail ?? usualGreeting,
  chosen: rule === null ? null : greetingAt(rule, at).id,
});

const answeredIn = ({ accountId }: CallRecord, task: string): AnswersCall =>
  task === '' ? { task } : { task, attendant: attendantOf(accountId) };

/** The last digits of an id are drawn at random. */
const DRAWN_DIGITS = 6;
/** All calls of an account's mailbox come to one attendant, which bounds how many are in it, unless that one is not there. */
export const attendantOf = (accountId: string): number => Number.parseInt(accountId.slice(-DRAWN_DIGITS), 16);

/** What answers, or refuses, at once: nothing follows. */
const NOT_UNANSWERED: ReadonlySet<string> = new Set(['voicemail', 'said', 'refused']);

/** The menu that a call comes to, at once or where nobody takes it; null: none. */
export function menuOf(rule: NumberRule | null, outcome: IncomingOutcome): string | null {
  if (outcome.is === 'menu') return outcome.menu;
  if (rule?.unanswered.do !== 'menu' || NOT_UNANSWERED.has(outcome.is)) return null;
  return rule.unanswered.menu;
}

/** The message that a call hears, at once or where nobody takes it; null: none. */
function saidOf(rule: NumberRule, outcome: IncomingOutcome): Pick<SayStep, 'language' | 'text'> | null {
  if (outcome.is === 'said') return { language: outcome.language, text: outcome.text };
  if (rule.unanswered.do !== 'say' || NOT_UNANSWERED.has(outcome.is)) return null;
  return { language: rule.unanswered.language, text: rule.unanswered.text };
}

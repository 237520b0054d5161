import { formatDecimal, micros } from '@farline/contracts';
import {
  activateAccount,
  confirmUser,
  findAccount,
  findTrial,
  findUserByEmail,
  forgetFactors,
  giveRole,
  takeMark,
  type Trial,
  type User,
} from '../modules/accounts/index.ts';
import { hasStandingPayment } from '../modules/payments/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction, isWithoutConnection } from '../platform/database.ts';
import { Problem } from '../platform/problems.ts';
import { credit } from './credit.ts';
import { OperatorError } from './operator-error.ts';
import type { AccountCommand, Command } from './read-command.ts';
import { runCarriersCommand } from './run-carriers-command.ts';
import { runChargesCommand } from './run-charges-command.ts';
import { runEventsCommand } from './run-events-command.ts';
import type { OperatorSecrets } from './operator-secrets.ts';
import { runMonthsCommand } from './run-months-command.ts';
import { runNumbersCommand } from './run-numbers-command.ts';
import { runSenderCommand } from './run-sender-command.ts';
import { runStuckCommand } from './run-stuck-command.ts';
import { runTrunkCommand } from './run-trunk-command.ts';

export type OperatorDeps = { database: Database; clock: Clock; operator: string; secrets: OperatorSecrets };

/** Does a command as `operator` and gives the sentence that tells what is now true. */
export async function runCommand(deps: OperatorDeps, command: Command): Promise<string> {
  try {
    const by = { actor: `operator:${deps.operator}`, at: deps.clock.now() };
    if (command.name === 'charges') return await runChargesCommand(deps.database);
    if (command.name === 'carriers') return await runCarriersCommand(deps.database, by.at);
    if (command.name === 'events') return await runEventsCommand(deps.database, command, by);
    if (command.name === 'months') return await runMonthsCommand(deps.database, command, by);
    if (command.name === 'numbers') return await runNumbersCommand(deps.database, command, by);
    if (command.name === 'stuck') return await runStuckCommand(deps.database, command, by);
    if (command.name === 'trunks' || command.name === 'trunk' || command.name === 'trunk-login') {
      return await runTrunkCommand(deps, command, by);
    }
    const user = await findUserByEmail(deps.database, command.email);
    if (user === null) throw new OperatorError(`Nobody has signed up with ${command.email}.`);
    return await runFor(deps, command, user);
  } catch (error) {
    throw plainly(error);
  }
}

async function runFor(deps: OperatorDeps, command: AccountCommand, user: User): Promise<string> {
  const at = deps.clock.now();
  const actor = `operator:${deps.operator}`;
  // Whoever signs up with the address next takes its place: nothing must hang on it.
  if (command.name !== 'confirm' && user.emailConfirmedAt === null) {
    throw new OperatorError(
      `${user.email} has not confirmed this address yet. If you know that it is theirs, \`confirm\` it first.`,
    );
  }
  switch (command.name) {
    case 'confirm': {
      const act = { userId: user.id, actor, at, trialCreditMicros: micros(0n) };
      const isChanged = await inTransaction(deps.database, (tx) => confirmUser(tx, act));
      return isChanged
        ? `${user.email} counts as confirmed now, without trial credit.`
        : `${user.email} was confirmed already.`;
    }
    case 'credit': {
      const account = await findAccount(deps.database, user.accountId);
      if (account === null) throw new OperatorError(`${user.email} has no account.`);
      const { amountMicros, reason } = command;
      const { balanceMicros } = await credit(deps.database, { account, amountMicros, reason, actor, at });
      const trial =
        account.state === 'trial' ? ' This is a trial account: it calls the sandbox only until you `activate` it.' : '';
      return `${formatDecimal(amountMicros)} ${account.currency} put on the balance of ${user.email}, which is now ${formatDecimal(balanceMicros)} ${account.currency}.${trial}`;
    }
    case 'activate': {
      const { accountId } = user;
      const isChanged = await inTransaction(deps.database, (tx) => activateAccount(tx, { accountId, actor, at }));
      return isChanged
        ? `${user.email} may call over real trunks now.`
        : `${user.email} was active already, by an operator.`;
    }
    case 'deactivate': {
      const { accountId } = user;
      const isChanged = await inTransaction(deps.database, async (tx) => {
        const hasPaid = async () => await hasStandingPayment(tx, accountId);
        return await takeMark(tx, { accountId, hasPaid, actor, at });
      });
      return isChanged
        ? `${user.email} has no mark of an operator any more: real trunks need a payment that stands.`
        : `${user.email} had no mark of an operator.`;
    }
    case 'trial':
      return `${user.email}: ${trialInWords(await findTrial(deps.database, user.accountId))}`;
    case 'promote':
    case 'demote':
      return await changeRole(deps.database, command.name, { user, actor, at });
    case 'sender':
      return await runSenderCommand(deps.database, command, { accountId: user.accountId, actor, at });
    case 'forget-factors': {
      const isChanged = await inTransaction(deps.database, (tx) => forgetFactors(tx, { userId: user.id, actor, at }));
      return isChanged ? `${user.email} signs in by the password alone now.` : `${user.email} has no second factor.`;
    }
  }
}

type Whom = { user: User; actor: string; at: Date };

async function changeRole(database: Database, name: 'promote' | 'demote', { user, actor, at }: Whom): Promise<string> {
  const role = name === 'promote' ? 'operator' : 'customer';
  const isChanged = await inTransaction(database, (tx) => giveRole(tx, { userId: user.id, role, actor, at }));
  if (role === 'customer') return isChanged ? `${user.email} is a customer again.` : `${user.email} was no operator.`;
  return isChanged
    ? `${user.email} has the role of an operator now, which opens nothing yet.`
    : `${user.email} had the role of an operator already.`;
}

const SEEN_AS = { mailbox: 'mailbox', device: 'browser', card: 'card' };

function trialInWords(trial: Trial | null): string {
  switch (trial?.state) {
    case 'given':
      return 'the trial credit was given.';
    case 'waiting':
    case undefined:
      return 'the trial credit waits for the address to be confirmed.';
    case 'withheld':
    case 'taken': {
      const seen = trial.because === null ? 'mark' : SEEN_AS[trial.because];
      const done = trial.state === 'taken' ? 'what was left of the trial credit lapsed' : 'no trial credit was given';
      return `${done}: another account has had one with the same ${seen}.`;
    }
  }
}

const NOT_ANSWERING = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'ETIMEDOUT', '57P03']);
const NO_TABLES = new Set(['42P01', '3F000', '3D000']);

const LOST = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02']);
/** pg gives them no code. */
const LOST_IN_WORDS = /^Connection terminated unexpectedly$|not queryable/;

/** Whether the database may have done what it was asked, and its answer did not come. */
function isAnswerLost(error: Error, code: string): boolean {
  if (code === 'ETIMEDOUT') return !('syscall' in error && error.syscall === 'connect');
  return LOST.has(code) || LOST_IN_WORDS.test(error.message);
}

/** A failure that the operator can do something about, as a sentence; any other stays as it is. */
function plainly(error: unknown): unknown {
  if (error instanceof OperatorError || !(error instanceof Error)) return error;
  if (error instanceof Problem) return new OperatorError(error.message);
  const code = 'code' in error ? String(error.code) : '';
  if (isAnswerLost(error, code)) {
    return new OperatorError(
      'The connection to the database was lost before it answered: this may have been done, or not. Give the same command again, nothing is done twice.',
    );
  }
  if (NOT_ANSWERING.has(code) || isWithoutConnection(error)) {
    return new OperatorError('The database isn’t answering. Is Farline running? Start it with npm start.');
  }
  if (NO_TABLES.has(code)) {
    return new OperatorError('This database has no Farline in it yet. Start Farline once with npm start.');
  }
  if (code.startsWith('28')) return new OperatorError('The database refuses this user or password: see DATABASE_URL.');
  return error;
}

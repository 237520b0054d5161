import { type Micros, parseDecimal } from '@farline/contracts';
import { isSenderName } from '../modules/messages/index.ts';
import type { TrunkChange } from '../modules/routing/index.ts';
import { isId } from '../platform/ids.ts';
import { OperatorError } from './operator-error.ts';
import { readTrunkChange, readTrunkLogin } from './read-trunk-change.ts';

export type Command =
  | AccountCommand
  | CarriersCommand
  | TrunkCommand
  | EventsCommand
  | ChargesCommand
  | StuckCommand
  | NumbersCommand
  | MonthsCommand;

/** What is done to the account of a user. */
export type AccountCommand =
  | { name: 'credit'; email: string; amountMicros: Micros; reason: string }
  | { name: 'confirm'; email: string }
  | { name: 'activate'; email: string }
  | { name: 'deactivate'; email: string }
  | { name: 'promote'; email: string }
  | { name: 'demote'; email: string }
  | { name: 'trial'; email: string }
  | { name: 'forget-factors'; email: string }
  | SenderCommand;

/** What is done about the names that an account may write messages under. */
export type SenderCommand = {
  name: 'sender';
  email: string;
  act:
    | { kind: 'list' }
    | { kind: 'allow'; sender: string; registeredIn: readonly string[] }
    | { kind: 'forbid'; sender: string };
};

/** What is done to the ways out. */
export type TrunkCommand =
  | { name: 'trunks' }
  | { name: 'trunk'; trunk: string; change: TrunkChange }
  /** The password is no word: it would stand in the list of processes and in the shell's memory. */
  | { name: 'trunk-login'; trunk: string; login: { user: string; realm: string | null } | null };

/** The lines to the carriers of messages are listed. */
export type CarriersCommand = { name: 'carriers' };

/** What is done about events that a part of the server could not take. */
export type EventsCommand = { name: 'events'; act: { kind: 'list' } | { kind: 'retry' | 'discard'; part: string } };

/** Each call's charge is compared with its times. */
export type ChargesCommand = { name: 'charges' };

/** What is done about calls that carriers have not let go of; `clear`: the id of one that is taken off the list; null: they are listed. */
export type StuckCommand = { name: 'stuck'; clear: string | null };

/** What is done about the numbers that are offered for rent. */
export type NumbersCommand = {
  name: 'numbers';
  act: { kind: 'list' } | { kind: 'load'; path: string } | { kind: 'withdraw'; number: string };
};

/** What is done about what explains the calls of a month: the months are listed, one is moved into files in a folder, or put back. */
export type MonthsCommand = {
  name: 'months';
  act: { kind: 'list' } | { kind: 'archive' | 'restore'; month: string; folder: string };
};

const USAGE = `Usage:
  npm run operator -- credit <email> <amount> <reason>   put money on the balance of an account
  npm run operator -- confirm <email>                    have an address count as confirmed, without trial credit
  npm run operator -- activate <email>                   let an account call over real trunks, whatever it has paid
  npm run operator -- deactivate <email>                 take that back: what it has paid decides
  npm run operator -- promote <email>                    note that a user is an operator: the role opens nothing yet
  npm run operator -- demote <email>                     take that back
  npm run operator -- trial <email>                      say whether an account got its trial credit, and why not
  npm run operator -- forget-factors <email>             take every second factor of a user away, who has lost them
  npm run operator -- sender <email>                     list the names that an account may write messages under
  npm run operator -- sender <email> <name> [GB,DE]      let it write under a name, which is registered in these countries
  npm run operator -- sender <email> <name> off          take that back
  npm run operator -- trunks                             list the trunks, and the calls that are open on each
  npm run operator -- trunk <name> priority <1-1000>     trunks of the least priority are tried first
  npm run operator -- trunk <name> weight <1-1000>       how often it comes first among trunks of its priority
  npm run operator -- trunk <name> capacity <calls|none> the most calls open on it at one time
  npm run operator -- trunk <name> country <GB|none>     where numbers are of that it writes without a country
  npm run operator -- trunk <name> addresses <ip,…|none> where its calls come from, beside its own address
  npm run operator -- trunk <name> callers <own|any>     whether calls that are forwarded show it who calls
  npm run operator -- trunk <name> login <user> [realm]  how a carrier that asks for a password knows us; asks for it
  npm run operator -- trunk <name> login none            the carrier asks for none
  npm run operator -- trunk <name> register <seconds|none> for how long at a time we register with the carrier
  npm run operator -- trunk <name> <on|off>              whether it takes new calls
  npm run operator -- carriers                           list the carriers of messages, and what waits for them
  npm run operator -- numbers                            sum up the numbers that are offered for rent
  npm run operator -- numbers load <file>                offer the numbers of a CSV file, new or anew: all, or none
  npm run operator -- numbers withdraw <number>          offer it no more; whoever rents it keeps it
  npm run operator -- stuck                              list the calls that are over and that a carrier does not let go of
  npm run operator -- stuck clear <call id>              take one off that list, when the carrier says that it has ended it
  npm run operator -- events                             list what a part of the server could not take and set aside
  npm run operator -- events retry <part>                have it tried again
  npm run operator -- events discard <part>              give it up, as where no server has that part any more
  npm run operator -- months                             list the months whose call details are in the database, and their size
  npm run operator -- months archive <month> <folder>    move the call details of a month into files; restore puts them back
  npm run operator -- charges                            list the calls whose charge does not follow from their times`;

const LONGEST_REASON = 200;

/** The command that was typed. Refuses, with the sentence that says why, what cannot be done. */
export function readCommand(words: string[]): Command {
  const [name, email, amount, ...reason] = words;
  switch (name) {
    case 'credit':
      return {
        name,
        email: readEmail(email),
        amountMicros: readAmount(amount),
        reason: readReason(reason.join(' ').trim()),
      };
    case 'confirm':
    case 'activate':
    case 'deactivate':
    case 'promote':
    case 'demote':
    case 'trial':
    case 'forget-factors':
      if (amount !== undefined) throw new OperatorError(`${name} takes an email address and nothing more.\n\n${USAGE}`);
      return { name, email: readEmail(email) };
    case 'sender':
      return { name, email: readEmail(email), act: readSenderAct(words.slice(2)) };
    case 'trunks':
    case 'carriers':
    case 'charges':
      if (email !== undefined) throw new OperatorError(`${name} takes nothing more.\n\n${USAGE}`);
      return { name };
    case 'trunk':
      if (email === undefined) throw new OperatorError(`Which trunk? Give its name.\n\n${USAGE}`);
      if (amount === 'login') return { name: 'trunk-login', trunk: email, login: readTrunkLogin(reason, USAGE) };
      return { name, trunk: email, change: readTrunkChange(words.slice(2), USAGE) };
    case 'numbers':
      return { name, act: readNumbersAct(words.slice(1)) };
    case 'months':
      return { name, act: readMonthsAct(words.slice(1)) };
    case 'stuck':
      return { name, clear: readStuck(words.slice(1)) };
    case 'events':
      return { name, act: readEventsAct(words.slice(1)) };
    case undefined:
    default:
      throw new OperatorError(name === undefined ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  }
}

function readEventsAct([word, part, ...more]: string[]): EventsCommand['act'] {
  if (word === undefined) return { kind: 'list' };
  if ((word !== 'retry' && word !== 'discard') || part === undefined || more.length > 0) {
    throw new OperatorError(`events takes nothing more, or: retry <part>, or: discard <part>.\n\n${USAGE}`);
  }
  return { kind: word, part };
}

function readNumbersAct([act, of, ...more]: string[]): NumbersCommand['act'] {
  if (act === undefined) return { kind: 'list' };
  const isWhole = of !== undefined && more.length === 0;
  if (act === 'load' && isWhole) return { kind: 'load', path: of };
  if (act === 'withdraw' && isWhole) return { kind: 'withdraw', number: of.replace(/[\s().-]/g, '') };
  throw new OperatorError(`numbers takes nothing more, or: load <file>, or: withdraw <number>.\n\n${USAGE}`);
}

function readMonthsAct([act, month, folder, ...more]: string[]): MonthsCommand['act'] {
  if (act === undefined) return { kind: 'list' };
  const isWhole = month !== undefined && folder !== undefined && more.length === 0;
  if ((act === 'archive' || act === 'restore') && isWhole) return { kind: act, month, folder };
  throw new OperatorError(
    `months takes nothing more, or: archive <month> <folder>, or: restore <month> <folder>.\n\n${USAGE}`,
  );
}

function readSenderAct([sender, countries, ...more]: string[]): SenderCommand['act'] {
  if (sender === undefined) return { kind: 'list' };
  if (more.length > 0) throw new OperatorError(`sender takes a name and, at most, countries after it.\n\n${USAGE}`);
  if (!isSenderName(sender)) {
    throw new OperatorError(`"${sender}" is no name of a sender: eleven characters at most, with a letter among them.`);
  }
  if (countries === 'off') return { kind: 'forbid', sender };
  const registeredIn = countries === undefined ? [] : countries.toUpperCase().split(',');
  const wrong = registeredIn.find((code) => !/^[A-Z]{2}$/.test(code));
  if (wrong !== undefined) throw new OperatorError(`"${wrong}" is no country: write two letters, like GB.`);
  return { kind: 'allow', sender, registeredIn };
}

function readStuck([word, call, ...more]: string[]): string | null {
  if (word === undefined) return null;
  if (word !== 'clear' || more.length > 0) {
    throw new OperatorError(`stuck takes nothing more, or: clear <call id>.\n\n${USAGE}`);
  }
  if (call === undefined) throw new OperatorError('Which call? Give its id, as `stuck` lists it.');
  const id = call.toLowerCase();
  if (!isId(id)) throw new OperatorError(`"${call}" is not the id of a call.`);
  return id;
}

function readEmail(typed: string | undefined): string {
  if (typed === undefined) throw new OperatorError(`Whose account? Give the email address.\n\n${USAGE}`);
  if (!/^[^\s@]+@[^\s@]+$/.test(typed)) throw new OperatorError(`"${typed}" is not an email address.`);
  return typed;
}

function readAmount(typed: string | undefined): Micros {
  if (typed === undefined) throw new OperatorError(`How much? Give an amount such as 5.00.\n\n${USAGE}`);
  const amount = parseDecimal(typed);
  if (amount === null)
    throw new OperatorError(`"${typed}" is not an amount: write it like 5 or 5.00, without a currency.`);
  if (amount <= 0n) throw new OperatorError('The amount must be more than zero.');
  return amount;
}

function readReason(typed: string): string {
  if (typed === '') throw new OperatorError(`Why? Give a reason: it is kept in the audit.\n\n${USAGE}`);
  if (typed.length > LONGEST_REASON)
    throw new OperatorError(`The reason is too long: ${LONGEST_REASON} characters at most.`);
  return typed;
}

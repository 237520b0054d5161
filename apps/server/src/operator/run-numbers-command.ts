import { readFile } from 'node:fs/promises';
import { CURRENCY } from '../wiring/settings.ts';
import { recordAuditEvent } from '../modules/accounts/index.ts';
import {
  countOffers,
  countOpenOrders,
  type OpenOrders,
  readOffers,
  saveOffers,
  withdrawOffer,
} from '../modules/numbers/index.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { OperatorError } from './operator-error.ts';
import type { NumbersCommand } from './read-command.ts';

/** Lists the catalogue of numbers, loads a file into it, or withdraws a number; gives the sentences that tell what is now true. */
export async function runNumbersCommand(
  database: Database,
  { act }: NumbersCommand,
  by: { actor: string; at: Date },
): Promise<string> {
  switch (act.kind) {
    case 'list':
      return await listNumbers(database);
    case 'load':
      return await loadNumbers(database, act.path, by);
    case 'withdraw':
      return await withdrawNumber(database, act.number, by);
  }
}

async function listNumbers(database: Database): Promise<string> {
  const offers = await countOffers(database);
  const offered = offers.map(({ carrier, country, kind, offered: count, withdrawn }) => {
    const gone = withdrawn === 0 ? '' : `, ${withdrawn} withdrawn`;
    return `${carrier}, ${country}, ${kind.replace('_', '-')}: ${count} offered${gone}.`;
  });
  if (offers.length === 0) offered.push('No number is offered: load a file of them.');
  return [...offered, ...(await listOrders(database))].join('\n');
}

const UNDER_WAY: Partial<Record<OpenOrders['state'], string>> = {
  begun: 'to be ordered',
  submitted: 'ordered without an answer, and asked for',
  pending: 'pending at the provider',
  lost: 'given up without an answer, its money free again, and watched until the provider has one',
  releasing: 'to be given back',
};

/** What is under way at a provider of numbers: whatever stays here for long is for somebody to look at there. */
async function listOrders(database: Database): Promise<string[]> {
  const orders = await countOpenOrders(database);
  return orders.map(
    ({ provider, state, count, oldest }) =>
      `${provider}: ${count} ${UNDER_WAY[state] ?? state}, the oldest of ${oldest.toISOString()}.`,
  );
}

/** All of a file, or nothing of it. */
async function loadNumbers(database: Database, path: string, by: { actor: string; at: Date }): Promise<string> {
  const csv = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`${path} cannot be read.`);
  });
  const read = readOffers(csv, CURRENCY);
  if ('wrong' in read) throw new OperatorError(`Nothing was loaded.\n${read.wrong.join('\n')}`);
  const { offers } = read;
  const { added } = await inTransaction(database, async (tx) => {
    const saved = await saveOffers(tx, offers, by.at);
    const after = { added: saved.added, updated: offers.length - saved.added };
    await recordAuditEvent(tx, { ...by, action: 'numbers.loaded', accountId: null, subject: null, after });
    return saved;
  });
  const updated = offers.length - added;
  return `${added} new, ${updated} updated. Whoever rents one already goes on at the price that they began with.`;
}

async function withdrawNumber(database: Database, number: string, by: { actor: string; at: Date }): Promise<string> {
  await inTransaction(database, async (tx) => {
    if (!(await withdrawOffer(tx, number))) throw new OperatorError(`${number} is not offered.`);
    await recordAuditEvent(tx, {
      ...by,
      action: 'number.withdrawn',
      accountId: null,
      subject: null,
      after: { number },
    });
  });
  return `${number} is offered no more. Whoever rents it keeps it.`;
}

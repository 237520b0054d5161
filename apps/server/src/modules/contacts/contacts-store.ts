import type { ContactName, ContactNumber } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { storedJson } from '../../platform/stored-json.ts';
import type { Contact } from './contact.ts';
import type { ContactCursor } from './contact-cursor.ts';
import { foldName, searchWords } from './fold-name.ts';

// Whoever changes contacts locks the account's book first.

/** `requireOpen` refuses an account that is closed, and keeps any other from being closed until the end of the transaction. */
export type BookDeps = { requireOpen: (tx: Transaction, accountId: string) => Promise<void> };

/** Locks the account's contacts for a change, tells its account of it, and gives how many contacts there are. Those of a closed account are gone for good. */
export async function openBook({ requireOpen }: BookDeps, tx: Transaction, accountId: string): Promise<number> {
  await requireOpen(tx, accountId);
  await sql`
    with opened as (
      insert into contacts.book (account_id, revision) values (${accountId}, 1)
      on conflict (account_id) do update set revision = book.revision + 1 returning account_id)
    insert into platform.event (type, account_id, subject_id)
    select 'contacts.changed', account_id, account_id::text from opened`.execute(tx);
  // After the lock, so that whoever waited for it sees what the other added.
  const { rows } = await sql<{ contacts: number }>`
    select count(*)::int as contacts from contacts.contact where account_id = ${accountId}`.execute(tx);
  return rows[0]?.contacts ?? 0;
}

/** Deletes all contacts of accounts. */
export async function deleteBooks(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`delete from contacts.contact where account_id = any(${accountIds}::uuid[])`.execute(tx);
  await sql`delete from contacts.book where account_id = any(${accountIds}::uuid[])`.execute(tx);
}

/** Grows with every change of the account's contacts; 0 before the first. */
export async function bookRevision(db: Executor, accountId: string): Promise<bigint> {
  const { rows } = await sql<{ revision: bigint }>`
    select revision from contacts.book where account_id = ${accountId}`.execute(db);
  return rows[0]?.revision ?? 0n;
}

export async function insertContacts(tx: Transaction, contacts: Contact[]): Promise<void> {
  const sent = contacts.map((contact) => ({
    id: contact.id,
    account_id: contact.accountId,
    name: contact.name,
    search_name: foldName(contact.name),
    note: contact.note,
    ...tagsSent(contact),
    is_favourite: contact.isFavourite,
    created_at: contact.createdAt,
    changed_at: contact.changedAt,
  }));
  await sql`
    insert into contacts.contact
      (id, account_id, name, search_name, note, tags, search_tags, is_favourite, created_at, changed_at)
    select id, account_id, name, search_name, note, tags, search_tags, is_favourite, created_at, changed_at
    from jsonb_to_recordset(${storedJson(sent)}::jsonb) as sent (id uuid, account_id uuid, name text,
      search_name text, note text, tags text[], search_tags text, is_favourite boolean, created_at timestamptz, changed_at timestamptz)`.execute(
    tx,
  );
  await insertNumbers(tx, contacts);
}

/** Saves changed contacts, each with all its numbers. */
export async function saveContacts(tx: Transaction, contacts: Contact[]): Promise<void> {
  const sent = contacts.map((contact) => ({
    id: contact.id,
    name: contact.name,
    search_name: foldName(contact.name),
    note: contact.note,
    ...tagsSent(contact),
    is_favourite: contact.isFavourite,
    changed_at: contact.changedAt,
  }));
  await sql`
    update contacts.contact set name = sent.name, search_name = sent.search_name, note = sent.note,
      tags = sent.tags, search_tags = sent.search_tags, is_favourite = sent.is_favourite, changed_at = sent.changed_at
    from jsonb_to_recordset(${storedJson(sent)}::jsonb) as sent (id uuid, name text, search_name text, note text,
      tags text[], search_tags text, is_favourite boolean, changed_at timestamptz)
    where contact.id = sent.id`.execute(tx);
  await sql`delete from contacts.number where contact_id = any(${contacts.map(({ id }) => id)}::uuid[])`.execute(tx);
  await insertNumbers(tx, contacts);
}

const tagsSent = ({ tags }: Pick<Contact, 'tags'>) => ({ tags, search_tags: tags.map(foldName).join(' ') });

async function insertNumbers(tx: Transaction, contacts: Contact[]): Promise<void> {
  const sent = contacts.flatMap(({ id, accountId, numbers }) =>
    numbers.map((each, place) => ({ contact_id: id, place, account_id: accountId, ...each })),
  );
  await sql`
    insert into contacts.number (contact_id, place, account_id, number, label)
    select contact_id, place, account_id, number, label
    from jsonb_to_recordset(${storedJson(sent)}::jsonb) as sent (contact_id uuid, place integer, account_id uuid,
      number text, label text)`.execute(tx);
}

/** Removes a contact with its numbers. */
export async function deleteContact(tx: Transaction, id: string): Promise<void> {
  await sql`delete from contacts.contact where id = ${id}`.execute(tx);
}

type ContactRow = {
  id: string;
  account_id: string;
  name: string;
  search_name: string;
  note: string;
  tags: string[];
  is_favourite: boolean;
  created_at: Date;
  changed_at: Date;
  numbers: ContactNumber[];
};

/** By name: a prepared `select *` would break when a migration adds a column. */
const CONTACT = sql.raw(`
  contact.id, contact.account_id, contact.name, contact.search_name, contact.note, contact.tags, contact.is_favourite, contact.created_at,
  contact.changed_at`);

const NUMBERS = sql`(
  select json_agg(json_build_object('number', number, 'label', label) order by place)
  from contacts.number where contact_id = contact.id) as numbers`;

export async function findContact(db: Executor, wanted: { accountId: string; id: string }): Promise<Contact | null> {
  const { rows } = await sql<ContactRow>`
    select ${CONTACT}, ${NUMBERS} from contacts.contact
    where id = ${wanted.id} and account_id = ${wanted.accountId}`.execute(db);
  return rows[0] === undefined ? null : toContact(rows[0]);
}

/** An account's contacts in the order of their names, after a cursor, at most `most`, narrowed down. */
export async function listContacts(
  db: Executor,
  wanted: {
    accountId: string;
    most: number;
    after: ContactCursor | null;
    words: string[];
    partOfNumber: string | null;
    /** The whole number that was typed. */
    number?: string | null;
    isFavourite: boolean | null;
  },
): Promise<Contact[]> {
  const { accountId, after, isFavourite } = wanted;
  const conditions = [
    sql`account_id = ${accountId}`,
    ...(after === null ? [] : [sql`(search_name, id) > (${after.searchName}, ${after.id}::uuid)`]),
    ...(isFavourite === null ? [] : [sql`is_favourite = ${isFavourite}`]),
    ...matching(wanted),
  ];
  const { rows } = await sql<ContactRow>`
    select ${CONTACT}, ${NUMBERS} from contacts.contact where ${sql.join(conditions, sql` and `)}
    order by search_name, id limit ${wanted.most}`.execute(db);
  return rows.map(toContact);
}

function matching({
  words,
  partOfNumber,
  number = null,
}: {
  words: string[];
  partOfNumber: string | null;
  number?: string | null;
}): RawBuilder<unknown>[] {
  if (words.length === 0) return [];
  const isNamed = hasWords(words);
  if (partOfNumber === null) return [isNamed];
  return [
    sql`(${isNamed} or exists (
      select from contacts.number where contact_id = contact.id and (strpos(number, ${partOfNumber}) > 0 or number = ${number})))`,
  ];
}

const hasWords = (words: string[]) => sql`not exists (
  select from unnest(${words}::text[]) as word where strpos(search_name, word) = 0 and strpos(search_tags, word) = 0)`;

/**
 * The numbers of the account's contacts whose names and tags have all the words of `name`, each once: all of them, or a search
 * would miss calls. They are no more than a book holds.
 */
export async function numbersNamed(db: Executor, wanted: { accountId: string; name: string }): Promise<string[]> {
  const words = searchWords(wanted.name);
  if (words.length === 0) return [];
  const { rows } = await sql<{ number: string }>`
    select distinct number from contacts.contact join contacts.number on number.contact_id = contact.id
    where contact.account_id = ${wanted.accountId} and ${hasWords(words)}`.execute(db);
  return rows.map((row) => row.number);
}

/** Who has which number, of all or of these. Of two contacts with one number the favourite counts, then the older one. */
export async function listNames(
  db: Executor,
  accountId: string,
  numbers: readonly string[] | null = null,
): Promise<ContactName[]> {
  const { rows } = await sql<ContactName>`
    select distinct on (number.number) number.number, name, contact.id as "contactId", is_favourite as "isFavourite", tags
    from contacts.contact join contacts.number on number.contact_id = contact.id
    where contact.account_id = ${accountId} and ${numbers === null ? sql`true` : sql`number.account_id = ${accountId} and number.number = any(${numbers}::text[])`}
    order by number.number, is_favourite desc, contact.id`.execute(db);
  return rows;
}

/** The contacts of an account who have these numbers. */
export async function contactsOfNumbers(
  db: Executor,
  accountId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ContactName>> {
  return new Map((await listNames(db, accountId, numbers)).map((contact) => [contact.number, contact]));
}

/** Of those of these numbers whose contacts have more than one, the others: each number is one contact's, as in `listNames`. */
export async function numbersBeside(
  db: Executor,
  { accountId, numbers }: { accountId: string; numbers: readonly string[] },
): Promise<ReadonlyMap<string, readonly string[]>> {
  // Whose they are comes first: a switchboard may stand with hundreds of contacts, and is one of them's.
  const { rows } = await sql<{ numbers: string[] }>`
    with owner as (
      select distinct id from (${ownersSql(accountId, sql`select unnest(${numbers}::text[])`)}) asked),
    named as (
      ${ownersSql(accountId, sql`select theirs.number from owner join contacts.number theirs on theirs.contact_id = owner.id`)})
    select array_agg(number order by number) as numbers from named join owner using (id) group by id having count(*) > 1`.execute(
    db,
  );
  return new Map(
    rows.flatMap(({ numbers: all }) => all.map((number) => [number, all.filter((one) => one !== number)] as const)),
  );
}

/** Whose contact each of these numbers is. */
const ownersSql = (accountId: string, numbers: RawBuilder<unknown>) => sql`
  select distinct on (number.number) number.number, contact.id
  from contacts.number join contacts.contact on contact.id = number.contact_id
  where number.account_id = ${accountId} and number.number in (${numbers})
  order by number.number, is_favourite desc, contact.id`;

/** A piece of another module's statement, a boolean: whether a number is that of a favourite of the account. */
export const isFavouriteNumberSql = (who: { accountId: RawBuilder<string>; number: RawBuilder<string> }) =>
  sql<boolean>`coalesce((
    select true from contacts.number favourite join contacts.contact on contact.id = favourite.contact_id
    where favourite.account_id = ${who.accountId} and favourite.number = ${who.number} and is_favourite limit 1), false)`;

const toContact = (row: ContactRow): Contact => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  numbers: row.numbers,
  note: row.note,
  tags: row.tags,
  isFavourite: row.is_favourite,
  createdAt: row.created_at,
  changedAt: row.changed_at,
});

import { setImmediate as breathe } from 'node:timers/promises';
import { CONTACT_LIMITS, type ContactNumber, type ImportProblem, type ImportReport } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { textOfFile } from '../../platform/http-files.ts';
import type { Contact } from './contact.ts';
import { fileNotUnderstood } from './contacts-problems.ts';
import { type BookDeps, insertContacts, listContacts, openBook, saveContacts } from './contacts-store.ts';
import type { DraftContact, ReadFile } from './draft-contact.ts';
import { lineProblem } from './line-problem.ts';
import { type FoundContact, planImport, tooManyNumbers } from './plan-import.ts';
import { readContactsCsv } from './read-contacts-csv.ts';
import type { ReadNumber } from './read-number.ts';
import { readVcards } from './read-vcards.ts';

export type ImportDeps = BookDeps & { database: Database; clock: Clock; readNumber: ReadNumber };

const PROBLEMS_TOLD = 100;
/** So many numbers are read before others have their turn. */
const AT_ONCE = 100;

/**
 * Takes the contacts of a vCard or CSV file into an account's, all or nothing of what can be read; each line that cannot
 * is told. The same file again changes nothing.
 */
export async function importContacts(
  deps: ImportDeps,
  file: { accountId: string; bytes: Buffer; defaultCountry: string | undefined },
): Promise<ImportReport> {
  const text = textOfFile(file.bytes);
  const format = isVcardFile(text) ? 'vcard' : 'csv';
  const read: ReadFile = format === 'vcard' ? readVcards(text) : readContactsCsv(text);
  if (read.drafts.length === 0 || text.includes('\0')) throw fileNotUnderstood();
  const problems = [...read.problems];
  const found = await understand(deps.readNumber, read.drafts, { defaultCountry: file.defaultCountry, problems });

  const plan = await inTransaction(deps.database, async (tx) => {
    await openBook(deps, tx, file.accountId);
    const planned = planImport(await allContacts(tx, file.accountId), found);
    const now = deps.clock.now();
    const whose = { accountId: file.accountId, changedAt: now };
    await insertContacts(
      tx,
      planned.added.map(
        ({ name, numbers, note, tags, isFavourite }): Contact => ({
          ...whose,
          id: newId(now),
          createdAt: now,
          name,
          numbers,
          note,
          tags,
          isFavourite,
        }),
      ),
    );
    await saveContacts(
      tx,
      planned.completed.map((contact) => ({ ...contact, ...whose })),
    );
    return planned;
  });
  problems.push(...plan.problems);
  return {
    format,
    found: read.drafts.length,
    added: plan.added.length,
    completed: plan.completed.length,
    unchanged: plan.unchanged,
    problems: problems.toSorted((one, other) => one.line - other.line).slice(0, PROBLEMS_TOLD),
    skipped: problems.length,
  };
}

export const isVcardFile = (text: string): boolean => /^[ \t]*BEGIN:VCARD/im.test(text);

/** All of an account's contacts, in the order of their names. */
export async function allContacts(db: Parameters<typeof listContacts>[0], accountId: string): Promise<Contact[]> {
  const everything = { after: null, words: [], partOfNumber: null, isFavourite: null };
  return await listContacts(db, { accountId, most: CONTACT_LIMITS.contacts, ...everything });
}

type Understanding = { defaultCountry: string | undefined; problems: ImportProblem[] };

async function understand(readNumber: ReadNumber, drafts: DraftContact[], how: Understanding): Promise<FoundContact[]> {
  const found: FoundContact[] = [];
  let atOnce = 0;
  for (const draft of drafts) {
    atOnce += draft.numbers.length;
    if (atOnce > AT_ONCE) {
      await breathe();
      atOnce = draft.numbers.length;
    }
    const numbers = numbersOf(readNumber, draft, how);
    if (numbers.length === 0) {
      if (draft.numbers.length === 0) how.problems.push(lineProblem(draft.line, 'no_number', nameOf(draft)));
      continue;
    }
    found.push({
      line: draft.line,
      name: draft.name.replace(/\s+/g, ' ').slice(0, CONTACT_LIMITS.nameLength).trim(),
      numbers,
      note: draft.note.slice(0, CONTACT_LIMITS.noteLength),
      tags: draft.tags,
      isFavourite: draft.isFavourite,
    });
  }
  return found;
}

function numbersOf(readNumber: ReadNumber, draft: DraftContact, how: Understanding): ContactNumber[] {
  const numbers = new Map<string, ContactNumber>();
  for (const { line, typed, label } of draft.numbers) {
    const number = readNumber(typed.slice(0, 60), how.defaultCountry);
    if (number === null) how.problems.push(lineProblem(line, 'number_not_callable', typed.slice(0, 40)));
    else if (!numbers.has(number)) numbers.set(number, { number, label: label.slice(0, CONTACT_LIMITS.labelLength) });
  }
  if (numbers.size > CONTACT_LIMITS.numbersEach) how.problems.push(tooManyNumbers(draft.line));
  return [...numbers.values()].slice(0, CONTACT_LIMITS.numbersEach);
}

const nameOf = ({ name }: DraftContact) => (name === '' ? null : name.slice(0, 60));

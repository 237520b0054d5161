import { CONTACT_LIMITS, type ContactNumber, type ImportProblem } from '@farline/contracts';
import type { Contact, ContactFacts } from './contact.ts';
import { foldName } from './fold-name.ts';
import { lineProblem } from './line-problem.ts';

/** A contact of a file, understood. */
export type FoundContact = ContactFacts & { line: number };

export type ImportPlan = {
  added: ContactFacts[];
  /** Contacts that were there, with the numbers that they lacked. */
  completed: Contact[];
  unchanged: number;
  problems: ImportProblem[];
};

/**
 * What an import changes. A contact of the same name (but for accents and case) that shares a number is the same person:
 * it gets what numbers it lacks and nothing else, so that a file that comes again changes nothing.
 */
export function planImport(existing: Contact[], found: FoundContact[]): ImportPlan {
  const people = new People();
  for (const contact of existing) people.enter(contact, { isNew: false });
  const problems: ImportProblem[] = [];
  let room = CONTACT_LIMITS.contacts - existing.length;
  let unchanged = 0;

  for (const each of found) {
    const same = people.whoSharesNumber(each);
    if (same !== undefined) {
      const lacking = each.numbers.filter(({ number }) => !same.numbers.some((known) => known.number === number));
      const fits = lacking.slice(0, CONTACT_LIMITS.numbersEach - same.numbers.length);
      if (fits.length < lacking.length) problems.push(tooManyNumbers(each.line));
      people.complete(same, fits);
      if (fits.length === 0) unchanged += 1;
      else if (!same.isNew) same.isCompleted = true;
    } else if (room > 0) {
      room -= 1;
      people.enter(each, { isNew: true });
    } else {
      problems.push(lineProblem(each.line, 'no_room', CONTACT_LIMITS.contacts));
    }
  }

  const { all } = people;
  return {
    added: all.flatMap((person) => (person.isNew ? [{ ...person.contact, numbers: person.numbers }] : [])),
    completed: all.flatMap((person) =>
      person.isCompleted && 'id' in person.contact ? [{ ...person.contact, numbers: person.numbers }] : [],
    ),
    unchanged,
    problems,
  };
}

export const tooManyNumbers = (line: number): ImportProblem =>
  lineProblem(line, 'too_many_numbers', CONTACT_LIMITS.numbersEach);

type Person = {
  place: number;
  /** The folded name. */
  name: string;
  contact: Contact | FoundContact;
  numbers: ContactNumber[];
  isNew: boolean;
  isCompleted: boolean;
};

/** People in the order in which they were entered, found by name and number: a file may have thousands of one name. */
class People {
  readonly all: Person[] = [];
  /** The first who has a name and a number. */
  readonly #first = new Map<string, Person>();

  enter(contact: Contact | FoundContact, { isNew }: { isNew: boolean }): void {
    const person: Person = {
      place: this.all.length,
      name: foldName(contact.name),
      contact,
      numbers: [],
      isNew,
      isCompleted: false,
    };
    this.all.push(person);
    this.complete(person, contact.numbers);
  }

  complete(person: Person, numbers: ContactNumber[]): void {
    person.numbers.push(...numbers);
    for (const { number } of numbers) {
      const first = this.#first.get(key(person.name, number));
      if (first === undefined || person.place < first.place) this.#first.set(key(person.name, number), person);
    }
  }

  whoSharesNumber({ name, numbers }: FoundContact): Person | undefined {
    const folded = foldName(name);
    const sharing = numbers.flatMap(({ number }) => this.#first.get(key(folded, number)) ?? []);
    return sharing.toSorted((one, other) => one.place - other.place)[0];
  }
}

/** No folded name has a line end in it. */
const key = (foldedName: string, number: string) => `${foldedName}\n${number}`;

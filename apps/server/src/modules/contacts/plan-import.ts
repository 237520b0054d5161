import { CONTACT_LIMITS, type ContactNumber } from '@farline/contracts';
import type { Contact, ContactFacts } from './contact.ts';
import type { LineProblem } from './draft-contact.ts';
import { foldName } from './fold-name.ts';

/** A contact of a file, understood. */
export type FoundContact = ContactFacts & { line: number };

export type ImportPlan = {
  added: ContactFacts[];
  /** Contacts that were there, with the numbers that they lacked. */
  completed: Contact[];
  unchanged: number;
  problems: LineProblem[];
};

/**
 * What an import changes. A contact of the same name (but for accents and case) that shares a number is the same person:
 * it gets what numbers it lacks and nothing else, so that a file that comes again changes nothing.
 */
export function planImport(existing: Contact[], found: FoundContact[]): ImportPlan {
  const people = new Map<string, Person[]>();
  for (const contact of existing) {
    enter(people, { contact, numbers: [...contact.numbers], isNew: false, isCompleted: false });
  }
  const problems: LineProblem[] = [];
  let room = CONTACT_LIMITS.contacts - existing.length;
  let unchanged = 0;

  for (const each of found) {
    const same = (people.get(foldName(each.name)) ?? []).find((person) => sharesNumber(person.numbers, each.numbers));
    if (same !== undefined) {
      const lacking = each.numbers.filter(({ number }) => !same.numbers.some((known) => known.number === number));
      const fits = lacking.slice(0, CONTACT_LIMITS.numbersEach - same.numbers.length);
      if (fits.length < lacking.length) problems.push({ line: each.line, message: TOO_MANY_NUMBERS });
      same.numbers.push(...fits);
      if (fits.length === 0) unchanged += 1;
      else if (!same.isNew) same.isCompleted = true;
    } else if (room > 0) {
      room -= 1;
      enter(people, { contact: each, numbers: [...each.numbers], isNew: true, isCompleted: false });
    } else {
      problems.push({ line: each.line, message: NO_ROOM });
    }
  }

  const all = [...people.values()].flat();
  return {
    added: all.flatMap((person) => (person.isNew ? [{ ...person.contact, numbers: person.numbers }] : [])),
    completed: all.flatMap((person) =>
      person.isCompleted && 'id' in person.contact ? [{ ...person.contact, numbers: person.numbers }] : [],
    ),
    unchanged,
    problems,
  };
}

type Person = { contact: Contact | FoundContact; numbers: ContactNumber[]; isNew: boolean; isCompleted: boolean };

export const TOO_MANY_NUMBERS = `A contact has at most ${CONTACT_LIMITS.numbersEach} numbers: the others were left out.`;
const NO_ROOM = `There is room for ${CONTACT_LIMITS.contacts} contacts: this one was left out.`;

function enter(people: Map<string, Person[]>, person: Person): void {
  const name = foldName(person.contact.name);
  const sameName = people.get(name);
  if (sameName === undefined) people.set(name, [person]);
  else sameName.push(person);
}

const sharesNumber = (one: ContactNumber[], other: ContactNumber[]) =>
  one.some(({ number }) => other.some((each) => each.number === number));

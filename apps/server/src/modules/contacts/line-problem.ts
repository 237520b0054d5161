import type { ImportProblem } from '@farline/contracts';

type Value = ImportProblem['value'];

const SENTENCES: Record<ImportProblem['code'], (value: Value) => string> = {
  card_unfinished: () => 'This card has no end.',
  not_a_property: () => 'This line isn’t a vCard property.',
  quote_unfinished: () => 'A quotation mark on this line is never closed.',
  too_many_columns: (most) => `Only the first ${most} columns were read.`,
  too_many_contacts_read: (most) => `The file was read only up to this line: at most ${most} contacts at a time.`,
  too_many_numbers_read: (most) => `Only the first ${most} numbers of a contact were read.`,
  too_many_numbers: (most) => `A contact can have at most ${most} numbers: the others were left out.`,
  no_room: (most) => `There’s room for ${most} contacts: this one was left out.`,
  no_number: (name) => `${name === null ? 'This contact' : `“${name}”`} has no number.`,
  number_not_callable: (number) => `“${number}” isn’t a number that can be called.`,
};

/** Something of a line of a file that could not be taken, as a program reads it and as a person does. */
export function lineProblem(line: number, code: ImportProblem['code'], value: Value = null): ImportProblem {
  return { line, code, value, message: SENTENCES[code](value) };
}

import type { ImportProblem } from '@farline/contracts';

type Value = ImportProblem['value'];

const SENTENCES: Record<ImportProblem['code'], (value: Value) => string> = {
  card_unfinished: () => 'This card has no end.',
  not_a_property: () => 'This line is no property of a vCard.',
  quote_unfinished: () => 'A quotation mark on this line is never closed.',
  too_many_columns: (most) => `Of a file the first ${most} columns are read: the others were left out.`,
  too_many_contacts_read: (most) =>
    `From this line on the file was left out: at most ${most} contacts are read at once.`,
  too_many_numbers_read: (most) => `At most ${most} numbers of a contact are read: the others were left out.`,
  too_many_numbers: (most) => `A contact has at most ${most} numbers: the others were left out.`,
  no_room: (most) => `There’s room for ${most} contacts: this one was left out.`,
  no_number: (name) => `${name === null ? 'This contact' : `“${name}”`} has no number.`,
  number_not_callable: (number) => `“${number}” is no number that can be called.`,
};

/** Something of a line of a file that could not be taken, as a program reads it and as a person does. */
export function lineProblem(line: number, code: ImportProblem['code'], value: Value = null): ImportProblem {
  return { line, code, value, message: SENTENCES[code](value) };
}

import { CSV_START, csvLine } from '../../platform/csv.ts';
import type { Contact } from './contact.ts';

/** Contacts as a CSV file, with as many pairs of columns for numbers as the richest contact needs. */
export function writeContactsCsv(contacts: Contact[]): string {
  const most = contacts.reduce((longest, { numbers }) => Math.max(longest, numbers.length), 1);
  const places = Array.from({ length: most }, (_, place) => place);
  const headings = [
    'name',
    ...places.flatMap((place) => [`number ${place + 1}`, `label ${place + 1}`]),
    'note',
    'tags',
    'favourite',
  ];
  const lines = contacts.map(({ name, numbers, note, tags, isFavourite }) =>
    csvLine([
      name,
      ...places.flatMap((place) => [numbers[place]?.number ?? null, numbers[place]?.label ?? null]),
      note,
      tags.join(', '),
      isFavourite ? 'yes' : null,
    ]),
  );
  return CSV_START + csvLine(headings) + lines.join('');
}

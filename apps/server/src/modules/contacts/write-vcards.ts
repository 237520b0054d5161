import type { Contact } from './contact.ts';

const LONGEST_LINE_BYTES = 75;
const TYPES: Record<string, string> = { mobile: 'CELL', home: 'HOME', work: 'WORK', main: 'MAIN', other: 'OTHER' };

/** Contacts as vCards 3.0 (RFC 2426): what every telephone and mail program reads. */
export function writeVcards(contacts: Contact[]): string {
  return contacts.map(vcardOf).join('');
}

function vcardOf(contact: Contact): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `UID:urn:uuid:${contact.id}`,
    `FN:${escaped(contact.name)}`,
    // Which part of a name is the family's is not ours to guess.
    `N:;${escaped(contact.name)};;;`,
    ...contact.numbers.flatMap(({ number, label }, index) => {
      const type = TYPES[label];
      if (type !== undefined) return [`TEL;TYPE=${type}:${number}`];
      return [`item${index + 1}.TEL:${number}`, `item${index + 1}.X-ABLabel:${escaped(label)}`];
    }),
    ...(contact.note === '' ? [] : [`NOTE:${escaped(contact.note)}`]),
    ...(contact.tags.length === 0 ? [] : [`CATEGORIES:${contact.tags.map(escaped).join(',')}`]),
    ...(contact.isFavourite ? ['X-FARLINE-FAVOURITE:TRUE'] : []),
    'END:VCARD',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function escaped(text: string): string {
  return text.replace(/[\\,;]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** No line longer than 75 bytes, and no character torn apart (§2.6). */
function folded(line: string): string {
  const parts: string[] = [''];
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LONGEST_LINE_BYTES) {
      parts.push('');
      bytes = 1;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join('\r\n ');
}

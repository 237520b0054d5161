import { type DraftContact, labelOf, type LineProblem, type ReadFile } from './draft-contact.ts';

/**
 * Reads a file of vCards: 4.0 (RFC 6350), 3.0 (RFC 2426), and of 2.1 what telephones still write. Of each card the name,
 * numbers, note and favourite are taken; pictures and the like are passed over. A card that breaks costs no other.
 */
export function readVcards(text: string): ReadFile {
  const drafts: DraftContact[] = [];
  const problems: LineProblem[] = [];
  let card: { line: number; properties: Property[] } | null = null;
  for (const { line, content } of logicalLines(text)) {
    const word = content.trim().toUpperCase();
    if (word === 'BEGIN:VCARD') {
      if (card !== null) problems.push({ line: card.line, message: 'This card has no end.' });
      card = { line, properties: [] };
    } else if (word === 'END:VCARD') {
      if (card !== null) drafts.push(draftOf(card.line, card.properties));
      card = null;
    } else if (card !== null && content.trim() !== '') {
      const property = readProperty(line, content);
      if (property === null) problems.push({ line, message: 'This line is no property of a vCard.' });
      else card.properties.push(property);
    }
  }
  if (card !== null) problems.push({ line: card.line, message: 'This card has no end.' });
  return { drafts, problems };
}

type Property = {
  line: number;
  group: string;
  name: string;
  parameters: { name: string; value: string }[];
  value: string;
};

/** Lines as they were before they were folded: one that begins with a blank goes on with the one before (§3.2). */
function logicalLines(text: string): { line: number; content: string }[] {
  const lines: { line: number; content: string }[] = [];
  text.split(/\r\n|\r|\n/).forEach((content, index) => {
    const last = lines.at(-1);
    if (last !== undefined && /^[ \t]/.test(content)) last.content += content.slice(1);
    // Quoted-printable of version 2.1 folds by an equals sign at the end (RFC 2045 §6.7).
    else if (last !== undefined && isUnfinishedQuotedPrintable(last.content)) {
      last.content = last.content.slice(0, -1) + content;
    } else lines.push({ line: index + 1, content });
  });
  return lines;
}

const isUnfinishedQuotedPrintable = (content: string) =>
  content.endsWith('=') && /^[^:]*ENCODING=QUOTED-PRINTABLE[^:]*:/i.test(content);

const PROPERTY = /^(?:([A-Za-z0-9-]+)\.)?([A-Za-z0-9-]+)((?:;(?:"[^"]*"|[^":;])*)*):([\s\S]*)$/;

function readProperty(line: number, content: string): Property | null {
  const match = PROPERTY.exec(content);
  if (match === null) return null;
  const [, group = '', name = '', parameterText = '', value = ''] = match;
  const parameters = [...parameterText.matchAll(/;((?:"[^"]*"|[^":;])*)/g)].flatMap(([, parameter = '']) =>
    readParameter(parameter),
  );
  return { line, group: group.toLowerCase(), name: name.toUpperCase(), parameters, value: decoded(value, parameters) };
}

/** `TYPE="cell,voice"` is two; a bare `CELL` is a type (version 2.1). */
function readParameter(text: string): { name: string; value: string }[] {
  const equals = text.indexOf('=');
  const name = equals === -1 ? 'TYPE' : text.slice(0, equals).toUpperCase();
  return text
    .slice(equals + 1)
    .replaceAll('"', '')
    .split(',')
    .map((value) => ({ name, value: value.trim().toLowerCase() }));
}

function decoded(value: string, parameters: Property['parameters']): string {
  const isQuotedPrintable = parameters.some(({ value: each }) => each === 'quoted-printable');
  if (!isQuotedPrintable) return value;
  const bytes = value.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function draftOf(line: number, properties: Property[]): DraftContact {
  const valueOf = (name: string) => properties.find((property) => property.name === name)?.value ?? '';
  const numbers = properties
    .filter((property) => property.name === 'TEL')
    .map((property) => ({
      line: property.line,
      typed: numberOf(property.value),
      label: labelOfTel(property, properties),
    }));
  const name = plain(valueOf('FN')) || nameOf(valueOf('N')) || plain(valueOf('ORG').replace(/;+/g, ' '));
  return {
    line,
    name: name || (numbers[0]?.typed ?? ''),
    numbers,
    note: plain(valueOf('NOTE')),
    isFavourite: /^(true|1)$/i.test(valueOf('X-FARLINE-FAVOURITE')) || isStarred(valueOf('CATEGORIES')),
  };
}

/** `tel:+44-20-7946-0018;ext=5` without its scheme; an extension stays to be seen and refused (RFC 3966). */
function numberOf(value: string): string {
  return plain(value.replace(/^tel:/i, '').replace(/;(?!ext=).*$/i, '')).trim();
}

/** Apple names a number by a second property of the same group. */
function labelOfTel(tel: Property, properties: Property[]): string {
  const named = properties.find(({ name, group }) => name === 'X-ABLABEL' && group !== '' && group === tel.group);
  if (named !== undefined) return labelOf(plain(named.value));
  const types = tel.parameters.filter(({ name }) => name === 'TYPE').map(({ value }) => value);
  const type = ['cell', 'work', 'home', 'main', 'fax', 'pager', 'other'].find((each) => types.includes(each));
  return labelOf(type ?? (types.includes('x-mobile') ? 'mobile' : 'other'));
}

/** Family; given; additional; prefixes; suffixes: as a person would say it. */
function nameOf(value: string): string {
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] = value.split(/(?<!\\);/).map(plain);
  return [prefix, given, additional, family, suffix].filter((part) => part !== '').join(' ');
}

const isStarred = (categories: string) => /(^|,)\s*(starred|favou?rites?)\s*(,|$)/i.test(categories);

/** A value without its escapes (RFC 6350 §3.4). */
function plain(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped)).trim();
}

import type { ImportProblem } from '@farline/contracts';
import { type DraftContact, labelOf, MOST_DRAFTS, MOST_NUMBERS, type ReadFile, tagsOf } from './draft-contact.ts';
import { lineProblem } from './line-problem.ts';

/**
 * Reads a file of vCards: 4.0 (RFC 6350), 3.0 (RFC 2426), and of 2.1 what telephones still write. Of each card the name,
 * numbers, note and favourite are taken; pictures and the like are passed over. A card that breaks costs no other.
 */
export function readVcards(text: string): ReadFile {
  const drafts: DraftContact[] = [];
  const problems: ImportProblem[] = [];
  let card: { line: number; properties: Property[] } | null = null;
  for (const { line, content } of logicalLines(text)) {
    const word = content.trim().toUpperCase();
    if (word === 'BEGIN:VCARD') {
      if (card !== null) problems.push(lineProblem(card.line, 'card_unfinished'));
      if (drafts.length === MOST_DRAFTS) {
        problems.push(lineProblem(line, 'too_many_contacts_read', MOST_DRAFTS));
        return { drafts, problems };
      }
      card = { line, properties: [] };
    } else if (word === 'END:VCARD') {
      if (card !== null) drafts.push(draftOf(card.line, card.properties, problems));
      card = null;
    } else if (card !== null && content.trim() !== '') {
      const property = readProperty(line, content);
      if (property === null) problems.push(lineProblem(line, 'not_a_property'));
      else if (TAKEN.has(property.name)) card.properties.push(property);
    }
  }
  if (card !== null) problems.push(lineProblem(card.line, 'card_unfinished'));
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
function* logicalLines(text: string): Generator<{ line: number; content: string }> {
  let last: LogicalLine | null = null;
  for (const [index, content] of text.split(/\r\n|\r|\n/).entries()) {
    if (last !== null && /^[ \t]/.test(content)) last.add(content.slice(1));
    else if (last !== null && last.isUnfinishedQuotedPrintable()) last.goOnWith(content);
    else {
      if (last !== null) yield last;
      last = content === '' ? null : new LogicalLine(index + 1, content);
    }
  }
  if (last !== null) yield last;
}

/** A line in pieces: to join them at each piece would take the square of their number. */
class LogicalLine {
  readonly line: number;
  /** None is empty. */
  readonly #pieces: string[] = [];
  #isQuotedPrintable = false;

  constructor(line: number, content: string) {
    this.line = line;
    this.add(content);
  }

  get content(): string {
    return this.#pieces.join('');
  }

  add(piece: string): void {
    if (piece !== '') this.#pieces.push(piece);
  }

  /** Quoted-printable of version 2.1 folds by an equals sign at the end (RFC 2045 §6.7). */
  isUnfinishedQuotedPrintable(): boolean {
    if (this.#pieces.at(-1)?.endsWith('=') !== true) return false;
    this.#isQuotedPrintable ||= saysQuotedPrintable(this.content);
    return this.#isQuotedPrintable;
  }

  /** Goes on in the place of the equals sign. */
  goOnWith(content: string): void {
    this.add(this.#pieces.pop()?.slice(0, -1) ?? '');
    this.add(content);
  }
}

function saysQuotedPrintable(content: string): boolean {
  const colon = content.indexOf(':');
  return colon !== -1 && /ENCODING=QUOTED-PRINTABLE/i.test(content.slice(0, colon));
}

/** What a draft is made of; all else is passed over. */
const TAKEN = new Set(['FN', 'N', 'ORG', 'TEL', 'NOTE', 'CATEGORIES', 'X-ABLABEL', 'X-FARLINE-FAVOURITE']);
/** Enough for the longest note in quoted-printable. */
const LONGEST_READ = 50_000;
const PROPERTY = /^(?:([A-Za-z0-9-]+)\.)?([A-Za-z0-9-]+)((?:;(?:"[^"]*"|[^":;])*)*):([\s\S]*)$/;

function readProperty(line: number, content: string): Property | null {
  const match = PROPERTY.exec(content);
  if (match === null) return null;
  const [, writtenGroup = '', writtenName = '', parameterText = '', value = ''] = match;
  const [group, name] = [writtenGroup.toLowerCase(), writtenName.toUpperCase()];
  if (!TAKEN.has(name)) return { line, group, name, parameters: [], value: '' };
  const parameters = readParameters(parameterText.slice(0, LONGEST_READ));
  return { line, group, name, parameters, value: decoded(value.slice(0, LONGEST_READ), parameters) };
}

function readParameters(text: string): Property['parameters'] {
  return [...text.matchAll(/;((?:"[^"]*"|[^":;])*)/g)].flatMap(([, parameter = '']) => readParameter(parameter));
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
  // No text of PostgreSQL may have U+0000 in it.
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\0', '');
}

function draftOf(line: number, properties: Property[], problems: ImportProblem[]): DraftContact {
  const valueOf = (name: string) => properties.find((property) => property.name === name)?.value ?? '';
  const tels = properties.filter((property) => property.name === 'TEL');
  const tooMany = tels[MOST_NUMBERS];
  if (tooMany !== undefined) problems.push(lineProblem(tooMany.line, 'too_many_numbers_read', MOST_NUMBERS));
  const labels = labelsOfGroups(properties);
  const numbers = tels.slice(0, MOST_NUMBERS).map((tel) => ({
    line: tel.line,
    typed: numberOf(tel.value),
    label: labels.get(tel.group) ?? labelOfTel(tel),
  }));
  const name = plain(valueOf('FN')) || nameOf(valueOf('N')) || plain(valueOf('ORG').replace(/;+/g, ' '));
  return {
    line,
    name: name || (numbers[0]?.typed ?? ''),
    numbers,
    note: plain(valueOf('NOTE')),
    tags: tagsOf(parted(valueOf('CATEGORIES'), ',').map(plain)),
    isFavourite: /^(true|1)$/i.test(valueOf('X-FARLINE-FAVOURITE')) || isStarred(valueOf('CATEGORIES')),
  };
}

/** `tel:+44-20-7946-0018;ext=5` without its scheme; an extension stays to be seen and refused (RFC 3966). */
function numberOf(value: string): string {
  return plain(value.replace(/^tel:/i, '').replace(/;(?!ext=)[\s\S]*/i, '')).trim();
}

/** Apple names a number by a second property of the same group. */
function labelsOfGroups(properties: Property[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const { name, group, value } of properties) {
    if (name === 'X-ABLABEL' && group !== '' && !labels.has(group)) labels.set(group, labelOf(plain(value)));
  }
  return labels;
}

function labelOfTel(tel: Property): string {
  const types = tel.parameters.filter(({ name }) => name === 'TYPE').map(({ value }) => value);
  const type = ['cell', 'work', 'home', 'main', 'fax', 'pager', 'other'].find((each) => types.includes(each));
  return labelOf(type ?? (types.includes('x-mobile') ? 'mobile' : 'other'));
}

/** Family; given; additional; prefixes; suffixes: as a person would say it. */
function nameOf(value: string): string {
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] = parted(value, ';').map(plain);
  return [prefix, given, additional, family, suffix].filter((part) => part !== '').join(' ');
}

const isStarred = (categories: string) => /(^|,)\s*(starred|favou?rites?)\s*(,|$)/i.test(categories);

/** The values between commas or semicolons, with their escapes: one after an escaped backslash parts, too (RFC 6350 §3.4). */
function parted(value: string, at: ',' | ';'): string[] {
  const ends = [...value.matchAll(/\\[\s\S]|[,;]/g)].flatMap((found) => (found[0] === at ? [found.index] : []));
  return [...ends, value.length].map((end, place) => value.slice((ends[place - 1] ?? -1) + 1, end));
}

/** A value without its escapes (RFC 6350 §3.4). */
function plain(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped)).trim();
}

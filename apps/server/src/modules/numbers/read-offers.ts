import { isPlainLine, type Micros, microsOfUnits, parseDecimal } from '@farline/contracts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { readCsv } from '../../platform/csv.ts';
import { numberFacts } from './record/number-facts.ts';
import type { Offer } from './record/offer.ts';

const COLUMNS = [
  'number',
  'carrier',
  'monthly_price',
  'setup_price',
  'incoming_per_minute',
  'voice',
  'sms',
  'documents',
] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Record<Column, string>;

const MOST_NUMBERS = 100_000;
const MOST_TOLD = 20;
const LONGEST_CARRIER = 80;
const LONGEST_DOCUMENTS = 500;
const MOST_EXPENSIVE_MICROS = microsOfUnits(10_000);
const FIRST_LINE = `The first line names the columns: ${COLUMNS.join(', ')}.`;

/** The numbers of a file, or what is wrong with it: a sentence for each line, at most 20. */
export type ReadOffers = { offers: Offer[] } | { wrong: string[] };

/** Reads a CSV file of numbers that are offered for rent, at prices in a currency. One line that is wrong, and none counts. */
export function readOffers(csv: string, currency: string): ReadOffers {
  const { records, brokenAt } = readCsv(csv, { records: MOST_NUMBERS + 2, cells: COLUMNS.length + 1 });
  if (brokenAt !== null) return { wrong: [`line ${brokenAt}: a quotation mark is never closed.`] };
  const [head, ...lines] = records;
  const order = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  if (order.length !== COLUMNS.length || COLUMNS.some((column) => !order.includes(column))) {
    return { wrong: [FIRST_LINE] };
  }
  if (lines.length === 0) return { wrong: ['There is no number in it.'] };
  if (lines.length > MOST_NUMBERS) return { wrong: [`A file has at most ${MOST_NUMBERS} numbers.`] };

  const offers = new Map<string, Offer>();
  const wrong: string[] = [];
  for (const { line, cells } of lines) {
    const read = cells.length === COLUMNS.length ? readOffer(named(order, cells), currency) : tooManyOrFew(cells);
    const sentence = typeof read === 'string' ? read : offers.has(read.e164) ? `${read.e164} stands here twice.` : null;
    if (sentence !== null) wrong.push(`line ${line}: ${sentence}`);
    else if (typeof read !== 'string') offers.set(read.e164, read);
  }
  if (wrong.length === 0) return { offers: [...offers.values()] };
  const more = wrong.length - MOST_TOLD;
  return { wrong: more > 0 ? [...wrong.slice(0, MOST_TOLD), `And ${more} more.`] : wrong };
}

const tooManyOrFew = (cells: string[]) => `it has ${cells.length} cells, and the first line has ${COLUMNS.length}.`;

function named(order: string[], cells: string[]): Cells {
  const cell = (column: Column) => (cells[order.indexOf(column)] ?? '').trim();
  return Object.fromEntries(COLUMNS.map((column) => [column, cell(column)])) as Cells;
}

/** A number as a line offers it, or the sentence that says what is wrong with the line. */
function readOffer(cells: Cells, currency: string): Offer | string {
  const number = readNumber(cells.number);
  if (typeof number === 'string') return number;
  const { carrier, documents } = cells;
  if (carrier === '' || carrier.length > LONGEST_CARRIER || !isPlainLine(carrier)) {
    return `the carrier's name has 1 to ${LONGEST_CARRIER} characters.`;
  }
  if (documents.length > LONGEST_DOCUMENTS || !isPlainLine(documents)) {
    return `the note on documents is one line of at most ${LONGEST_DOCUMENTS} characters.`;
  }
  const [monthlyMicros, setupMicros] = [readPrice(cells.monthly_price), readPrice(cells.setup_price)];
  const perMinuteMicros = readPrice(cells.incoming_per_minute);
  if (monthlyMicros === null || setupMicros === null || perMinuteMicros === null)
    return 'a price is written like 1.50, from 0 to 10000.';
  const [hasVoice, hasSms] = [readYes(cells.voice), readYes(cells.sms)];
  if (hasVoice === null || hasSms === null) return 'voice and sms are yes or no.';
  if (!hasVoice && !hasSms) return 'a number takes calls, or text messages, or both.';
  const noted = documents === '' ? null : documents;
  const prices = { monthlyMicros, setupMicros, perMinuteMicros, currency };
  return { ...number, carrier, ...prices, hasVoice, hasSms, documents: noted };
}

function readNumber(typed: string): Pick<Offer, 'e164' | 'country' | 'kind'> | string {
  const e164 = typed.replace(/[\s().-]/g, '');
  const read = e164.startsWith('+') ? parsePhoneNumberFromString(e164) : undefined;
  if (read === undefined || read.number !== e164 || !read.isValid()) {
    return `"${typed}" is not a whole number with its country, such as +14155550123.`;
  }
  const facts = numberFacts(e164);
  if (facts === null) return `${e164} is no landline, mobile, toll-free or internet number of a country.`;
  return { e164, ...facts };
}

function readPrice(typed: string): Micros | null {
  const price = parseDecimal(typed);
  return price === null || price < 0n || price > MOST_EXPENSIVE_MICROS ? null : price;
}

function readYes(typed: string): boolean | null {
  const word = typed.toLowerCase();
  return word === 'yes' ? true : word === 'no' ? false : null;
}

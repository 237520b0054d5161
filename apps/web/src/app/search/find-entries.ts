import type { ContactName } from '@farline/contracts/contacts/contacts';
import type { LucideIcon } from 'lucide-react';
import { findRecipients, type Recipient } from '../../lib/calls/find-recipients.ts';
import { type CountryOption, findCountries } from '../../lib/countries/find-countries.ts';
import type { ReadNumber } from '../../lib/format/phone-number.ts';
import { plain } from '../../lib/format/plain.ts';

/** Something to do or a page to go to. */
export interface Command {
  id: string;
  word: string;
  icon?: LucideIcon;
  /** The keys that do the same, as a keyboard has them: `G B`. */
  keys?: string;
  /** A command that takes an amount does so by this: what it is called with one. */
  withAmount?: (amount: string) => Pick<Command, 'word' | 'act'>;
  act: () => void;
}

export type Entry<Country extends CountryOption = CountryOption> =
  | { is: 'person'; id: string; person: Recipient }
  | { is: 'command'; id: string; command: Command }
  | { is: 'country'; id: string; country: Country };

interface Known<Country> {
  contacts: readonly ContactName[];
  /** Numbers that there were calls with, the latest first. */
  latest: readonly string[];
  /** How the typed text reads as a number. */
  read: ReadNumber;
  countries: readonly Country[];
  commands: readonly Command[];
  /** Some of the people are still waited for. */
  arePeopleUnderWay: boolean;
}

const MOST_COMMANDS = 6;
const MOST_COUNTRIES = 4;
/** With nothing typed: the people of the latest calls, and what is done most. */
const MOST_AT_FIRST = 5;
/** What is longer is a number, not a calling code. */
const CALLING_CODE = /^\+?\d{1,4}$/;

/** What the typed text may mean, what is meant most likely first: people and numbers, commands, countries. */
export function findEntries<Country extends CountryOption>(typed: string, known: Known<Country>): Entry<Country>[] {
  const text = typed.trim();
  const people = unfinishedLast(findRecipients(text, known), known);
  // As long as somebody may be meant who is not there yet, typed text does nothing that is no call.
  const commands = text !== '' && known.arePeopleUnderWay ? [] : findCommands(text, known.commands);
  if (text === '') return [...people.slice(0, MOST_AT_FIRST).map(ofPerson), ...commands.map(ofCommand)];
  return [
    ...people.map(ofPerson),
    ...commands.slice(0, MOST_COMMANDS).map(ofCommand),
    ...(/\d/.test(text) && !CALLING_CODE.test(text) ? [] : findCountries(known.countries, text))
      .slice(0, MOST_COUNTRIES)
      .map(
        (country): Entry<Country> => ({ is: 'country', id: `country-${country.code}`, country: country as Country }),
      ),
  ];
}

/** As many as the phone has room for. */
const MOST_IN_FIELD = { person: 4, command: 3, country: 2 };

/** Of what was found, what the phone's field shows: for what may still become a number its people alone. */
export function fieldEntries<Country extends CountryOption>(
  found: readonly Entry<Country>[],
  typed: string,
): Entry<Country>[] {
  const isWord = /\p{L}/u.test(typed);
  const left = { ...MOST_IN_FIELD };
  return found.filter(({ is }) => (isWord || is === 'person') && left[is]-- > 0);
}

/** The beginning of a number can be one already: who has the whole of it is meant rather. */
function unfinishedLast(people: Recipient[], { read, latest }: Pick<Known<unknown>, 'read' | 'latest'>): Recipient[] {
  const [first, ...others] = people;
  const isAsTyped = first?.name === null && read.is === 'number' && !latest.includes(first.number);
  return isAsTyped ? [...others, first] : people;
}

const ofPerson = (person: Recipient): Entry<never> => ({ is: 'person', id: `person-${person.number}`, person });
const ofCommand = (command: Command): Entry<never> => ({ is: 'command', id: `command-${command.id}`, command });

/** An amount in front of, behind, or without the sign of its currency. */
const AMOUNT = /(?<=^|\s)\p{Sc}?\s?(\d{1,6}(?:[.,]\d{1,2})?)\s?\p{Sc}?(?=\s|$)/u;

/** Those of which every typed word begins a word, in their order; an amount among the words belongs to what takes one. */
function findCommands(text: string, commands: readonly Command[]): Command[] {
  const amount = AMOUNT.exec(text)?.[1]?.replace(',', '.');
  const words = plain(amount === undefined ? text : text.replace(AMOUNT, ' '))
    .split(/\s+/)
    .filter((word) => word !== '');
  if (amount !== undefined && words.length === 0) return [];
  return commands.flatMap((command) => {
    const own = plain(command.word).split(/[\s:/]+/);
    if (!words.every((word) => own.some((each) => each.startsWith(word)))) return [];
    if (amount === undefined) return [command];
    return command.withAmount === undefined ? [] : [{ ...command, ...command.withAmount(amount) }];
  });
}

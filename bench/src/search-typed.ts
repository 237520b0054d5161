import { findEntries } from '../../apps/web/src/app/search/find-entries.ts';
import { readNumber } from '../../apps/web/src/lib/format/phone-number.ts';
import { type Measured, median } from './measured.ts';

const CONTACTS = 10_000;
const FEW = 10;
const COUNTRIES = 240;
const ROUNDS = 20;
const AIM_MS = 50;
/** By name, by tag and part of a name, by number as at home and in its whole, by country, and by nobody's name. */
const TYPED = ['ada lovelace 4711', 'choir pers', '07700 900 123', '+447900001234', 'united king', 'zzzzzz'];

/**
 * What a key takes of the processor for the search that stands in front of every page and below the phone's field, with ten thousand contacts: what the
 * text may mean, without drawing it. Ours is the slowest key of a round, the median of all rounds; each begins with contacts that just came, so
 * that the first key has all names to make plain. Beside it the same keys with ten contacts.
 */
export function measureSearch(): Measured {
  const roundsWith = (count: number): number[][] =>
    Array.from({ length: ROUNDS }, () => {
      const contacts = contactsOf(count);
      return TYPED.flatMap((typed) => keysOf(typed, contacts));
    });
  const slowest = (rounds: number[][]): number => median(rounds.map((keys) => Math.max(...keys)));
  const bare = slowest(roundsWith(FEW));
  const rounds = roundsWith(CONTACTS);
  const ours = slowest(rounds);
  const what = `search: processor, slowest key, ${CONTACTS} contacts; bare: ${FEW}`;
  const remark = `a key in the middle ${median(rounds.flat()).toFixed(1)} ms`;
  return { what, unit: 'ms', ours, bare, aim: `≤ ${AIM_MS} ms`, isMet: ours <= AIM_MS, remark };
}

type Known = Parameters<typeof findEntries>[1];
type Contact = Known['contacts'][number];

function contactsOf(count: number): Contact[] {
  return Array.from({ length: count }, (_, index) => ({
    name: index % 3 === 0 ? `Ada Lovelace ${index}` : `Pérsön ${index}`,
    number: `+4479${String(index).padStart(8, '0')}`,
    contactId: String(index),
    isFavourite: index % 100 === 0,
    tags: index % 50 === 0 ? ['Choir'] : [],
  }));
}

/** As they come in an answer of the server; no name of them matters here. */
const countries: Known['countries'] = Array.from({ length: COUNTRIES }, (_, index) => ({
  code: String.fromCodePoint(65 + (index % 26), 65 + (Math.floor(index / 26) % 26)),
  name: `Land ${index}`,
  callingCode: String(1 + index),
}));

/** What each key takes of the processor, in ms, of a text that is typed letter by letter: a neighbour's time is not in it. */
function keysOf(typed: string, contacts: readonly Contact[]): number[] {
  const latest = contacts.slice(0, 200).map(({ number }) => number);
  return Array.from(typed, (_letter, at) => {
    const text = typed.slice(0, at + 1);
    const begun = process.cpuUsage();
    findEntries(text, {
      contacts,
      latest,
      read: readNumber(text, 'GB'),
      countries,
      commands: [],
      arePeopleUnderWay: false,
    });
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  });
}

import { plain } from '../format/plain.ts';
import { getCountryNames } from './country-aliases.ts';

/** How well a country is meant by what was typed; null: not at all. Lower is better. */
export type Likeness = 0 | 1 | 2 | 3;

/** Whole names and codes first, then what a name begins with, then what a word of it begins with, then anything in it. */
export function likenessOf(country: { code: string; name: string }, wanted: string): Likeness | null {
  const own = plainNamesOf(country);
  if (own.includes(wanted)) return 0;
  const names = own.slice(1);
  if (names.some((name) => name.startsWith(wanted))) return 1;
  if (names.some((name) => name.includes(` ${wanted}`))) return 2;
  return names.some((name) => name.includes(wanted)) ? 3 : null;
}

/** By code: the name in the page's language, of which there is one at a time, and all of them made plain. */
const kept = new Map<string, { name: string; plain: readonly string[] }>();

function plainNamesOf({ code, name }: { code: string; name: string }): readonly string[] {
  const known = kept.get(code);
  if (known?.name === name) return known.plain;
  const made = [code, name, ...getCountryNames(code)].map(plain);
  kept.set(code, { name, plain: made });
  return made;
}

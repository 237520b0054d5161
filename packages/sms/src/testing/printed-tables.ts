import type { NationalLanguage } from '../national-alphabets.ts';
import { INDIC } from './printed-letters.ts';

// 3GPP TS 23.038 Annex A a second time, by columns as it is printed there, so that a slip in one of the two shows.

/** The characters of a column in its rows; a dash is a place without a character. */
type Column = readonly (string | null)[];

/** Columns of a table, from rows of eight characters as printed; `SP`, `LF` and `CR` by their names, `--` for none and for the escape. */
const printed = (rows: string): Column[] => {
  const named: Record<string, string | null> = { SP: ' ', LF: '\n', CR: '\r', FF: '\f', '--': null };
  const cells = rows
    .trim()
    .split('\n')
    .map((row) =>
      row
        .trim()
        .split(/\s+/)
        .map((cell) => (cell in named ? (named[cell] ?? null) : cell)),
    );
  return [0, 1, 2, 3, 4, 5, 6, 7].map((column) => cells.map((row) => row[column] ?? null));
};

/** §A.3.1 and §A.3.3. */
const TURKISH = printed(`
  @  Δ  SP 0 İ P ç p
  £  _  !  1 A Q a q
  $  Φ  "  2 B R b r
  ¥  Γ  #  3 C S c s
  €  Λ  ¤  4 D T d t
  é  Ω  %  5 E U e u
  ù  Π  &  6 F V f v
  ı  Ψ  '  7 G W g w
  ò  Σ  (  8 H X h x
  Ç  Θ  )  9 I Y i y
  LF Ξ  *  : J Z j z
  Ğ  -- +  ; K Ä k ä
  ğ  Ş  ,  < L Ö l ö
  CR ş  -  = M Ñ m ñ
  Å  ß  .  > N Ü n ü
  å  É  /  ? O § o à`);
const PORTUGUESE = printed(`
  @  Δ  SP 0 Í P ~ p
  £  _  !  1 A Q a q
  $  ª  "  2 B R b r
  ¥  Ç  #  3 C S c s
  ê  À  º  4 D T d t
  é  ∞  %  5 E U e u
  ú  ^  &  6 F V f v
  í  \\  '  7 G W g w
  ó  €  (  8 H X h x
  ç  Ó  )  9 I Y i y
  LF |  *  : J Z j z
  Ô  -- +  ; K Ã k ã
  ô  Â  ,  < L Õ l õ
  CR â  -  = M Ú m \`
  Á  Ê  .  > N Ü n ü
  á  É  /  ? O § o à`);
/** What stands there for a language without a locking table (§6.2.1). */
const DEFAULT = printed(`
  @  Δ  SP 0 ¡ P ¿ p
  £  _  !  1 A Q a q
  $  Φ  "  2 B R b r
  ¥  Γ  #  3 C S c s
  è  Λ  ¤  4 D T d t
  é  Ω  %  5 E U e u
  ù  Π  &  6 F V f v
  ì  Ψ  '  7 G W g w
  ò  Σ  (  8 H X h x
  Ç  Θ  )  9 I Y i y
  LF Ξ  *  : J Z j z
  Ø  -- +  ; K Ä k ä
  ø  Æ  ,  < L Ö l ö
  CR æ  -  = M Ñ m ñ
  Å  ß  .  > N Ü n ü
  å  É  /  ? O § o à`);

/** Places of a single shift table, `45:€` for the character at 0x45. */
const places = (written: string): ReadonlyMap<number, string> =>
  new Map(
    written.split(' ').map((entry) => {
      const character = entry.slice(3);
      return [Number.parseInt(entry.slice(0, 2), 16), character === 'FF' ? '\f' : character];
    }),
  );
const EXTENSION = '0a:FF 14:^ 28:{ 29:} 2f:\\ 3c:[ 3d:~ 3e:] 40:| 65:€';
const LATIN_SINGLE: Partial<Record<NationalLanguage, ReadonlyMap<number, string>>> = {
  turkish: places(`${EXTENSION} 47:Ğ 49:İ 53:Ş 63:ç 67:ğ 69:ı 73:ş`),
  spanish: places(`${EXTENSION} 09:ç 41:Á 49:Í 4f:Ó 55:Ú 61:á 69:í 6f:ó 75:ú`),
  portuguese: places(
    `${EXTENSION} 05:ê 09:ç 0b:Ô 0c:ô 0e:Á 0f:á 12:Φ 13:Γ 15:Ω 16:Π 17:Ψ 18:Σ 19:Θ 1f:Ê 41:À 49:Í 4f:Ó 55:Ú 5b:Ã 5c:Õ 61:Â` +
      ' 69:í 6f:ó 75:ú 7b:ã 7c:õ 7f:â',
  ),
};

/** Rows of each column of a locking table that are a language's own. */
const LOCKING_ROWS = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 14, 15],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15],
  [2, 3, 4, 5, 6, 7, 10, 11, 13, 15],
  [12, 13, 14],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [0],
  [11, 12, 13, 14, 15],
];
/** What they share. */
const LOCKING_SHARED: ReadonlyMap<number, string> = new Map([
  [0x0a, '\n'],
  [0x0d, '\r'],
  ...[...' !'].map((sign, row) => [0x20 + row, sign] as const),
  ...([
    [0x28, ')'],
    [0x29, '('],
    [0x2c, ','],
    [0x2e, '.'],
    [0x3f, '?'],
  ] as const),
  ...[...'0123456789:;'].map((sign, row) => [0x30 + row, sign] as const),
  ...[...'abcdefghijklmno'].map((sign, row) => [0x61 + row, sign] as const),
  ...[...'pqrstuvwxyz'].map((sign, row) => [0x70 + row, sign] as const),
]);
const SINGLE_ROWS = [
  [9, 10, 12, 13, 14, 15],
  [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15],
];
const SINGLE_SHARED: ReadonlyMap<number, string> = new Map([
  ...places(EXTENSION),
  ...[...'@£$¥¿"¤%&\''].map((sign, row) => [row, sign] as const),
  ...([
    [0x0b, '*'],
    [0x0c, '+'],
    [0x0e, '-'],
    [0x0f, '/'],
  ] as const),
  ...[...'<=>¡^¡_#*'].map((sign, row) => [0x10 + row, sign] as const),
  ...[...'ABCDEFGHIJKLMNO'].map((sign, row) => [0x41 + row, sign] as const),
  ...[...'PQRSTUVWXYZ'].map((sign, row) => [0x50 + row, sign] as const),
]);

function own(block: string, columns: readonly string[], rows: readonly (readonly number[])[], first: number) {
  return columns.flatMap((column, at) =>
    column.split(' ').flatMap((code, index): [number, string][] => {
      const row = rows[at]?.[index];
      if (code === '' || code === '--') return [];
      if (row === undefined) throw new Error(`column ${at} has too many`);
      const point = Number.parseInt(code.length === 2 ? block + code : code, 16);
      return [[(first + at) * 16 + row, String.fromCodePoint(point)]];
    }),
  );
}

const byPlace = (columns: readonly Column[]): ReadonlyMap<number, string> =>
  new Map(
    columns.flatMap((column, high) =>
      column.flatMap((character, low) => (character === null ? [] : [[high * 16 + low, character] as const])),
    ),
  );

/** What stands in for the tables of a language that are not used. */
export const DEFAULT_TABLES = { locking: byPlace(DEFAULT), single: places(EXTENSION) };

/** The characters of a language's tables by their places. */
export function printedTables(language: NationalLanguage) {
  const indic = INDIC[language];
  if (indic !== undefined) {
    return {
      locking: new Map([...LOCKING_SHARED, ...own(indic.block, indic.locking, LOCKING_ROWS, 0)]),
      single: new Map([...SINGLE_SHARED, ...own(indic.block, indic.single, SINGLE_ROWS, 1)]),
    };
  }
  const columns = { turkish: TURKISH, portuguese: PORTUGUESE }[language as string] ?? DEFAULT;
  return { locking: byPlace(columns), single: LATIN_SINGLE[language] ?? new Map<number, string>() };
}

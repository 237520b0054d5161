/** A script and the font that draws it. `sans` has Latin, Greek and Cyrillic, and what belongs to no script. */
export type Face = 'sans' | 'cjk' | (typeof SCRIPTS)[number];

/** Scripts that have a file of their own in Debian's fonts-noto-core. */
export const SCRIPTS = [
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Thai',
  'Armenian',
  'Bengali',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
] as const;

const CJK =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u;
const PATTERNS = SCRIPTS.map((script) => ({ script, pattern: new RegExp(`\\p{scx=${script}}`, 'u') }));
/** Marks, joiners and spaces belong to what stands before them. */
const FOLLOWS = /[\p{Script=Inherited}\p{M}\s\u200C\u200D]/u;

/** Cuts a text into runs of one face each, in logical order. */
export function faceRuns(text: string): { text: string; face: Face }[] {
  const runs: { text: string; face: Face }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const face = faceOf(character, last?.face ?? null);
    if (last !== undefined && last.face === face) last.text += character;
    else runs.push({ text: character, face });
  }
  return runs;
}

function faceOf(character: string, before: Face | null): Face {
  if (before !== null && FOLLOWS.test(character)) return before;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x530) return 'sans';
  const known = PATTERNS.filter(({ pattern }) => pattern.test(character));
  if (known.some(({ script }) => script === before) && before !== null) return before;
  if (known[0] !== undefined) return known[0].script;
  return CJK.test(character) ? 'cjk' : 'sans';
}

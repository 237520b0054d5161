/** Digits and letters; of languages without spaces no letter, so that a code stands apart from its word: `验证码7F3K9Q`. */
const SIGN = String.raw`[\dA-Za-z\p{Script=Cyrillic}\p{Script=Greek}]`;
/** With one hyphen, dot or line at most between its groups. */
const TOKEN = new RegExp(`${SIGN}+(?:[\\p{Pd}._]${SIGN}+)*`, 'gu');
/** Two groups of the same length: `7F3 K9Q`. */
const TWO_GROUPS = /(?<![\p{L}\p{N}])([\dA-Z]{3,4}) ([\dA-Z]{3,4})(?![\p{L}\p{N}])/gu;
/** One by one: `7 F 3 K 9 Q`. */
const ONE_BY_ONE = /(?<![\p{L}\p{N}])[\p{L}\d](?:[^\p{L}\p{N}]{1,3}[\p{L}\d](?![\p{L}\p{N}])){4,9}/gu;

const UNIT = '(?:[kmgt]?b|[kmg]?hz|[kmcd]?m|[kmµ]?g|[mcd]?l|k?wh?|mah|hrs?|h|mins?|secs?|s|px|k|x|st|nd|rd|th|am|pm)';
/** What has digits and letters and says what it is: a measure, a time of day, a rank, how many of what. */
const MEASURES = new RegExp(`(?<![\\p{L}\\p{N}])(?:\\d+x)?\\d+(?:[.,:]\\d+)?${UNIT}(?![\\p{L}\\p{N}])`, 'giu');
const ABOUT_POST = /post(?:al|e)?[\s-]?code|code postal|zip/iu;
/** Of Britain and Canada. */
const POSTCODE = /(?<![\p{L}\p{N}])(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\p{L}\p{N}])/giu;

const LENGTHS = { least: 5, most: 10 };

/**
 * Whether a text brings digits and letters together as codes have them: `7F3K9Q`, `AB12CD`. A word with its number (`iPhone15`, `WINTER20`,
 * `SHA256`), what is as short as `H1N1`, a measure or a time is none.
 */
export function hasMixedCode(text: string): boolean {
  const rest = (ABOUT_POST.test(text) ? text.replace(POSTCODE, ' ') : text).replace(MEASURES, ' ');
  const whole = Array.from(rest.matchAll(TOKEN), ([token]) => token.split(/[\p{Pd}._]/u));
  if (whole.some((groups) => groups.some(isCode) || (areCapitals(groups) && isCode(groups.join(''))))) return true;
  const apart = Array.from(rest.matchAll(TWO_GROUPS), ([, one = '', two = '']) => [one, two]);
  if (apart.some(([one = '', two = '']) => one.length === two.length && isMixed(one) && isMixed(two))) return true;
  return Array.from(rest.matchAll(ONE_BY_ONE)).some(([run]) => isCode(run.replace(/[^\p{L}\d]/gu, '')));
}

const areCapitals = (groups: readonly string[]) => groups.every((group) => group === group.toUpperCase());
const isMixed = (token: string) => /\d/u.test(token) && /\p{L}/u.test(token);

function isCode(token: string): boolean {
  if (token.length < LENGTHS.least || token.length > LENGTHS.most || !isMixed(token)) return false;
  const digits = token.replace(/\D/gu, '').length;
  const turns = token.match(/\d(?=\p{L})|\p{L}(?=\d)/gu)?.length ?? 0;
  return turns > 1 && (digits > 1 || (token.length > 5 && token === token.toUpperCase()));
}

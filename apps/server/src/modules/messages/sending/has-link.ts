import { domainToASCII } from 'node:url';
import tlds from 'tlds' with { type: 'json' };
import { plainText } from './plain-text.ts';

/** What is written only to be opened: a scheme, also as those write it who want it overlooked, or `www.`. */
const SAYS_SO = /[a-z][a-z0-9+.-]{0,30}:[/\\]{2}\S|\bhttps?\s?:|\bhxxps?\b|\bwww\d?\.\S/iu;
/** `bank[.]de`, `bank(dot)de`. */
const DISGUISED_DOT = /\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?/giu;
/** Endings of addresses that hardly any sentence has after a dot with a space before it. */
const RARE = '(?:com|org|biz|gov|xyz|ru|cn|uk|jp|kr)';
/** Others are words as well (`net` is Dutch, `de` Spanish): they count where nothing is said after them. */
const LAST = '(?:com|org|net|biz|gov|edu|xyz|info|ru|cn|uk|eu|io|de|fr|nl|pl|ch|at|co)';
/** Nothing more is said, or a path, a port or the end of a sentence follows. */
const ENDS = String.raw`(?=\s*(?:$|\n|[/:?#!,;)]|\.(?:\s|$)))`;
/** `bank . com`, `bank .com`, and where nothing is said after it, `bank. com`. */
const APART: readonly RegExp[] = [
  new RegExp(`(?<=[\\p{L}\\p{N}]) \\. ?(?=${RARE}(?![\\p{L}\\p{N}]))`, 'giu'),
  new RegExp(`(?<=[\\p{L}\\p{N}]) \\. ?(?=${LAST}${ENDS})`, 'gu'),
  new RegExp(`(?<=[\\p{L}\\p{N}])\\. (?=${RARE}${ENDS})`, 'gu'),
];
/** `bank dot com`, `bank punto com`, `банк точка рф`; the next dot of `bank dot co dot uk` as well. */
const SAID_DOT =
  /(?<=[\p{L}\p{N}]{2})\s+(?:dot|punkt|punto|точка)\s+(?=(?:com|org|biz|gov|xyz|ru|uk|eu|рф)(?![\p{L}\p{N}])|\p{L}{2,8}\s+dot\s+\p{L}{2,6}(?![\p{L}\p{N}]))/giu;
/** The full stop of Chinese and Japanese is a dot in addresses too (RFC 3490 §3.1); before their letters it ends a sentence. */
const WIDE_DOT = /(?<=[\p{L}\p{N}])。(?=[\p{L}\p{N}])(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

/** Labels with dots between them, and whether a port, a path or a question follows. */
const DOTTED =
  /(?<![\p{L}\p{N}\p{M}_-])(?<labels>[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)+)\.?(?<more>:\d|[/?#]\S)?/gu;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/u;
/** Eight digits in pairs are a telephone number in Denmark and Norway. */
const PAIRS = /^\d\d(?:\.\d\d){3}$/u;
const LETTER = /[\p{L}\p{N}]/u;
const NUMBER = /^\d+$/u;

/** All top-level domains (IANA), as DNS has them: those of other alphabets are `xn--…`. */
const TOP_LEVEL: ReadonlySet<string> = new Set(tlds.map((name) => domainToASCII(name)));
/** Endings that no sentence begins with. */
const NO_WORDS: ReadonlySet<string> = new Set(
  'com net org info biz edu gov xyz eu io ly ru cn uk fr jp kr br ca tk ml cf gq cc ws рф'.split(' '),
);

/**
 * Whether a text leads somewhere: it has an address with a scheme, `www.`, an IP address, or a name that ends as one of DNS, with a path or
 * without, in any alphabet. A mail address is one, and so are `hi.me` and `ok.so`: telephones underline them. `Ok.It` is two sentences without
 * their space, `10.30 pm` without its own a time.
 */
export function hasLink(text: string): boolean {
  const plain = withDots(plainText(text));
  if (SAYS_SO.test(plain)) return true;
  return Array.from(plain.matchAll(DOTTED)).some(({ groups }) => {
    const { labels = '', more } = groups ?? {};
    return isAddress(labels, more !== undefined) || isHost(labels.split('.'), more !== undefined);
  });
}

/** A text with the dots of its addresses as dots. */
function withDots(plain: string): string {
  const shown = plain.replace(DISGUISED_DOT, '.').replace(WIDE_DOT, '.').replace(SAID_DOT, '.');
  return APART.reduce((left, dot) => left.replace(dot, '.'), shown);
}

function isAddress(labels: string, isFollowed: boolean): boolean {
  return IPV4.test(labels) && (isFollowed || !PAIRS.test(labels));
}

/** Also where words without a space come after it, which telephones leave out of the link. */
function isHost(labels: readonly string[], isFollowed: boolean): boolean {
  return labels.some((label, place) => {
    const before = labels[place - 1];
    if (before === undefined || !LETTER.test(before)) return false;
    if (NUMBER.test(label) || !TOP_LEVEL.has(domainToASCII(label))) return false;
    if (isFollowed && place === labels.length - 1) return true;
    return !isTime(before, label) && !beginsSentence(label);
  });
}

function isTime(before: string, label: string): boolean {
  return NUMBER.test(before) && /^[ap]m$/iu.test(label);
}

function beginsSentence(label: string): boolean {
  const small = label.toLowerCase();
  return label !== small && label === small.charAt(0).toUpperCase() + small.slice(1) && !NO_WORDS.has(small);
}

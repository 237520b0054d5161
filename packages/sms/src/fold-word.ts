/** Letters and signs that pass for another letter, in upper case, each before the letter that it passes for. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  [
    ...[
      'АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ҮY ҺH ԚQ ԜW ԀD ӀI ПP',
      'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΣS ΤT ΥY ΧX ΠP',
    ],
    ...['ՏS ՕO ՍU ԼL', 'ᎪA ᏟC ᎬE ᎻH ᏞL ᏢP ᎡR ᏚS ᎢT', 'ꓮA ꓚC ꓰE ꓧH ꓲI ꓡL ꓠN ꓳO ꓑP ꓣR ꓢS ꓔT ꓴU'],
    ...['ᴀA ʙB ᴄC ᴅD ᴇE ʜH ɪI ꞮI ʟL ɴN ᴏO ᴘP ʀR ꜱS ᴛT ᴜU', 'ĐD ŁL ØO', '0O 1I 3E 4A 5S $S @A', 'كک يی ىی ةه'],
  ]
    .join(' ')
    .split(' ')
    .map((pair) => Array.from(pair) as [string, string]),
);

// Of all marks only those that writers leave out: accents, and the vowel points of Arabic and Hebrew. Those of Indic scripts
// and of Thai make another word.
const MARKS = /[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]|\u0640/gv;
// Apostrophes too, which Unicode has as letters for Uzbek and others.
const NO_PART_OF_A_WORD = /[^\p{L}\p{M}\p{N}]|[\u02bb\u02bc]/gu;

/** First letters of the alphabets that Unicode draws in circles, in squares and as flags, which NFKD leaves as they are. */
const DRAWN_ALPHABETS: readonly number[] = [0x1f150, 0x1f170, 0x1f1e6];

/**
 * A word, or some, as one run of upper-case letters without accents, spaces and punctuation, each letter as the Latin one that
 * it looks like. For comparing what was folded likewise; not for showing.
 */
export function foldWord(text: string): string {
  const plain = Array.from(text, undrawn).join('').normalize('NFKD').replace(MARKS, '').toUpperCase();
  return Array.from(plain, (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .join('')
    .replace(NO_PART_OF_A_WORD, '');
}

function undrawn(letter: string): string {
  const point = letter.codePointAt(0) ?? 0;
  const first = DRAWN_ALPHABETS.find((start) => point >= start && point < start + 26);
  return first === undefined ? letter : String.fromCharCode(0x41 + point - first);
}

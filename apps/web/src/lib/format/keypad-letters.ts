/** The letters on the keys of a telephone (ITU-T E.161), in the order of the alphabet. */
const KEYS = '22233344455566677778889999';

/** Digits of a number that is told as a word, `1-800-FLOWERS`: what its letters' keys dial. Other text stays as it is. */
export function lettersToDigits(text: string): string {
  if (!/^[\d\s+().-]*\d{3}[\d\s().-]*[a-z]{3}[a-z\d\s().-]*$/i.test(text)) return text;
  return text.replaceAll(/[a-z]/gi, (letter) => KEYS[letter.toLowerCase().charCodeAt(0) - 97] ?? letter);
}

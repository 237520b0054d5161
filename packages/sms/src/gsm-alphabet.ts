/** The escape to the extension table, 3GPP TS 23.038 §6.2.1. */
export const ESCAPE = 0x1b;

/** The GSM 7 bit default alphabet, 3GPP TS 23.038 §6.2.1: the character of a septet stands at its place. */
export const DEFAULT_ALPHABET = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
].join('');

/** The extension table of the default alphabet, 3GPP TS 23.038 §6.2.1.1: the septet after the escape, and its character. */
export const DEFAULT_EXTENSION: Readonly<Record<number, string>> = {
  0x0a: '\f',
  0x14: '^',
  0x28: '{',
  0x29: '}',
  0x2f: '\\',
  0x3c: '[',
  0x3d: '~',
  0x3e: ']',
  0x40: '|',
  0x65: '€',
};

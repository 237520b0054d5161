import { createHash, randomInt } from 'node:crypto';

/** 32 signs that are not taken for one another: without i, l, o and u. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A code of 80 random bits: `k7m2-9q4x-wd8r-3hft`. */
export function newRecoveryCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** What is stored of a code, however it is typed: letter case, blanks and hyphens do not count, o is 0, i and l are 1. */
export function recoveryCodeHash(typed: string): Buffer {
  const code = typed
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(code).digest();
}

import type { NationalLanguage } from '../national-alphabets.ts';

type Indic = {
  /** The high octet of what has two digits. */
  block: string;
  /** Columns 0 to 7 of the locking table without what it shares with the others. */
  locking: readonly string[];
  /** Columns 1 to 3 of the single shift table, likewise. */
  single: readonly string[];
};

/** §A.3.4 to §A.3.13 and §A.2.4 to §A.2.13. */
export const INDIC: Partial<Record<NationalLanguage, Indic>> = {
  bengali: {
    block: '09',
    locking: [
      '81 82 83 85 86 87 88 89 8a 8b 8c -- -- 8f',
      '90 -- -- 93 94 95 96 97 98 99 9a 9b 9c 9d 9e',
      '9f a0 a1 a2 a3 a4 a5 a6 a7 a8',
      '-- aa ab',
      'ac ad ae af b0 -- b2 -- -- -- b6 b7 b8 b9 bc bd',
      'be bf c0 c1 c2 c3 c4 -- -- c7 c8 -- -- cb cc cd',
      'ce',
      'd7 dc dd f0 f1',
    ],
    single: ['e6 e7 e8 e9 ea eb', 'ec ed ee ef df e0 e1 e2 e3 f2 f3 f4 f5', 'f6 f7 f8 f9 fa'],
  },
  gujarati: {
    block: '0a',
    locking: [
      '81 82 83 85 86 87 88 89 8a 8b 8c 8d -- 8f',
      '90 91 -- 93 94 95 96 97 98 99 9a 9b 9c 9d 9e',
      '9f a0 a1 a2 a3 a4 a5 a6 a7 a8',
      '-- aa ab',
      'ac ad ae af b0 -- b2 b3 -- b5 b6 b7 b8 b9 bc bd',
      'be bf c0 c1 c2 c3 c4 c5 -- c7 c8 c9 -- cb cc cd',
      'd0',
      'e0 e1 e2 e3 f1',
    ],
    single: ['0964 0965 e6 e7 e8 e9', 'ea eb ec ed ee ef', ''],
  },
  hindi: {
    block: '09',
    locking: [
      '01 02 03 05 06 07 08 09 0a 0b 0c 0d 0e 0f',
      '10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e',
      '1f 20 21 22 23 24 25 26 27 28',
      '29 2a 2b',
      '2c 2d 2e 2f 30 31 32 33 34 35 36 37 38 39 3c 3d',
      '3e 3f 40 41 42 43 44 45 46 47 48 49 4a 4b 4c 4d',
      '50',
      '72 7b 7c 7e 7f',
    ],
    single: ['64 65 66 67 68 69', '6a 6b 6c 6d 6e 6f 51 52 53 54 58 59 5a', '5b 5c 5d 5e 5f 60 61 62 63 70 71'],
  },
  kannada: {
    block: '0c',
    locking: [
      '-- 82 83 85 86 87 88 89 8a 8b 8c -- 8e 8f',
      '90 -- 92 93 94 95 96 97 98 99 9a 9b 9c 9d 9e',
      '9f a0 aa a2 a3 a4 a5 a6 a7 a8',
      '-- aa ab',
      'ac ad ae af b0 b1 b2 b3 -- b5 b6 b7 b8 b9 bc bd',
      'be bf c0 c1 c2 c3 c4 -- c6 c7 c8 -- ca cb cc cd',
      'd5',
      'd6 e0 e1 e2 e3',
    ],
    single: ['0964 0965 e6 e7 e8 e9', 'ea eb ec ed ee ef de f1 f2', ''],
  },
  malayalam: {
    block: '0d',
    locking: [
      '-- 02 03 05 06 07 08 09 0a 0b 0c -- 0e 0f',
      '10 -- 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e',
      '1f 20 21 22 23 24 25 26 27 28',
      '-- 2a 2b',
      '2c 2d 2e 2f 30 31 32 33 34 35 36 37 38 39 -- 3d',
      '3e 3f 40 41 42 43 44 -- 46 47 48 -- 4a 4b 4c 4d',
      '57',
      '60 61 62 63 79',
    ],
    single: ['0964 0965 66 67 68 69', '6a 6b 6c 6d 6e 6f 70 71 72 73 74 75 7a', '7b 7c 7d 7e 7f'],
  },
  oriya: {
    block: '0b',
    locking: [
      '01 02 03 05 06 07 08 09 0a 0b 0c -- -- 0f',
      '10 -- -- 13 14 15 16 17 18 19 1a 1b 1c 1d 1e',
      '1f 20 21 22 23 24 25 26 27 28',
      '-- 2a 2b',
      '2c 2d 2e 2f 30 -- 32 33 -- 35 36 37 38 39 3c 3d',
      '3e 3f 40 41 42 43 44 -- -- 47 48 -- -- 4b 4c 4d',
      '56',
      '57 60 61 62 63',
    ],
    // Some printings have 0BEA, of another script, in the place of the digit 0B6A.
    single: ['0964 0965 66 67 68 69', '6a 6b 6c 6d 6e 6f 5c 5d 5f 70 71', ''],
  },
  punjabi: {
    block: '0a',
    locking: [
      '01 02 03 05 06 07 08 09 0a -- -- -- -- 0f',
      '10 -- -- 13 14 15 16 17 18 19 1a 1b 1c 1d 1e',
      '1f 20 21 22 23 24 25 26 27 28',
      '-- 2a 2b',
      '2c 2d 2e 2f 30 -- 32 33 -- 35 36 -- 38 39 3c --',
      '3e 3f 40 41 42 -- -- -- -- 47 48 -- -- 4b 4c 4d',
      '51',
      '70 71 72 73 74',
    ],
    single: ['0964 0965 66 67 68 69', '6a 6b 6c 6d 6e 6f 59 5a 5b 5c 5e 75', ''],
  },
  tamil: {
    block: '0b',
    locking: [
      '-- 82 83 85 86 87 88 89 8a -- -- -- 8e 8f',
      '90 -- 92 93 94 95 -- -- -- 99 9a -- 9c -- 9e',
      '9f -- -- -- a3 a4 -- -- -- a8',
      'a9 aa --',
      '-- -- ae af b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 -- --',
      'be bf c0 c1 c2 -- -- -- c6 c7 c8 -- ca cb cc cd',
      'd0',
      'd7 f0 f1 f2 f9',
    ],
    // Some printings have the digit 0BEF twice, also in the place of 0BEE.
    single: ['0964 0965 e6 e7 e8 e9', 'ea eb ec ed ee ef f3 f4 f5 f6 f7 f8 fa', ''],
  },
  telugu: {
    block: '0c',
    locking: [
      '01 02 03 05 06 07 08 09 0a 0b 0c -- 0e 0f',
      '10 -- 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e',
      '1f 20 21 22 23 24 25 26 27 28',
      '-- 2a 2b',
      '2c 2d 2e 2f 30 31 32 33 -- 35 36 37 38 39 -- 3d',
      '3e 3f 40 41 42 43 44 -- 46 47 48 -- 4a 4b 4c 4d',
      '55',
      '56 60 61 62 63',
    ],
    // Some printings have 06CC, 06CD or 0CE6, of other scripts, in the places of the digits 0C6C, 0C6D and 0C66.
    single: ['-- -- 66 67 68 69', '6a 6b 6c 6d 6e 6f 58 59 78 79 7a 7b 7c', '7d 7e 7f'],
  },
  urdu: {
    block: '06',
    locking: [
      '27 22 28 7b 80 7e a6 2a c2 7f 79 7d 7a 7c',
      '2b 2c 81 84 83 85 86 87 2d 2e 2f 8c 88 89 8a',
      '8f 8d 30 31 91 93 99 32 96 98',
      '9a 33 34',
      '35 36 37 38 39 41 42 a9 aa ab af b3 b1 44 45 46',
      'ba bb bc 48 c4 d5 c1 be 21 cc d0 d2 4d 50 4f 57',
      '54',
      '55 51 53 56 70',
    ],
    single: ['00 01 f0 f1 f2 f3', 'f4 f5 f6 f7 f8 f9 0c 0d 0e 0f 10 11 12', '13 14 1b 1f 40 52 58 6b 6c 72 73 cd d4'],
  },
};

import { expect, test } from 'vitest';
import { decodeGsm7, encodeGsm7 } from './gsm-7.ts';
import { segmentText } from './segment-text.ts';

/**
 * 3GPP TS 23.038 §6.2.1 as it is printed there: a row for each of the low four bits, a column for each of the high three.
 * Written a second time, by columns and code points, so that a slip in one of the two shows.
 */
const PRINTED = [
  '0040 0394 0020 0030 00a1 0050 00bf 0070',
  '00a3 005f 0021 0031 0041 0051 0061 0071',
  '0024 03a6 0022 0032 0042 0052 0062 0072',
  '00a5 0393 0023 0033 0043 0053 0063 0073',
  '00e8 039b 00a4 0034 0044 0054 0064 0074',
  '00e9 03a9 0025 0035 0045 0055 0065 0075',
  '00f9 03a0 0026 0036 0046 0056 0066 0076',
  '00ec 03a8 0027 0037 0047 0057 0067 0077',
  '00f2 03a3 0028 0038 0048 0058 0068 0078',
  '00c7 0398 0029 0039 0049 0059 0069 0079',
  '000a 039e 002a 003a 004a 005a 006a 007a',
  '00d8 ---- 002b 003b 004b 00c4 006b 00e4',
  '00f8 00c6 002c 003c 004c 00d6 006c 00f6',
  '000d 00e6 002d 003d 004d 00d1 006d 00f1',
  '00c5 00df 002e 003e 004e 00dc 006e 00fc',
  '00e5 00c9 002f 003f 004f 00a7 006f 00e0',
];
/** §6.2.1.1: the septet after the escape and the code point. */
const PRINTED_EXTENSION = '0a:000c 14:005e 28:007b 29:007d 2f:005c 3c:005b 3d:007e 3e:005d 40:007c 65:20ac';

const octetsByCodePoint = new Map<number, readonly number[]>([
  ...PRINTED.flatMap((row, low) =>
    row.split(' ').map((point, high) => [Number.parseInt(point, 16), [high * 16 + low]] as const),
  ).filter(([point]) => !Number.isNaN(point)),
  ...PRINTED_EXTENSION.split(' ').map((entry) => {
    const [septet = '', point = ''] = entry.split(':');
    return [Number.parseInt(point, 16), [0x1b, Number.parseInt(septet, 16)]] as const;
  }),
]);

test('every character of the Basic Multilingual Plane takes the units that the table of the standard gives it', () => {
  const wrong: string[] = [];
  for (let point = 0; point <= 0xffff; point += 1) {
    const character = String.fromCharCode(point);
    const octets = octetsByCodePoint.get(point);
    const { encoding, units, forcedBy } = segmentText(character);
    const expected = octets === undefined ? 'ucs-2 1' : `gsm-7 ${octets.length}`;
    const isForced = forcedBy?.character === character && forcedBy.index === 0;
    if (`${encoding} ${units}` !== expected || isForced !== (octets === undefined)) wrong.push(point.toString(16));
  }

  expect(octetsByCodePoint.size).toBe(137);
  expect(wrong).toEqual([]);
});

test('every character of the table is written as the table says, and read again', () => {
  for (const [point, octets] of octetsByCodePoint) {
    const character = String.fromCharCode(point);

    expect([...encodeGsm7(character)]).toEqual(octets);
    expect(decodeGsm7(Uint8Array.from(octets))).toBe(character);
  }
});

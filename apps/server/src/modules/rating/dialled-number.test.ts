import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDialledNumber } from './dialled-number.ts';

describe('a number in any usual notation is understood', () => {
  test.each([
    ['+44 7700 900123', undefined],
    ['+447700900123', 'US'],
    ['+44 (0)7700 900123', 'GB'],
    ['+44-7700-900-123', 'DE'],
    ['+44.7700.900.123', 'DE'],
    ['＋４４ ７７００ ９００１２３', undefined],
    ['tel:+44-7700-900123', undefined],
    ['TEL:+447700900123', undefined],
    ['07700 900123', 'GB'],
    ['(07700) 900 123', 'GB'],
    ['07700/900-123', 'GB'],
    ['7700 900123', 'GB'],
    ['0044 7700 900123', 'GB'],
    ['0044 7700 900123', 'DE'],
    ['0044 7700 900123', undefined],
    ['0044 (0) 7700 900123', 'FR'],
    ['011 44 7700 900123', 'US'],
    ['011 44 7700 900123', undefined],
    ['447700900123', undefined],
    ['447700900123', 'US'],
    ['٠٧٧٠٠ ٩٠٠١٢٣', 'GB'],
    ['+४४ ७७०० ९००१२३', undefined],
    ['\u202a+44 7700 900123\u202c', undefined],
    ['+44\u00a07700\u2011900123', undefined],
    ['  +44 7700 900123\n', undefined],
  ])('%s, typed in %s', (typed, country) => {
    expect(readDialledNumber(typed, country)).toEqual({ kind: 'e164', number: '+447700900123' });
  });

  test.each([
    ['(415) 555-0100', 'US', '+14155550100'],
    ['1-415-555-0100', 'US', '+14155550100'],
    ['1-800-FLOWERS', 'US', '+18003569377'],
    ['+1 800 flowers', undefined, '+18003569377'],
    ['8 800 555 35 35', 'RU', '+78005553535'],
    ['06 698 12345', 'IT', '+390669812345'],
    ['030 123456', 'DE', '+4930123456'],
    ['+881 6 12345678', undefined, '+881612345678'],
  ])('%s, typed in %s, is %s', (typed, country, number) => {
    expect(readDialledNumber(typed, country)).toEqual({ kind: 'e164', number });
  });

  test('ranges that are kept for films and tests are numbers too', () => {
    for (const typed of ['+441632960001', '+447700900999', '+12025550123', '+61491570006']) {
      expect(readDialledNumber(typed)).toEqual({ kind: 'e164', number: typed });
    }
  });

  test('*43 is the echo test', () => {
    expect(readDialledNumber('*43')).toEqual({ kind: 'service', number: '*43' });
    expect(readDialledNumber(' * 4 3 ', 'GB')).toEqual({ kind: 'service', number: '*43' });
  });
});

describe('what cannot be called says why', () => {
  test.each([
    ['112', undefined],
    ['911', 'US'],
    ['999', 'GB'],
    ['9 1 1', 'FR'],
    ['000', 'AU'],
    ['110', 'DE'],
    ['119', 'JP'],
    ['111', 'NZ'],
    ['100', 'IN'],
    ['190', 'BR'],
    ['10111', 'ZA'],
    ['15', 'FR'],
    ['917', 'FJ'],
    ['910', 'FJ'],
    ['907', 'ET'],
    ['939', 'ET'],
    ['91', 'ET'],
    ['922', 'TO'],
    ['933', 'TO'],
    ['01', 'UZ'],
    ['02', 'KZ'],
    ['03', 'RU'],
    ['04', 'TM'],
    ['1515', 'SN'],
    ['2251', 'TD'],
    ['16', 'PK'],
    ['1298', 'IN'],
    ['1300', 'GA'],
    ['177', 'MA'],
    ['666', 'KH'],
    ['9999', 'OM'],
    ['90000', 'SE'],
    ['+112', undefined],
    ['+44 999', undefined],
    ['0044 112', 'DE'],
    ['+1 911', 'GB'],
    ['tel:911', 'US'],
    ['٩١١', 'SA'],
  ])('%s calls for help', (typed, country) => {
    expect(readDialledNumber(typed, country)).toEqual({ kind: 'refused', reason: 'emergency' });
  });

  test.each([
    ['', undefined, 'not_a_number'],
    ['hello', 'GB', 'not_a_number'],
    ['alice@example.com', 'GB', 'not_a_number'],
    ['sip:447700900123@example.com', 'GB', 'not_a_number'],
    ['+', undefined, 'not_a_number'],
    ['++447700900123', undefined, 'not_a_number'],
    ['44+7700900123', undefined, 'not_a_number'],
    ['5', 'GB', 'too_short'],
    ['+44', undefined, 'too_short'],
    ['+44 77', undefined, 'too_short'],
    ['+4477009', undefined, 'too_short'],
    ['900123', undefined, 'too_short'],
    ['+44 7700 900123 45678', undefined, 'too_long'],
    ['+447700900123'.padEnd(40, '0'), undefined, 'too_long'],
    ['+999 123 456 789', undefined, 'unknown_country'],
    ['0770 090 0123', undefined, 'unknown_country'],
    ['020 7946 0123', 'XX', 'unknown_country'],
    ['+44 7700 900123 ext. 5', undefined, 'with_extension'],
    ['07700 900123 x12', 'GB', 'with_extension'],
    ['tel:+44-7700-900123;ext=5', undefined, 'with_extension'],
    ['07700900123#12', 'GB', 'with_extension'],
    ['*99', undefined, 'unknown_service_code'],
    ['*#06#', undefined, 'unknown_service_code'],
    ['*43#', undefined, 'unknown_service_code'],
  ])('%s, typed in %s: %s', (typed, country, reason) => {
    expect(readDialledNumber(typed, country)).toEqual({ kind: 'refused', reason });
  });

  test('nothing that is typed makes it fail', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom('GB', 'US', 'ZZ', undefined),
        (typed, country) => {
          expect(['e164', 'service', 'refused']).toContain(readDialledNumber(typed, country).kind);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

import { expect, test } from 'vitest';
import { areMostlyInternational, looksLikeNumber, numberHeading } from './number-heading.ts';

test.each([
  ['mobile', ['mobile', 'mobile phone', 'movil', 'cell', 'cell_number', 'handynummer', 'phone (mobile)', '手机号码']],
  ['telephone', ['phone', 'phone 1 - value', 'phonenumber', 'telefono', 'tel.', 'rufnummer', '电话', 'هاتف']],
  ['telephone', ['work number', 'contact no.', 'recipient number', 'phone number (with country code)']],
  [
    'telephone',
    ['landline number', 'business number', 'direct no', 'emergency number', 'alternate number', 'to number'],
  ],
  [
    'telephone',
    ['numero fixe', 'numero fijo', 'numero personnel', 'numero pessoal', "numero d'urgence", 'telefoonnummer'],
  ],
  ['telephone', ['numero del destinatario', 'numero du domicile', 'puhelinnumero', 'festnetz', 'landline']],
  ['telephone', ['座机号码', '联系号码', '收件人号码', 'رقم الاتصال', 'رقم التواصل']],
  [
    'telephone',
    ['phone (no country code)', 'phone (country code)', 'phone number (e 164 country code)', '电话（国家代码）'],
  ],
  ['mobile', ['telephone (mobile network)']],
  ['fax', ['business fax', "assistant's phone", 'pager']],
  ['number', ["grandmother's number", 'number for texts', 'numero de la abuela', 'nummer der oma', '奶奶的号码']],
  ['number', ['number', 'number 2', 'numero', '号码', 'numbers', 'الرقم', 'number (with prefix)']],
  ['other', ['customer number', 'numero de cliente', 'customer no', 'passport id', '客户号码', 'order nr.']],
  [
    'other',
    ['house number', 'id number', 'number of children', 'line number', 'numero de factura', 'numero de commande'],
  ],
  [
    'other',
    ['kundennummer', 'hausnummer', 'personalnummer', '订单号码', '身份证号码', 'رقم العميل', 'رقم الهوية', 'room no'],
  ],
  [
    'other',
    [
      'phone 1 - label',
      'phone type',
      'phone (type)',
      'phone number (label)',
      'phone country code',
      'mobile provider',
      'phone extension',
    ],
  ],
  [null, ['name', 'first name', 'city', 'where to', '']],
] as const)('a heading of the kind %s is known as one: %j', (kind, headings) => {
  expect(headings.map((heading) => [heading, numberHeading(heading)])).toEqual(
    headings.map((heading) => [heading, kind]),
  );
});

test('a cell looks like a number by its digits and what people write between them', () => {
  expect(['+44 7700 900123', '(020) 7946/0018', ' 020-7946 '].filter(looksLikeNumber)).toHaveLength(3);
  expect(['', '1234', 'Ada', '12 Church Road 34567'].filter(looksLikeNumber)).toEqual([]);
});

test('most of the cells that are filled have a + where they are telephones', () => {
  expect(areMostlyInternational(['+44 7700 900123', '', '+12125550100', 'none'])).toBe(true);
  expect(areMostlyInternational(['+44 7700 900123', '20123456', '0012345678'])).toBe(false);
  expect(areMostlyInternational(['+44', '+1'])).toBe(false);
  expect(areMostlyInternational(['', ' '])).toBe(false);
});

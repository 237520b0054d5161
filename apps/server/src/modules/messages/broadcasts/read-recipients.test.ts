import { expect, test } from 'vitest';
import { readRecipients } from './read-recipients.ts';

const codeOf = (text: string): unknown => {
  try {
    return readRecipients(text);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('the columns of a file are fields, and one of them is that of numbers', () => {
  expect(readRecipients('First name;Phone;Día\r\nAda;+44 7700 900123;Monday\r\n')).toEqual({
    columns: ['first_name', 'dia'],
    rows: [{ line: 2, typed: '+44 7700 900123', fields: { first_name: 'Ada', dia: 'Monday' } }],
  });
});

test.each([
  ['a heading in another language', 'nombre,Teléfono móvil\nAda,+447700900123', ['nombre']],
  ['no heading that says so, but cells that are numbers', 'who,where to\nAda,+447700900123', ['who']],
  ['no headings at all', 'Ada,+447700900123', ['column_1']],
  ['whose number it is', 'Nombre,Número del destinatario\nAda,+447700900123', ['nombre']],
  ['the same in Chinese', '姓名,联系号码\nAda,+447700900123', ['column_1']],
  ['the same in Arabic', 'الاسم,رقم التواصل\nAda,+447700900123', ['column_1']],
  ['how a number is written', 'Name,Phone (no country code)\nAda,+447700900123', ['name']],
  ['another number, with cells that are telephones', 'Name,Client number\nAda,+447700900123', ['name']],
  ['two columns of one name', 'a,a,phone\n1,2,+447700900123', ['a', 'column_2']],
  ['a column without a name', 'a,,phone\n1,2,+447700900123', ['a', 'column_2']],
])('%s', (_what, text, columns) => {
  expect(readRecipients(text)).toMatchObject({ columns, rows: [{ typed: '+447700900123' }] });
});

test.each([
  ['a customer number', 'Customer number,First name,Mobile phone\n20123456,Ada,+447700900123'],
  ['a number whose heading has no more words', 'Number,Mobile\n20123456,+447700900123'],
  ['the label of a number, as Google has it', 'Phone 1 - Label,Phone 1 - Value\nMobile,+447700900123'],
  ['the country code of a number', 'Phone country code,Phone\n44,+447700900123'],
  ['the provider of a number', 'Mobile provider,Mobile\nAcme,+447700900123'],
  [
    "an assistant's telephone and a fax, as Outlook has them",
    "Assistant's Phone,Business Fax,Mobile Phone\n+12125550100,+12125550101,+447700900123",
  ],
  ['a number that texts do not reach', 'Home phone,Mobile phone\n+12125550100,+447700900123'],
  [
    'a landline that more people have than a mobile',
    'Home phone,Mobile\n+12125550100,+447700900123\n+12125550101,+447700900124\n+12125550102,',
  ],
  ['a mobile that hardly anybody has', 'Mobile,Phone\n+12125550100,+447700900123\n,+447700900124\n,+447700900125'],
  ['a telephone that hardly anybody has', 'Phone 1,Phone 2\n,+447700900123\n+447700900124,+447700900125'],
  ['a number that says nothing more, where another is international', 'Number,where to\n20123,+447700900123'],
  ['a house number, where no heading says telephone', 'House number,where to\n20123,+447700900123'],
])('recipients are not read from %s', (_what, text) => {
  expect(readRecipients(text).rows[0]?.typed).toBe('+447700900123');
});

test('of a heading as much is looked at as of a cell', () => {
  const chosenWith = (blanks: number) =>
    readRecipients(`who,${' '.repeat(blanks)}phone\n+447700900123,here`).rows[0]?.typed;
  expect(chosenWith(490)).toBe('here');
  expect(chosenWith(500)).toBe('+447700900123');
});

test('a cell is one line without control characters, whatever the file has', () => {
  const { rows } = readRecipients('phone,name\n+447700900123,"Ada\nReply\u0007 now\u2028!"');
  expect(rows[0]?.fields).toEqual({ name: 'Ada Reply now !' });
});

test.each([
  ['an empty file', ''],
  ['headings alone', 'name,phone\n'],
  ['no numbers', 'name,city\nAda,London'],
  ['no numbers but those of customers', 'Customer number,name\n20123456,Ada'],
  ['a quote that never closes', 'name,phone\n"Ada,+447700900123'],
  ['U+0000', 'name,phone\nAda\0,+447700900123'],
])('%s is refused', (_what, text) => {
  expect(codeOf(text)).toBe('recipients_not_understood');
});

test('ten thousand rows are read, and one more is refused', () => {
  const rows = (count: number) => `phone\n${'+447700900123\n'.repeat(count)}`;
  expect(readRecipients(rows(10_000)).rows).toHaveLength(10_000);
  expect(codeOf(rows(10_001))).toBe('too_many_recipients');
});
